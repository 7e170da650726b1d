package node

import (
	"maps"
	"slices"

	"github.com/evoke-go/evoke/js"
	"github.com/evoke-go/evoke/probe/mutant"
	"github.com/evoke-go/evoke/sut/driver"
)

// mutated is a file with mutants.
type mutated struct {
	source driver.Source
	code   string
}

// mutate puts mutants, in place of probes, into the files that were loaded so far. Numbers are given in the order of
// the names of the files, since files may be loaded in any order.
func (in *instrumenter) mutate() (files map[string]mutated, sites []mutant.Site) {
	in.mu.Lock()
	defer in.mu.Unlock()
	files = map[string]mutated{}
	for _, path := range slices.Sorted(maps.Keys(in.files)) {
		src := in.files[path].source
		code := js.Mutate(js.Source{Path: path, Text: src.Text, Module: moduleOf(src.Module), First: len(sites)})
		files[path] = mutated{src, code.Text}
		for _, m := range code.Mutants {
			sites = append(sites, mutant.Site{Package: path, Function: m.Function, Change: m.Change, Line: m.Line})
		}
	}
	return files, sites
}

// serve implements Instrument of [driver.Options]: it returns files with probes or with mutants.
func (in *instrumenter) serve(src driver.Source) (string, []driver.Target, string) {
	in.mu.Lock()
	files := in.mutated
	in.mu.Unlock()
	switch f, ok := files[src.Path]; {
	case files == nil:
		return in.instrument(src)
	case ok && f.source == src:
		return f.code, nil, ""
	}
	return src.Text, nil, ""
}

// Mutate switches to mutants in place of probes in the files that the program loaded so far, or back, from the next
// start on. With mutants the controller is a [mutant.Program].
func (c *Controller) Mutate(on bool) {
	var files map[string]mutated
	var sites []mutant.Site
	if on {
		files, sites = c.probes.mutate()
	}
	c.probes.mu.Lock()
	c.probes.mutated, c.sites = files, sites
	c.probes.mu.Unlock()
	c.Mutants().Use(on)
}

// Sites implements [mutant.Program].
func (c *Controller) Sites() []mutant.Site { return c.sites }

// Switch implements [mutant.Program]. The mutant is on in calls after the next reset.
func (c *Controller) Switch(number int, on bool) { c.Mutants().Switch(uint32(number), on) }

// Reached implements [mutant.Program].
func (c *Controller) Reached() (numbers []int) {
	for _, n := range c.Mutants().Reached() {
		numbers = append(numbers, int(n))
	}
	return numbers
}
