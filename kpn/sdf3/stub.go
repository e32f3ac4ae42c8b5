// Package sdf3 is a STUB: it reads plain consistent sdf graphs only, so that the
// rooms around it can be built and tested. The real reader takes its place; drop
// this file at the merge.
package sdf3

import (
	"encoding/xml"
	"errors"
	"io"
	"math/big"
	"path/filepath"
	"strconv"
	"strings"

	"sdse/kpn"
	"sdse/kpn/input"
)

// File is what a file holds.
type File struct {
	Application *kpn.Application
	Warnings    []input.Problem

	Architecture *Architecture
}

// Architecture is an architecture graph.
type Architecture struct{}

// WritePlatform writes it as a platform file.
func (a *Architecture) WritePlatform(w io.Writer, unit int64, applications ...string) error {
	return errors.New("stub")
}

type graph struct {
	Actors []struct {
		Name  string `xml:"name,attr"`
		Ports []struct {
			Name string `xml:"name,attr"`
			Type string `xml:"type,attr"`
			Rate int64  `xml:"rate,attr"`
		} `xml:"port"`
	} `xml:"applicationGraph>sdf>actor"`
	Channels []struct {
		Name string `xml:"name,attr"`
		Src  string `xml:"srcActor,attr"`
		SP   string `xml:"srcPort,attr"`
		Dst  string `xml:"dstActor,attr"`
		DP   string `xml:"dstPort,attr"`
		Init int64  `xml:"initialTokens,attr"`
	} `xml:"applicationGraph>sdf>channel"`
	AP []struct {
		Actor     string `xml:"actor,attr"`
		Processor []struct {
			Type string `xml:"type,attr"`
			Time struct {
				T int64 `xml:"time,attr"`
			} `xml:"executionTime"`
		} `xml:"processor"`
	} `xml:"applicationGraph>sdfProperties>actorProperties"`
	CP []struct {
		Channel string `xml:"channel,attr"`
		Tok     struct {
			S int64 `xml:"sz,attr"`
		} `xml:"tokenSize"`
	} `xml:"applicationGraph>sdfProperties>channelProperties"`
}

// Load reads a graph.
func Load(file string, how kpn.Reading, problems *input.Problems) *File {
	data, ok := input.ReadFile(file, problems)
	if !ok {
		return nil
	}
	var g graph
	if err := xml.Unmarshal(data, &g); err != nil {
		problems.Add(file, 0, "not valid XML: %v", err)
		return nil
	}
	name := how.Name
	if name == "" {
		name = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	}
	return &File{Application: build(&g, name, file, how)}
}

func build(g *graph, name, file string, how kpn.Reading) *kpn.Application {
	app := &kpn.Application{Name: name, File: file, Firing: how.Firing}
	index := map[string]int{}
	rate := map[string]int64{}
	for i, a := range g.Actors {
		index[a.Name] = i
		app.Processes = append(app.Processes, kpn.Process{Name: a.Name})
		op := kpn.Operation{Name: a.Name}
		for _, p := range g.AP {
			if p.Actor == a.Name {
				for _, c := range p.Processor {
					op.Costs = append(op.Costs, kpn.TypeCost{Type: c.Type, Units: 1000 * c.Time.T})
				}
			}
		}
		app.Operations = append(app.Operations, op)
		for _, p := range a.Ports {
			rate[a.Name+"/"+p.Name] = p.Rate
		}
	}
	source, sink := map[string]int{}, map[string]int{}
	for i, ch := range g.Channels {
		c := kpn.Channel{Name: ch.Name, Writer: index[ch.Src], Reader: index[ch.Dst], Capacity: how.Capacity, Initial: ch.Init}
		if c.Capacity == 0 {
			c.Capacity = kpn.Unbounded
		}
		if how.InitialWritten {
			c.Initial = 0
		}
		for _, p := range g.CP {
			if p.Channel == ch.Name {
				c.TokenBytes = p.Tok.S
			}
		}
		source[ch.Src+"/"+ch.SP], sink[ch.Dst+"/"+ch.DP] = i, i
		app.Channels = append(app.Channels, c)
	}
	q := repetitions(g, index, rate)
	iterations := max(1, how.Iterations)
	inOne := 1
	if how.InitialWritten {
		iterations, inOne = 1, iterations
	}
	sc := kpn.Scenario{Name: "default", Weight: 1, Iterations: iterations}
	for i, a := range g.Actors {
		var events []kpn.Event
		if how.StartTogether {
			events = append(events, kpn.Event{Kind: kpn.Execute, Arg: i})
		}
		if how.InitialWritten {
			for _, p := range a.Ports {
				if p.Type == "out" {
					k := source[a.Name+"/"+p.Name]
					events = append(events, kpn.Event{Kind: kpn.Write, Arg: k, N: g.Channels[k].Init})
				}
			}
		}
		for range q[i] * int64(inOne) {
			for _, p := range a.Ports {
				if p.Type == "in" {
					events = append(events, kpn.Event{Kind: kpn.Read, Arg: sink[a.Name+"/"+p.Name], N: p.Rate})
				}
			}
			events = append(events, kpn.Event{Kind: kpn.Execute, Arg: i, N: 1})
			for _, p := range a.Ports {
				if p.Type == "out" {
					events = append(events, kpn.Event{Kind: kpn.Write, Arg: source[a.Name+"/"+p.Name], N: p.Rate})
				}
			}
		}
		sc.Traces = append(sc.Traces, kpn.NewFragment(events))
	}
	app.Scenarios = []kpn.Scenario{sc}
	return app
}

func repetitions(g *graph, index map[string]int, rate map[string]int64) []int64 {
	q := make([]*big.Rat, len(g.Actors))
	for start := range q {
		if q[start] != nil {
			continue
		}
		q[start] = big.NewRat(1, 1)
		for range g.Actors {
			for _, ch := range g.Channels {
				s, d := index[ch.Src], index[ch.Dst]
				r := big.NewRat(rate[ch.Src+"/"+ch.SP], rate[ch.Dst+"/"+ch.DP])
				switch {
				case q[s] != nil && q[d] == nil:
					q[d] = new(big.Rat).Mul(q[s], r)
				case q[d] != nil && q[s] == nil:
					q[s] = new(big.Rat).Quo(q[d], r)
				}
			}
		}
	}
	lcm := big.NewInt(1)
	for _, r := range q {
		gcd := new(big.Int).GCD(nil, nil, lcm, r.Denom())
		lcm.Mul(lcm, new(big.Int).Quo(r.Denom(), gcd))
	}
	whole := make([]int64, len(q))
	for i, r := range q {
		n := new(big.Rat).Mul(r, new(big.Rat).SetInt(lcm))
		whole[i], _ = strconv.ParseInt(n.Num().String(), 10, 64)
	}
	return whole
}
