// Package report tells people and programs what a run did: which operations were
// called and what came of the calls, which faults there are, which tests were
// written and what of the program they execute.
//
// A [Report] is plain data. [JSON] writes it in the form of Web Fuzzing Commons
// (https://github.com/WebFuzzing/Commons), which several tools share.
// [Summary] writes it for a terminal.
//
// An [Operation] is what a problem calls: an operation of an HTTP API, or a
// function. The problem names what came of the calls. Outcomes that are status
// codes of HTTP are understood: the report says what they mean.
package report

import (
	"fmt"
	"strings"
	"time"

	"github.com/evoke-go/evoke/suite"
)

// Report is the outcome of one run.
type Report struct {
	// Version is that of Evoke.
	Version string
	// Created is when the run ended. Only Created and Elapsed differ between two
	// runs with the same seed and budget of calls, and report.json has neither.
	Created time.Time
	// Elapsed is how long the run took.
	Elapsed time.Duration

	// Suite holds the tests.
	Suite *suite.Suite
	// Files are what the writers made of it.
	Files []suite.File
	// Dir is the folder of the files as it is to be shown, "" if nothing was
	// written.
	Dir string
	// Folder is that of the files from the root of the repository, with slashes; ""
	// if that is not known.
	Folder string
	// HowToRun is the command that runs the tests, "" for none.
	HowToRun string

	// Step is what a step of a test is called, such as "act"; "" for a call. See [Report.Words].
	Step string
	// Operations are those of the problem, in its order.
	Operations []Operation
	// Dependencies say which resources need which others, as far as that was found.
	Dependencies []Dependency
	// States are those that tests lead through, nil for a system without any.
	States *StateGraph
	// Calls and Evaluations count the calls and the executed tests of the whole
	// run.
	Calls, Evaluations int
	// Search says how the search saw the system, in one line: "white box: 12
	// packages, 1,234 statements, 456 conditions", or "black box" and why.
	Search string
	// Libraries are the modules that are not covered, and whose comparisons the search
	// heard; none where it did not listen.
	Libraries []Library
	// Coverage is what the written tests execute; nil if there was nothing to
	// measure.
	Coverage *Coverage
	// Mutation says which mutants of the program the tests notice; nil if none were
	// tried.
	Mutation *Mutation
	// Covered and Targets count what the search reached and what it knew of.
	Covered, Targets int
	// Makers are those of the tests with what their tests found, the largest gain first; nil if nobody noted it.
	Makers Makers
	// Curve says how many targets were covered after how many calls, in the order of the
	// calls; nil if nobody noted it. It is not in report.json.
	Curve []Point
	// Untested are the faults that the search saw. A fault with the key of one
	// that a test shows is not listed twice. The other ones did not come again
	// when their tests were repeated.
	Untested []suite.Fault
	// FaultNotes has a line about a fault by its key. The line says what the test
	// of the fault means, or why there is none: "replaying it ends the process".
	FaultNotes map[string]string
	// Changes says what became of the tests of an earlier suite; nil if there was
	// none.
	Changes *Changes
	// Baseline compares the faults with those that were known before; nil if no
	// faults were listed.
	Baseline *Baseline
	// Warnings name what was left out or not understood, one line each.
	Warnings []string
	// LogIn says which log-in to configure if the system refuses calls, "" if
	// nothing better is known than that there has to be one.
	LogIn string
	// Interrupted says that the run was ended early.
	Interrupted bool

	// Algorithm, Seed and Budget are what the run was started with.
	Algorithm string
	Seed      uint64
	Budget    string
}

// Dependency says that something needs something else to be there: a resource another one,
// by their paths.
type Dependency struct {
	From, To string // From needs To
	// Directed says that it is known which of the two needs the other.
	Directed bool
	// Probability that it is so, above 0 and at most 1.
	Probability float64
	// Why says what it was found by: "names", "texts", "links", "scores", "values" or "tables".
	Why []string
	// Tables are the SQL tables that say so, sorted: From reads and To writes them.
	Tables []string
}

// Maker is a maker of tests. Its tests were the first that covered so many targets, faults among them.
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

// Point is a point of a curve: so many targets were covered after so many calls.
type Point struct{ Calls, Covered int }

// Library is a module in which the search heard what inputs are compared with.
type Library struct {
	Module string
	Places int // comparisons
}

func (r *Report) tests() []suite.Test {
	if r.Suite == nil {
		return nil
	}
	return r.Suite.Tests
}

// title of the API, "" if unknown.
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
