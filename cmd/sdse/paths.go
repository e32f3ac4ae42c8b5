package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"sdse/sesame"
)

// tokenBytes is the size of the token whose way is priced.
const tokenBytes = 64

// pathGroup is pairs of processors of two tables whose cheapest path is the same
// and costs the same.
type pathGroup struct {
	fromTable, toTable int // Processor.Group
	path               int // -1: none
	cost               sesame.Time
	first              sesame.Way
	pairs              int
}

// maxPathLines bounds what is printed unless every pair is asked for.
const maxPathLines = 500

// printPaths prints the cheapest path between every two processors: a line for
// all pairs of two tables that are alike, or one for each.
func printPaths(out io.Writer, m *sesame.Model, each bool) {
	fmt.Fprintf(out, "cheapest paths for a token of %d B, written and read while nothing else is under way:\n", tokenBytes)
	groups := groupPaths(m, each)
	w := table(out)
	fmt.Fprint(w, "  from\tto\tpath\tcost")
	if !each {
		fmt.Fprint(w, "\tpairs")
	}
	fmt.Fprintln(w)
	for i, g := range groups {
		if i == maxPathLines && !each {
			break
		}
		fmt.Fprintln(w, "  "+pathLine(m.Platform, &g, each))
	}
	w.Flush()
	if len(groups) > maxPathLines && !each {
		fmt.Fprintf(out, "  … and %d lines more; --pairs lists every pair\n", len(groups)-maxPathLines)
	}
}

func pathLine(p *sesame.Platform, g *pathGroup, each bool) string {
	from, to := &p.Processors[g.first.From], &p.Processors[g.first.To]
	path, cost := "none", "-"
	if g.path >= 0 {
		path, cost = p.Paths[g.path].Name, g.cost.String()
	}
	switch {
	case each:
		return fmt.Sprintf("%s\t%s\t%s\t%s", from.Name, to.Name, path, cost)
	case g.pairs == 1:
		return fmt.Sprintf("%s\t%s\t%s\t%s\t1", from.Name, to.Name, path, cost)
	}
	return fmt.Sprintf("%s\t%s\t%s\t%s\t%d, such as %s to %s", from.Table, to.Table, path, cost, g.pairs, from.Name, to.Name)
}

// groupPaths gathers the pairs that are alike, cheap ones first, in the order of
// the tables; or every pair by itself in the order of the processors.
func groupPaths(m *sesame.Model, each bool) []pathGroup {
	var groups []pathGroup
	known := map[pathGroup]int{}
	for way := range m.CheapestPaths(tokenBytes) {
		g := pathGroup{path: way.Path, cost: way.Cost,
			fromTable: m.Platform.Processors[way.From].Group, toTable: m.Platform.Processors[way.To].Group}
		i, ok := known[g]
		if !ok || each {
			i = len(groups)
			known[g] = i
			g.first = way
			groups = append(groups, g)
		}
		groups[i].pairs++
	}
	if !each {
		slices.SortStableFunc(groups, func(a, b pathGroup) int {
			return cmp.Or(a.fromTable-b.fromTable, a.toTable-b.toTable, cmp.Compare(a.cost, b.cost), a.path-b.path)
		})
	}
	return groups
}

// missing is pairs of processors of two tables that some channel may need a path
// between.
type missing struct {
	from, to string
	pairs    int
}

// unreachable gathers the pairs of processors without a path by their tables; one
// pair alone keeps its names.
func unreachable(m *sesame.Model) []missing {
	tableOf := map[string]string{}
	for _, p := range m.Platform.Processors {
		tableOf[p.Name] = p.Table
	}
	var list []missing
	known := map[[2]string]int{}
	for _, pair := range m.Unreachable() {
		tables := [2]string{tableOf[pair[0]], tableOf[pair[1]]}
		i, ok := known[tables]
		if !ok {
			i = len(list)
			known[tables] = i
			list = append(list, missing{from: pair[0], to: pair[1]})
		}
		if list[i].pairs++; list[i].pairs > 1 {
			list[i].from, list[i].to = tables[0], tables[1]
		}
	}
	return list
}
