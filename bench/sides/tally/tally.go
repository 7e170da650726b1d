// Package tally is linked into a test binary with probes, and writes down
// which sides of conditions its tests saw.
package tally

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/evoke-go/evoke/probe"
)

// Variable is the environment variable with the name of the file to write.
const Variable = "EVOKE_BENCH_SIDES"

// Condition is a condition with a probe and what was seen of it.
type Condition struct {
	Package, File string
	Line, Column  int
	True, False   bool
}

// Main runs tests and writes down all conditions of the program. It returns
// the exit code, for a TestMain.
func Main(tests interface{ Run() int }) int {
	code := tests.Run()
	if err := write(os.Getenv(Variable), Conditions()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}

// Conditions returns the conditions of the program in the order of their
// probes, with what was seen since the program began or the last call. No one
// else may have read the probes meanwhile.
func Conditions() []Condition {
	seen := map[probe.Target]bool{}
	probe.Take(func(t probe.Target, value float64) { seen[t] = value == 1 })
	var all []Condition
	for t := range probe.Target(probe.Targets()) {
		site := probe.Describe(t)
		switch {
		case site.Kind != probe.Branch:
		case site.Side:
			all = append(all, Condition{
				Package: site.Package, File: site.File, Line: site.Line, Column: site.Column,
				True: seen[t], False: seen[t+1],
			})
		}
	}
	return all
}

func write(name string, all []Condition) error {
	content, err := json.Marshal(all)
	if err != nil {
		return fmt.Errorf("sides: %w", err)
	}
	if err := os.WriteFile(name, content, 0o666); err != nil {
		return fmt.Errorf("sides: %w", err)
	}
	return nil
}
