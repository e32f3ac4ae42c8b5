package sesame_test

import (
	"strings"
	"testing"
)

// chip is a platform with a table of every kind that nothing is wrong with.
const chip = `name = "chip"
applications = "pair.toml"

[limits]
events = 1000000
time = "1 s"

[[processor_type]]
name = "cpu"
policy = "round-robin"
slice = "10 us"
context_switch = 100
switch_when = "always"
cycles = { work = 10 }
energy = { work = "3 nJ" }
class_energy = { alu = "2 pJ" }
unit = 2800
[[processor_type.point]]
frequency = "1 GHz"
voltage = "0.9 V"
energy_per_cycle = "0.2 nJ"

[[processor_type]]
name = "dsp"
policy = "priority"
preemptive = true
frequency = "500 MHz"
cycles = { work = 5 }

[[cluster]]
name = "cl"
count = 2

[[processor]]
name = "core"
type = "cpu"
cluster = "cl"
count = 2

[[processor]]
name = "host"
type = "dsp"
priority = 1

[[memory]]
name = "l2"
per = "cl"

[[memory]]
name = "dram"
latency = "50 ns"

[[bus]]
name = "bus"
arbitration = "priority"
frequency = "400 MHz"
width = 4
whole_cycles = true

[[bus]]
name = "wheel"
per = "cl"
arbitration = "tdma"
slot = "1 us"

[[fifo]]
name = "fifo"
from = "host"
to = "core"
depth = "256 B"

[[network]]
name = "noc"
topology = "mesh"
size = "3x2"
hop = "2 ns"
processors = ["core"]
place = { dram = "2,1", host = "1,1" }

[[crossbar]]
name = "xbar"
setup = "1 ns"

[[path]]
name = "near"
from = "cl"
to = "cl"
between = "same-cluster"
write = ["wheel", "l2"]
read = ["l2", "wheel"]

[[path]]
name = "far"
write = ["noc", "dram"]
read = ["dram", "bus", "noc"]
forward = true

[[path]]
name = "push"
from = "host"
to = "core"
write = ["xbar", "fifo"]
read = ["fifo"]
dma = true
issue = 100
`

func TestLoadAcceptsTheChip(t *testing.T) {
	t.Chdir(t.TempDir())
	if wrong := loadHere(t, chip, pair); wrong != "" {
		t.Error(wrong)
	}
}

// TestLoadSaysWhatIsWrongWithAChip breaks the chip in one place at a time.
func TestLoadSaysWhatIsWrongWithAChip(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range brokenChips {
		t.Run(c.what, func(t *testing.T) {
			if strings.Count(chip, c.old) != 1 {
				t.Fatalf("%q does not stand once in the file", c.old)
			}
			if got := loadHere(t, strings.Replace(chip, c.old, c.new, 1), pair); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
