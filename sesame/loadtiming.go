package sesame

import (
	"math/big"

	"sdse/kpn/input"
)

// maxEnergyPerByte bounds an energy, in fJ, so that the sum over all components
// cannot overflow.
const maxEnergyPerByte = 1e14

// readShared reads what all kinds of components have.
func readShared(t *input.Table, c *Component) {
	c.Ports = 1
	c.Exclusive = t.Bool("exclusive", true)
	if c.EnergyPerByte, _ = t.EnergyPerByte("energy"); c.EnergyPerByte > maxEnergyPerByte {
		t.Problem("energy", "energy is more than the 0.1 J/B that sdse computes with")
		c.EnergyPerByte = 0
	}
	c.StaticPower, _ = t.Power("static_power")
	c.Cost = readCost(t)
}

// readBoth reads the timing of an interconnect, the same in both directions.
func readBoth(t *input.Table, c *Component, latencyKey string) {
	hertz, clocked := readClock(t)
	c.Read = readAccess(t, clocked, hertz, latencyKey, "width")
	c.Write = c.Read
	checkClock(t, c, latencyKey)
}

// readStorage reads the timing of what may differ between reads and writes.
func readStorage(t *input.Table, c *Component) {
	hertz, clocked := readClock(t)
	both := readAccess(t, clocked, hertz, "latency", "width")
	c.Read = readAccess(t, both, hertz, "read_latency", "read_width")
	c.Write = readAccess(t, both, hertz, "write_latency", "write_width")
	checkClock(t, c, "latency", "read_latency", "write_latency")
}

func readCapacity(t *input.Table, c *Component, key string) {
	var ok bool
	if c.Capacity, ok = t.Size(key); ok && c.Capacity == 0 {
		t.Problem(key, "%s is 0, so no buffer fits; leave %s out if the %s takes any", key, key, c.Kind)
	}
}

func readPorts(t *input.Table, c *Component) {
	if t.Has("ports") && !c.Exclusive {
		t.Problem("ports", "ports has no effect with exclusive = false: any number of transfers pass at a time")
	}
	if n, ok := t.Int("ports", 1); ok {
		c.Ports = int(min(n, 1<<16))
	}
}

// readClock reads the clock of a component, 0 if it has none.
func readClock(t *input.Table) (hertz int64, a Access) {
	if t.Has("frequency") {
		hertz = readFrequency(t)
		a.Period, _ = duration(big.NewInt(1e12), big.NewInt(hertz))
	}
	a.WholeCycles = t.Bool("whole_cycles", false)
	return hertz, a
}

// readAccess reads a latency, in cycles of the component's clock or as a
// duration, and a width in bytes per cycle; what is absent stays as it is in a.
func readAccess(t *input.Table, a Access, hertz int64, latencyKey, widthKey string) Access {
	if t.Has(latencyKey) {
		n, d := cyclesOrDuration(t, latencyKey)
		if a.Latency = d; n > 0 {
			a.Latency = latencyCycles(t, latencyKey, n, hertz)
		}
	}
	if width, ok := t.Int(widthKey, 1); ok {
		if a.Width = width; hertz == 0 {
			t.Problem(widthKey, "%s is in bytes per cycle, so the component needs a frequency", widthKey)
		}
	}
	return a
}

func latencyCycles(t *input.Table, key string, thousandths, hertz int64) Time {
	if hertz == 0 {
		t.Problem(key, "%s is in cycles, so the component needs a frequency; or write it as a duration, like \"120 ns\"", key)
		return 0
	}
	d, ok := cycles(1, thousandths, hertz)
	if !ok {
		t.Problem(key, "%s is longer than sdse computes", key)
	}
	return d
}

// checkClock refuses what a component without widths has no use for.
func checkClock(t *input.Table, c *Component, latencyKeys ...string) {
	if c.Read.Width > 0 || c.Write.Width > 0 {
		return
	}
	if t.Has("whole_cycles") {
		t.Problem("whole_cycles", "whole_cycles has no effect without width")
	}
	for _, key := range latencyKeys {
		if t.Has(key) && !t.IsText(key) {
			return
		}
	}
	if t.Has("frequency") {
		t.Problem("frequency", "frequency has no effect: neither a width nor a latency in cycles needs it")
	}
}
