// Package surround arranges the surroundings of the calls of a test, and finds out which surroundings a test may need.
//
// Surroundings are inputs of an operation beside its requests (genotype.Surrounds): rows of tables, answers of other
// services, the neighbours, and time that passes. Their genes stand behind those of undeclared inputs and are off at
// first. A [Wishes] hears which rows the statements of the system wanted in vain, which neighbours it asked, and
// whether it read the clock, and makes tests that have the surroundings. From then on the search changes their values
// as it changes those of requests: a condition of the program that compares a value of a row finds the gene of the
// value. A row may refer to others, which its insertion adds: they become rows of a test where the program read their
// tables.
//
// The search prefers calls: a row is tried where a statement answered none several times, and a test with surroundings
// counts as longer than a test without.
package surround

import (
	"context"
	"slices"
	"time"

	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// Surroundings arranges rows in the stores of a system, and answers of its neighbours. It implements
// execute.Surroundings. It is not safe for concurrent use.
type Surroundings struct {
	stores
	inside  *sut.Inside
	answers []sut.Answer // those of this test
	passed  bool         // time passes in this test
}

// Begin implements execute.Surroundings. In a test in which time passes, the clock of the system stands still between
// the times that pass. The written test is in a bubble of testing/synctest, whose clock does too: a condition on the
// edge of a time has to have the same outcome in both.
func (s *Surroundings) Begin(c *testcase.Case) {
	if s.answers != nil {
		s.answers = nil
		s.inside.Arrange(nil)
	}
	if s.passed {
		s.inside.Advance(-1)
	}
	if s.passed = s.inside.Advance != nil && Count(c, isTime) > 0; s.passed {
		s.inside.Advance(0)
	}
}

// isTime reports whether inputs in a place are times that pass.
func isTime(in string) bool { return in == genotype.InTime }

// Arrange implements execute.Surroundings. It leaves out rows that the database refuses. The rows come first, and rows
// to which others may refer come before them.
func (s *Surroundings) Arrange(ctx context.Context, given []message.Given) (out []suite.Given, err error) {
	ctx, s.parents = sut.Aside(ctx), nil
	for _, g := range s.sorted(ctx, given) {
		switch g.In {
		case genotype.InRow:
		case genotype.InChange:
			if out, err = s.change(ctx, g, out); err != nil {
				return out, err
			}
			continue
		default:
			out = append(out, s.other(g)...)
			continue
		}
		list, _ := g.Value.([]any)
		for _, row := range list {
			values, _ := row.(value.Object)
			if out, err = s.insert(ctx, g.Name, values, out); err != nil {
				return out, err
			}
		}
	}
	return out, nil
}

// sorted returns surroundings with the rows in front, in an order in which they can refer to each other.
func (s *Surroundings) sorted(ctx context.Context, given []message.Given) []message.Given {
	if len(given) < 2 {
		return given
	}
	tables := s.ofSQL(ctx)
	rank := func(g message.Given) int {
		switch g.In {
		case genotype.InRow:
			return depth(tables, g.Name, len(tables))
		case genotype.InChange:
			return len(tables) + 1
		}
		return len(tables) + 2
	}
	out := slices.Clone(given)
	slices.SortStableFunc(out, func(a, b message.Given) int { return rank(a) - rank(b) })
	return out
}

// depth returns the number of tables to which rows of a table refer one after the other, at most most.
func depth(tables []store.Table, name string, most int) (n int) {
	i := slices.IndexFunc(tables, func(t store.Table) bool { return t.Name == name })
	if i < 0 || most == 0 {
		return 0
	}
	for _, r := range tables[i].References {
		if r.Table != name {
			n = max(n, 1+depth(tables, r.Table, most-1))
		}
	}
	return min(n, most)
}

// other arranges an answer of a neighbour, or lets time pass.
func (s *Surroundings) other(g message.Given) []suite.Given {
	seconds, isTime := g.Value.(int64)
	switch {
	case g.In == genotype.InNeighbour && s.inside.Arrange != nil:
		return s.answer(g)
	case g.In == genotype.InTime && isTime && s.inside.Advance != nil:
		d := time.Duration(seconds) * time.Second
		s.inside.Advance(d)
		return []suite.Given{{Wait: d}}
	}
	return nil
}
