package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/js"
	"github.com/evoke-go/evoke/page"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
)

// key names a search.
type key struct {
	Object  string       `json:"object"`
	Explore page.Explore `json:"explore"`
	Acts    int          `json:"acts"`
	Seed    uint64       `json:"seed"`
	Suites  bool         `json:"suites,omitempty"` // whether its suite was made
}

// share is a part of a number of things.
type share struct {
	Covered int `json:"covered"`
	All     int `json:"all"`
}

// Percent is the part in percent.
func (s share) Percent() float64 { return 100 * float64(s.Covered) / float64(max(1, s.All)) }

func (s share) String() string { return fmt.Sprintf("%.1f %% of %d", s.Percent(), s.All) }

// result is what came of a search.
type result struct {
	key
	// Statements, Functions and Branches are those of the scripts under study that were loaded. A branch is one side of
	// a condition, or a case.
	Statements share `json:"statements"`
	Functions  share `json:"functions"`
	Branches   share `json:"branches"`
	States     int   `json:"states"`
	// Tests are those that are the shortest for something that the search covered.
	Tests  int `json:"tests"`
	Faults int `json:"faults"`
	// Seconds are those of the wall clock.
	Seconds float64  `json:"seconds"`
	Suite   *noticed `json:"suite,omitempty"`
}

func (r result) String() string {
	out := fmt.Sprintf("%s, %s, %d acts, seed %d: statements %s, functions %s, branches %s; "+
		"%d states, %d tests, %d faults; %.0f s",
		r.Object, r.Explore, r.Acts, r.Seed, r.Statements, r.Functions, r.Branches,
		r.States, r.Tests, r.Faults, r.Seconds)
	if r.Suite != nil {
		out += "\n" + r.Suite.String()
	}
	return out
}

// keep appends a result to a file.
func (r result) keep(path string) error {
	if path == "" {
		return nil
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Close())
}

// search searches tests of an object, and makes their suite where the key asks for it. It also returns the statements
// that were not covered, and the faults that were not noticed. The ways that Evoke is compared with draw each test
// anew, and Evoke's own mutates tests besides.
func (o *object) search(ctx context.Context, k key) (r result, missed []string, err error) {
	began := time.Now()
	registry := &fitness.Registry{}
	options := page.Options{Handler: http.FileServerFS(o.site), Path: o.Page, Explore: k.Explore, Functions: k.Suites}
	p, err := page.Spec(options).Make(ctx, problem.Env{Registry: registry})
	if err != nil {
		return r, nil, err
	}
	defer func() { err = errors.Join(err, p.(io.Closer).Close()) }()
	name := "mio"
	if k.Explore != page.Promising {
		name = "random"
	}
	algorithm, err := evoke.AlgorithmNamed(name)
	if err != nil {
		return r, nil, err
	}
	n := newNotes(o)
	s := search.NewSession(p.Search(), registry, search.Options{
		Seed: k.Seed, Budget: search.Cost(k.Acts), Observe: n.observe,
	})
	if err := s.Run(ctx, algorithm); err != nil {
		return r, nil, err
	}
	for id := range registry.Len() {
		n.target(registry.Target(fitness.ID(id)))
	}
	r = result{
		key: k, Statements: n.share(n.statements), Branches: n.share(n.branches), Faults: len(p.Faults()),
		States: n.states, Tests: len(s.Archive().Suite()), Seconds: math.Round(time.Since(began).Seconds()),
	}
	if r.Functions, err = n.functions(); err != nil || !k.Suites {
		return r, n.missed(), err
	}
	var faults []string
	r.Suite, faults, err = o.suite(ctx, p, s, n, k.Seed)
	return r, append(n.missed(), faults...), err
}

// notes are what is known of the scripts of an object.
type notes struct {
	object               *object
	covered              map[string]bool
	statements, branches []string // by their names, in the order of their numbers
	states               int
	seen                 map[string]bool // paths of scripts
}

func newNotes(o *object) *notes {
	return &notes{object: o, covered: map[string]bool{}, seen: map[string]bool{}}
}

// observe notes what a search covers.
func (n *notes) observe(e search.Event) {
	c, is := e.(search.Covered)
	if !is {
		return
	}
	if c.Target.Kind == "state" {
		n.states++
	}
	n.covered[c.Target.Name] = true
}

// target notes a target of a script.
func (n *notes) target(t fitness.Target) {
	at, _, _ := strings.Cut(t.Name, ":")
	if (t.Kind != sut.StatementTarget && t.Kind != sut.BranchTarget) || !n.object.counts(at) {
		return
	}
	n.seen[at] = true
	if t.Kind == sut.StatementTarget {
		n.statements = append(n.statements, t.Name)
	} else {
		n.branches = append(n.branches, t.Name)
	}
}

func (n *notes) share(names []string) (s share) {
	for _, name := range names {
		s.All++
		if n.covered[name] {
			s.Covered++
		}
	}
	return s
}

// missed are the statements that nothing covered.
func (n *notes) missed() []string {
	return slices.DeleteFunc(slices.Clone(n.statements), func(name string) bool { return n.covered[name] })
}

// functions counts the functions with statements in the files under study: one was executed if its first statement was.
func (n *notes) functions() (s share, err error) {
	for _, at := range slices.Sorted(maps.Keys(n.seen)) {
		if !strings.HasSuffix(at, ".js") {
			continue // a document with scripts in it
		}
		text, err := fs.ReadFile(n.object.site, strings.TrimPrefix(at, "/"))
		if err != nil {
			return s, err
		}
		code := js.Instrument(js.Source{Path: at, Text: string(text), Record: true})
		for i := range code.Functions {
			if first := firstIn(code.Targets, &code.Functions[i]); first != nil {
				s.All++
				if n.covered[fmt.Sprintf("%s:%d:%d", at, first.Line, first.Column)] {
					s.Covered++
				}
			}
		}
	}
	return s, nil
}

// firstIn is the first statement in a function, nil for an empty one.
func firstIn(targets []js.Target, f *js.Function) (first *js.Target) {
	for i := range targets {
		t := &targets[i]
		behind := t.Line > f.Line || t.Line == f.Line && t.Column > f.Column
		if t.Kind != js.Statement || !behind || t.Line > f.Until {
			continue
		}
		if first == nil || t.Line < first.Line || t.Line == first.Line && t.Column < first.Column {
			first = t
		}
	}
	return first
}
