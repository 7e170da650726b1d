package suttest

import (
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/sut"
)

// scripted is a tracer with given results. Its targets are covered, open, or not reached.
type scripted struct {
	*sut.Handler
	registry *fitness.Registry
	calls    int
	all      bool
	told     bool // covered was reported with 1 in an earlier test
	telling  bool
}

func newScripted() *scripted {
	return &scripted{Handler: sut.NewHandler(NewHandler, sut.HandlerOptions{Timeout: short})}
}

func (s *scripted) Call(ctx context.Context, r *sut.Request) (*sut.Response, error) {
	s.calls++
	return s.Handler.Call(ctx, r)
}

func (s *scripted) Inside(registry *fitness.Registry) sut.Inside {
	s.registry = registry
	return sut.Inside{
		Constants: []any{int64(3), "text", 'x', 0.5},
		Values:    func(fitness.ID) []any { return []any{"text"} },
		Seen:      func(fitness.ID) []any { return []any{sut.Wanted{Form: probe.Matching, Text: "^a$"}} },
		Describe:  func(fitness.ID) (what, place string) { return "n > 3 is true", "api/a.go:3" },
		Last:      func(ctx context.Context) (string, error) { return "api/a.go:3", ctx.Err() },
	}
}

func (s *scripted) Begin(ctx context.Context, all bool) error {
	s.calls, s.all = 0, all
	s.told, s.telling = s.told || s.telling, false
	return ctx.Err()
}

func (s *scripted) Take(ctx context.Context, into []sut.Reached) ([]sut.Reached, error) {
	if s.calls == 0 || ctx.Err() != nil {
		return into, ctx.Err()
	}
	s.calls = 0
	into = append(into, sut.Reached{Target: s.id("open"), Value: 0.5}, sut.Reached{Target: s.id("open"), Value: 0.25})
	if s.all || !s.told {
		s.telling = true
		into = append(into, sut.Reached{Target: s.id("covered"), Value: 1})
	}
	return into, nil
}

func (s *scripted) id(name string) fitness.ID {
	return s.registry.ID(fitness.Target{Kind: sut.BranchTarget, Name: name})
}

func newCount() *sut.Request { return &sut.Request{Method: http.MethodGet, Target: "/count"} }

func TestTracersConform(t *testing.T) {
	TestTracer(t, func() sut.Controller { return newScripted() }, newCount())
}

// cells are those of a handler that was instrumented by hand.
var cells struct {
	group [8]probe.Group
	stmts [4]probe.Stmt
	conds [4]probe.Cond
	nears [1]probe.Near
}

// instrumented is a handler with the probes of this program.
type instrumented struct {
	*sut.Handler
	*sut.Probes
}

func TestProbesConform(t *testing.T) {
	probe.Register(probe.Package{
		Path: "example.com/shop", Groups: cells.group[:1], Statements: cells.stmts[:1], Conditions: cells.conds[:1],
		Distances: cells.nears[:],
		Sites:     "F shop.go\nS 12 3\nC b i= 12 7 n == 100\nV 100\n",
	})
	t.Cleanup(probe.UnmuteAll)
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		probe.Enter(&cells.group[0], &cells.stmts[0])
		probe.Ints(probe.At(&cells.group[0], &cells.conds[0], &cells.nears[0])).Eq(int64(len(r.URL.Path)), 100)
		probe.Done(&cells.group[0], &cells.stmts[0])
		w.WriteHeader(http.StatusNoContent)
	})
	TestTracer(t, func() sut.Controller {
		return instrumented{sut.NewHandler(func() http.Handler { return handler }, sut.HandlerOptions{}),
			sut.NewProbes()}
	}, newCount())
}

// harmed is a good tracer with one part replaced.
type harmed struct {
	*scripted
	inside func(sut.Inside) sut.Inside
	begin  func(ctx context.Context, all bool) error
	take   func(ctx context.Context, into []sut.Reached) ([]sut.Reached, error)
}

func (h *harmed) Inside(registry *fitness.Registry) sut.Inside {
	known := h.scripted.Inside(registry)
	if h.inside != nil {
		known = h.inside(known)
	}
	return known
}

func (h *harmed) Begin(ctx context.Context, all bool) error {
	if h.begin != nil {
		return h.begin(ctx, all)
	}
	return h.scripted.Begin(ctx, all)
}

func (h *harmed) Take(ctx context.Context, into []sut.Reached) ([]sut.Reached, error) {
	if h.take != nil {
		return h.take(ctx, into)
	}
	return h.scripted.Take(ctx, into)
}

// edit makes h change the targets that it reports.
func (h *harmed) edit(change func(*sut.Reached)) {
	h.take = func(ctx context.Context, into []sut.Reached) ([]sut.Reached, error) {
		into, err := h.scripted.Take(ctx, into)
		for i := range into {
			change(&into[i])
		}
		return into, err
	}
}

// with makes h change its Inside.
func (h *harmed) with(change func(*sut.Inside)) {
	h.inside = func(known sut.Inside) sut.Inside {
		change(&known)
		return known
	}
}

func TestKitFailsBrokenTracers(t *testing.T) {
	boom := errors.New("boom")
	tests := map[string]struct {
		harm func(*harmed)
		want string // part of one of the errors
	}{
		"fails to begin": {
			func(h *harmed) { h.begin = func(context.Context, bool) error { return boom } },
			"a call reaches targets: begin: boom",
		},
		"fails to take": {
			func(h *harmed) {
				h.take = func(_ context.Context, into []sut.Reached) ([]sut.Reached, error) { return into, boom }
			},
			"a call reaches targets: take: boom",
		},
		"hangs": {
			func(h *harmed) { h.begin = func(context.Context, bool) error { select {} } },
			"it hangs",
		},
		"tells nothing": {
			func(h *harmed) {
				h.take = func(ctx context.Context, into []sut.Reached) ([]sut.Reached, error) { return into, ctx.Err() }
			},
			"the call covers none of the 0 targets",
		},
		"covers nothing": {
			func(h *harmed) { h.edit(func(r *sut.Reached) { r.Value = 0.5 }) },
			"the call covers none of the 2 targets",
		},
		"tells a zero": {func(h *harmed) { h.edit(func(r *sut.Reached) { r.Value = 0 }) },
			"has the value 0, which is not in (0,1]"},
		"tells more than one": {func(h *harmed) { h.edit(func(r *sut.Reached) { r.Value *= 2 }) },
			"has the value 2, which is not in (0,1]"},
		"tells no number": {func(h *harmed) { h.edit(func(r *sut.Reached) { r.Value = math.NaN() }) },
			"which is not in (0,1]"},
		"has ids of its own": {func(h *harmed) { h.edit(func(r *sut.Reached) { r.Target += 100 }) },
			"is none of the registry"},
		"has targets without a name": {
			func(h *harmed) {
				h.edit(func(r *sut.Reached) { r.Target = h.registry.ID(fitness.Target{Kind: "branch"}) })
			},
			`a target of kind "branch" has the name ""`,
		},
		"has ids that change": {
			func(h *harmed) {
				n := 0
				h.edit(func(r *sut.Reached) {
					n++
					r.Target = h.id(strings.Repeat("x", n))
				})
			},
			"the same call reaches the same: branch x has",
		},
		"tells more each time": {
			func(h *harmed) {
				n := 0
				h.take = func(ctx context.Context, into []sut.Reached) ([]sut.Reached, error) {
					n++
					if n%2 == 0 {
						into = append(into, sut.Reached{Target: h.id("late"), Value: 0.5})
					}
					return h.scripted.Take(ctx, into)
				}
			},
			"the same call reaches the same: branch late is not reached in the test before",
		},
		"tells again": {
			func(h *harmed) {
				h.take = func(ctx context.Context, into []sut.Reached) ([]sut.Reached, error) {
					h.calls++
					return h.scripted.Take(ctx, into)
				}
			},
			"what was told is not told again: branch",
		},
		"does not forget": {
			func(h *harmed) {
				h.begin = func(ctx context.Context, all bool) error {
					calls := h.calls
					err := h.scripted.Begin(ctx, all)
					h.calls = calls
					return err
				}
			},
			"Begin forgets: branch",
		},
		"replaces the slice": {
			func(h *harmed) {
				h.take = func(ctx context.Context, into []sut.Reached) ([]sut.Reached, error) {
					return h.scripted.Take(ctx, into[:0])
				}
			},
			"Take appends: what was in the slice before",
		},
		"leaves open targets out": {
			func(h *harmed) {
				n := 0
				h.take = func(ctx context.Context, into []sut.Reached) ([]sut.Reached, error) {
					into, err := h.scripted.Take(ctx, into)
					if n++; n > 1 && !h.all {
						into = slices.DeleteFunc(into, func(r sut.Reached) bool { return r.Value < 1 })
					}
					return into, err
				}
			},
			"only covered targets are left out: branch open is not reached any more",
		},
		"never tells all": {
			func(h *harmed) {
				h.begin = func(ctx context.Context, _ bool) error { return h.scripted.Begin(ctx, false) }
			},
			"with all nothing is left out: branch covered is not reached where all are asked for",
		},
		"knows constants of another type": {
			func(h *harmed) { h.with(func(known *sut.Inside) { known.Constants = []any{3} }) },
			"what is known fits: a constant has the type int",
		},
		"knows values of another type": {
			func(h *harmed) {
				h.with(func(known *sut.Inside) { known.Values = func(fitness.ID) []any { return []any{true} } })
			},
			"a constant has the type bool",
		},
		"saw operands of another type": {
			func(h *harmed) {
				h.with(func(known *sut.Inside) { known.Seen = func(fitness.ID) []any { return []any{nil} } })
			},
			"an operand has the type <nil>",
		},
		"has places without words": {
			func(h *harmed) {
				h.with(func(known *sut.Inside) {
					known.Describe = func(fitness.ID) (what, place string) { return "", "a.go:3" }
				})
			},
			"it is at a.go:3, and there are no words for it",
		},
		"does not know where it is": {
			func(h *harmed) {
				h.with(func(known *sut.Inside) {
					known.Last = func(context.Context) (string, error) { return "", boom }
				})
			},
			"the place behind a call: boom",
		},
		"begins after the end": {
			func(h *harmed) {
				h.begin = func(_ context.Context, all bool) error { return h.scripted.Begin(context.Background(), all) }
			},
			"Begin with a context that has ended gives the error <nil>",
		},
		"takes after the end": {
			func(h *harmed) {
				h.take = func(_ context.Context, into []sut.Reached) ([]sut.Reached, error) {
					return h.scripted.Take(context.Background(), into)
				}
			},
			"Take with a context that has ended gives the error <nil>",
		},
		"is dead after the end": {
			func(h *harmed) {
				dead := false
				h.begin = func(ctx context.Context, all bool) error {
					if dead = dead || ctx.Err() != nil; dead {
						return context.Canceled
					}
					return h.scripted.Begin(ctx, all)
				}
			},
			"the end of the context is an error: afterwards: begin: context canceled",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake := &fakeTB{}
			runTracerChecks(fake, func() sut.Controller {
				h := &harmed{scripted: newScripted()}
				test.harm(h)
				return h
			}, newCount(), map[bool]time.Duration{true: short / 10, false: patience}[name == "hangs"])
			assert.Contains(t, strings.Join(fake.errors, "\n"), test.want)
		})
	}
}

func TestKitFailsControllersWithoutATracer(t *testing.T) {
	fake := &fakeTB{}
	TestTracer(fake, func() sut.Controller { return sut.NewHandler(NewHandler, sut.HandlerOptions{}) }, newCount())
	assert.Contains(t, strings.Join(fake.errors, "\n"), "the controller is no sut.Tracer")
}
