package input

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestQuantitiesAreExact(t *testing.T) {
	cases := []struct {
		d    *dimension
		text string
		want int64
	}{
		{&frequency, "1.4 GHz", 1_400_000_000},
		{&frequency, "800MHz", 800_000_000},
		{&frequency, "1.5e3 kHz", 1_500_000},
		{&frequency, "15e-1 kHz", 1_500},
		{&frequency, "+7 Hz", 7},
		{&frequency, "0 Hz", 0},
		{&frequency, "-0 Hz", 0},
		{&frequency, "  2\tGHz ", 2_000_000_000},
		{&frequency, "1E9 Hz", 1_000_000_000},
		{&duration, "120 ns", 120_000},
		{&duration, "0.001 ns", 1},
		{&duration, "1 ps", 1},
		{&duration, "3 us", 3_000_000},
		{&duration, "3 µs", 3_000_000}, // U+00B5
		{&duration, "3 μs", 3_000_000}, // U+03BC
		{&duration, "0.25 ms", 250_000_000},
		{&duration, "1 s", 1_000_000_000_000},
		{&duration, "1e-12 s", 1},
		{&size, "32 KiB", 32_768},
		{&size, "0.5 KiB", 512},
		{&size, "1.5 kB", 1_500},
		{&size, "2 MiB", 2_097_152},
		{&size, "2 GiB", 2_147_483_648},
		{&size, "2 GB", 2_000_000_000},
		{&size, "9223372036854775807 B", math.MaxInt64},
		{&power, "0.3202 W", 320_200_000},
		{&power, "0.1 W", 100_000_000},
		{&power, "12 mW", 12_000_000},
		{&power, "12.5 uW", 12_500},
		{&power, "12.5 µW", 12_500},
		{&power, "12.5 μW", 12_500},
		{&power, "3 nW", 3},
		{&energy, "7 fJ", 7},
		{&energy, "0.5 pJ", 500},
		{&energy, "12 nJ", 12_000_000},
		{&energy, "1.5 uJ", 1_500_000_000},
		{&energy, "1.5 µJ", 1_500_000_000},
		{&energy, "1.5 μJ", 1_500_000_000},
		{&energy, "2 mJ", 2_000_000_000_000},
		{&energyPerByte, "5 pJ/B", 5_000},
		{&energyPerByte, "1.234 pJ/B", 1_234},
		{&energyPerByte, "0.7 nJ/B", 700_000},
		{&energyPerByte, "42 fJ/B", 42},
		{&voltage, "0.9 V", 900_000},
		{&voltage, "1.0125 V", 1_012_500},
		{&voltage, "1362.5 mV", 1_362_500},
	}
	for _, c := range cases {
		if got, err := c.d.parse(c.text); got != c.want || err != nil {
			t.Errorf("%q is %d (%v), want %d", c.text, got, err, c.want)
		}
	}
}

func TestQuantitiesThatAreNone(t *testing.T) {
	cases := []struct {
		d          *dimension
		text, want string
	}{
		{&frequency, "", `"" is not a frequency; write it like "1.4 GHz"`},
		{&frequency, "GHz", `"GHz" is not a frequency; write it like "1.4 GHz"`},
		{&frequency, "fast", `"fast" is not a frequency; write it like "1.4 GHz"`},
		{&frequency, "1,4 GHz", `"1,4 GHz" is not a frequency; write it like "1.4 GHz"`},
		{&frequency, ".5 GHz", `".5 GHz" is not a frequency; write it like "1.4 GHz"`},
		{&frequency, "5. GHz", `"5. GHz" is not a frequency; write it like "1.4 GHz"`},
		{&frequency, "1 000 Hz", `"1 000 Hz" is not a frequency; write it like "1.4 GHz"`},
		{&frequency, "0x10 Hz", `"0x10 Hz" is not a frequency; write it like "1.4 GHz"`},
		{&frequency, "inf GHz", `"inf GHz" is not a frequency; write it like "1.4 GHz"`},
		{&frequency, "1e4000 Hz", `"1e4000 Hz" is not a frequency; write it like "1.4 GHz"`},
		{&frequency, "1e4000", `"e4000" is not a unit of frequency; known: Hz, kHz, MHz, GHz`},
		{&frequency, "1 2", `"1 2" is not a frequency; write it like "1.4 GHz"`},
		{&frequency, "1/3 GHz", `"1/3 GHz" is not a frequency; write it like "1.4 GHz"`},
		{&frequency, "1.4", `"1.4" has no unit; write a frequency like "1.4 GHz"`},
		{&frequency, "1e400", `"1e400" has no unit; write a frequency like "1.4 GHz"`},
		{&frequency, "1.4 Ghz", `"Ghz" is not a unit of frequency, did you mean "GHz"?`},
		{&frequency, "1.4 GH", `"GH" is not a unit of frequency; known: Hz, kHz, MHz, GHz`},
		{&frequency, "1.4 furlongs", `"furlongs" is not a unit of frequency; known: Hz, kHz, MHz, GHz`},
		{&frequency, "1e400 Hz", `"1e400 Hz" is too large`},
		{&frequency, "1e999 GHz", `"1e999 GHz" is too large`},
		{&frequency, "-1 Hz", `"-1 Hz" is negative; it must be 0 or more`},
		{&frequency, "-0.1 Hz", `"-0.1 Hz" is negative; it must be 0 or more`},
		{&frequency, "0.3 Hz", `"0.3 Hz" is finer than sdse computes; give fewer digits`},
		{&duration, "0.1 ps", `"0.1 ps" is finer than sdse computes; give fewer digits`},
		{&duration, "1e-13 s", `"1e-13 s" is finer than sdse computes; give fewer digits`},
		{&duration, "1e-999 s", `"1e-999 s" is finer than sdse computes; give fewer digits`},
		{&duration, "3 min", `"min" is not a unit of duration; known: ps, ns, us, µs, μs, ms, s`},
		{&duration, "107 days", `"days" is not a unit of duration; known: ps, ns, us, µs, μs, ms, s`},
		{&duration, "9223373 s", `"9223373 s" is too large`},
		{&size, "32", `"32" has no unit; write a size like "32 KiB"`},
		{&size, "9223372036854775808 B", `"9223372036854775808 B" is too large`},
		{&size, "4 bytes", `"bytes" is not a unit of size; known: B, kB, KiB, MB, MiB, GB, GiB`},
		{&power, "5 pJ/B", `"pJ/B" is not a unit of power; known: nW, uW, µW, μW, mW, W`},
		{&energy, "5 pJ/B", `"pJ/B" is not a unit of energy; known: fJ, pJ, nJ, uJ, µJ, μJ, mJ`},
		{&energy, "0.5 fJ", `"0.5 fJ" is finer than sdse computes; give fewer digits`},
		{&energyPerByte, "5 pJ", `"pJ" is not a unit of energy per byte; known: fJ/B, pJ/B, nJ/B`},
		{&voltage, "900", `"900" has no unit; write a voltage like "0.9 V"`},
		{&voltage, "900 mv", `"mv" is not a unit of voltage, did you mean "mV"?`},
		{&voltage, "0.0000001 V", `"0.0000001 V" is finer than sdse computes; give fewer digits`},
		{&energyPerByte, "0.0005 pJ/B", `"0.0005 pJ/B" is finer than sdse computes; give fewer digits`},
	}
	for _, c := range cases {
		if got, err := c.d.parse(c.text); err == nil || err.Error() != c.want {
			t.Errorf("%q is %d,\n got %v\nwant %s", c.text, got, err, c.want)
		}
	}
}

// TestEveryUnitTakesItsShare writes any amount in any unit, with as many digits
// as it takes.
func TestEveryUnitTakesItsShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom([]*dimension{&frequency, &duration, &size, &power, &energy, &energyPerByte, &voltage}).Draw(t, "dimension")
		unit := rapid.SampledFrom(d.units()).Draw(t, "unit")
		want := rapid.Int64Range(0, math.MaxInt64).Draw(t, "amount")
		factor, _ := new(big.Rat).SetString(d.factors[unit])
		amount := new(big.Rat).Quo(new(big.Rat).SetInt64(want), factor)
		text := amount.FloatString(30) // a GiB is 2 to the 30th: 30 places are enough
		text += rapid.SampledFrom([]string{"", " ", "  "}).Draw(t, "blanks") + unit
		if got, err := d.parse(text); got != want || err != nil {
			t.Fatalf("%q is %d (%v), want %d", text, got, err, want)
		}
	})
}

func TestLongNumbersEndSoon(t *testing.T) {
	digits := strings.Repeat("9", 100_000)
	for _, text := range []string{digits + " Hz", "0." + digits + " Hz", digits, digits + "x"} {
		if _, err := frequency.parse(text); err == nil {
			t.Error("accepted")
		}
	}
}

// TestUnitsAreNamedOnce: two spellings of a unit are one unit.
func TestUnitsAreNamedOnce(t *testing.T) {
	if got := fmt.Sprint(size.units()); got != "[B kB KiB MB MiB GB GiB]" {
		t.Error(got)
	}
}
