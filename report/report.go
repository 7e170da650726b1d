// Package report describes the results of a run for people and programs: the operations that were called and their
// outcomes, the faults, the written tests and their coverage.
//
// A [Report] is plain data. [JSON] writes it in the form of Web Fuzzing Commons
// (https://github.com/WebFuzzing/Commons), which several tools share. [Summary] writes it for a terminal.
//
// An [Operation] is an operation of an HTTP API, or a function. The problem names the outcomes of its calls. If
// outcomes are HTTP status codes, the report explains them.
package report

import (
	"fmt"
	"strings"
	"time"

	"github.com/evoke-go/evoke/suite"
)

// Report has the results of one run. It is plain data, and not safe for concurrent use while it changes.
type Report struct {
	// Version is the version of Evoke.
	Version string
	// Created is the end of the run. Two runs with the same seed and budget of calls differ only in Created and
	// Elapsed, and report.json has neither.
	Created time.Time
	// Elapsed is the duration of the run.
	Elapsed time.Duration

	// Suite holds the tests.
	Suite *suite.Suite
	// Files are the files that the writers made of the suite.
	Files []suite.File
	// Dir is the folder of the files as the summary shows it; "" if nothing was written.
	Dir string
	// Folder is the folder of the files, relative to the root of the repository, with slashes; "" if unknown.
	Folder string
	// HowToRun is the shell command that runs the tests; "" for none.
	HowToRun string

	// Step is the name of a step of a test, such as "act"; "" for a call. See [Report.Words].
	Step string
	// Operations are the operations of the problem, in its order.
	Operations []Operation
	// Dependencies say which resources need which others, as far as known.
	Dependencies []Dependency
	// States are the states through which tests lead; nil for a system without states.
	States *StateGraph
	// Calls and Evaluations are the numbers of calls and of executed tests of the whole run.
	Calls, Evaluations int
	// Search says in one line what the search saw of the system: "white box: 12 packages, 1,234 statements, 456
	// conditions", or "black box" and the reason.
	Search string
	// Libraries are the modules outside of the coverage whose comparisons the search heard; none if it did not listen
	// to libraries.
	Libraries []Library
	// Coverage is the coverage of the written tests; nil if there was nothing to measure.
	Coverage *Coverage
	// Mutation says which mutants of the program the tests notice; nil if none were tried.
	Mutation *Mutation
	// Covered is the number of covered targets, and Targets the number of all known targets.
	Covered, Targets int
	// Makers are the makers of tests with their gains, the largest gain first; nil if the gains were not recorded.
	Makers Makers
	// Curve is the number of covered targets over the number of calls, in the order of calls; nil if it was not
	// recorded. It is not in report.json.
	Curve []Point
	// Untested are faults that the search saw. A fault with the key of a fault that a test shows is not listed twice.
	// The others could not be reproduced when their tests were repeated.
	Untested []suite.Fault
	// FaultNotes has a line about a fault by its key. The line says what the test of the fault means, or why there is
	// none: "replaying it ends the process".
	FaultNotes map[string]string
	// Changes says how the tests of an earlier suite changed; nil if there was none.
	Changes *Changes
	// Baseline compares the faults with the known ones; nil if no faults were listed.
	Baseline *Baseline
	// Warnings name the parts that were left out or not understood, one line each.
	Warnings []string
	// LogIn says which log-in to configure if the system refuses calls; "" if it is only known that one is needed.
	LogIn string
	// Interrupted says that the run was ended early.
	Interrupted bool

	// Algorithm, Seed and Budget are the settings of the run.
	Algorithm string
	Seed      uint64
	Budget    string
}

// Dependency says that one resource needs another. Resources are named by their paths.
type Dependency struct {
	From, To string // From needs To; or, if not Directed, the two are related
	// Directed says that From is known to need To. Otherwise either may need the other.
	Directed bool
	// Probability is the probability that the dependency exists, above 0 and at most 1.
	Probability float64
	// Why is the evidence: "names", "texts", "links", "scores", "values" or "tables".
	Why []string
	// Tables are the SQL tables that are evidence, sorted: From reads them and To writes them.
	Tables []string
}

// Maker is a maker of tests, with the number of targets that its tests covered first, and the faults among them.
type Maker struct {
	Name    string
	Covered int
	Faults  int
}

// maxListedMakers is how many makers a text lists.
const maxListedMakers = 6

// Makers are makers of tests, the largest gain first.
type Makers []Maker

// String lists the first makers: "opening (40 targets), mutation (22 targets, 1 fault)".
func (ms Makers) String() string {
	var all []string
	for _, m := range ms[:min(len(ms), maxListedMakers)] {
		found := count(m.Covered, "target")
		if m.Faults > 0 {
			found += ", " + count(m.Faults, "fault")
		}
		all = append(all, m.Name+" ("+found+")")
	}
	if more := len(ms) - maxListedMakers; more > 0 {
		all = append(all, fmt.Sprintf("%d more", more))
	}
	return strings.Join(all, ", ")
}

// Point is a point of the curve: the number of covered targets after a number of calls.
type Point struct{ Calls, Covered int }

// Library is a module in whose code the search heard comparisons with inputs.
type Library struct {
	Module string
	Places int // number of comparisons
}

func (r *Report) tests() []suite.Test {
	if r.Suite == nil {
		return nil
	}
	return r.Suite.Tests
}

// title returns the title of the API; "" if unknown.
func (r *Report) title() string {
	if r.Suite == nil {
		return ""
	}
	return r.Suite.Title
}

// repeat says how to get the same suite again.
func (r *Report) repeat() string {
	if r.Suite == nil {
		return ""
	}
	return r.Suite.Repeat
}
