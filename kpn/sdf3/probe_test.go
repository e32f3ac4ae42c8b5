package sdf3

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"sdse/kpn"
	"sdse/kpn/input"
)

func TestProbe(t *testing.T) {
	d := os.Getenv("SDSE_DATA")
	for _, g := range []string{"sdf3/*/*.xml", "mocasin/sdf3/*.xml"} {
		files, _ := filepath.Glob(filepath.Join(d, g))
		for _, f := range files {
			var pr input.Problems
			out := Load(f, kpn.Reading{}, &pr)
			fmt.Println(f, pr.Err())
			if out == nil {
				continue
			}
			for _, w := range out.Warnings {
				fmt.Println("   warning:", w)
			}
			fmt.Println("   ", out.Repetitions, out.Throughput)
			if out.Application != nil && len(out.Application.Processes) < 5 {
				fmt.Printf("   %+v %+v\n", out.Application.Operations, out.Application.Channels)
			}
		}
	}
}
