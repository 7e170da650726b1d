package searchtest_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/search/searchtest"
)

type (
	vector  = searchtest.Vector
	session = search.Session[vector]
)

// stepFunc is an algorithm without state of its own.
type stepFunc func(ctx context.Context, s *session) error

func (f stepFunc) Step(ctx context.Context, s *session) error { return f(ctx, s) }

// stateless returns a constructor that always returns this algorithm, which has no state.
func stateless(f stepFunc) func() search.Algorithm[vector] {
	return func() search.Algorithm[vector] { return f }
}

func sampleOne(ctx context.Context, s *session) (*search.Evaluated[vector], error) {
	return s.Evaluate(ctx, s.Sample())
}

// mutator keeps its latest evaluated individual and breaks a law with it.
type mutator struct {
	last     *search.Evaluated[vector]
	breakLaw func(s *session, last *search.Evaluated[vector]) vector
}

func (m *mutator) Step(ctx context.Context, s *session) (err error) {
	next := s.Sample()
	if m.last != nil && s.Rand().IntN(2) == 0 {
		next = m.breakLaw(s, m.last)
	}
	m.last, err = s.Evaluate(ctx, next)
	return err
}

func harming(harm func(*session, *search.Evaluated[vector]) vector) func() search.Algorithm[vector] {
	return func() search.Algorithm[vector] { return &mutator{breakLaw: harm} }
}

// fakeTB collects the errors that a test reports.
type fakeTB struct {
	testing.TB
	errors []string
}

func (f *fakeTB) Helper() {}

func (f *fakeTB) Errorf(format string, args ...any) {
	f.errors = append(f.errors, fmt.Sprintf(format, args...))
}

func TestKitFailsBrokenAlgorithms(t *testing.T) {
	shared := 0
	tests := map[string]struct {
		algorithm func() search.Algorithm[vector]
		want      string // part of one of the errors
	}{
		"evaluates nothing": {
			stateless(func(context.Context, *session) error { return nil }),
			"a step made none",
		},
		"samples for ever": {
			stateless(func(_ context.Context, s *session) error {
				for {
					s.Sample()
				}
			}),
			"it goes on and on",
		},
		"ignores every error and goes on": {
			stateless(func(ctx context.Context, s *session) error {
				v := s.Sample()
				for {
					_, _ = s.Evaluate(ctx, v)
				}
			}),
			"it goes on and on",
		},
		"hides every error": {
			stateless(func(ctx context.Context, s *session) error {
				_, _ = sampleOne(ctx, s)
				return nil
			}),
			"error of the evaluator: got \"100 steps returned no error\"",
		},
		"hides the end of the budget": {
			stateless(func(ctx context.Context, s *session) error {
				if _, err := sampleOne(ctx, s); !errors.Is(err, search.ErrBudget) {
					return err
				}
				return nil
			}),
			"a step returns ErrBudget",
		},
		"returns an error of its own": {
			stateless(func(ctx context.Context, s *session) error {
				if _, err := sampleOne(ctx, s); err != nil {
					return errors.New("something went wrong")
				}
				return nil
			}),
			"a step returns the error of the context: got \"something went wrong\"",
		},
		"takes scores for granted": {
			stateless(func(ctx context.Context, s *session) error {
				e, err := sampleOne(ctx, s)
				if err == nil && e.Scores[0].Value == 0 {
					return errors.New("odd")
				}
				return err
			}),
			"nothing reached is no problem: after 1 evaluations: panic",
		},
		"has random numbers of its own": {
			stateless(func(ctx context.Context, s *session) error {
				if rand.IntN(2) == 0 {
					s.Sample()
				}
				_, err := sampleOne(ctx, s)
				return err
			}),
			"the same seed gives the same search",
		},
		"looks at the clock": {
			stateless(func(ctx context.Context, s *session) error {
				if uint64(time.Now().UnixNano())*0x9e3779b97f4a7c15>>63 == 0 {
					s.Sample()
				}
				_, err := sampleOne(ctx, s)
				return err
			}),
			"the same seed gives the same search",
		},
		"shares state": {
			func() search.Algorithm[vector] {
				shared = 0
				return stepFunc(func(ctx context.Context, s *session) error {
					if shared++; shared%2 == 0 {
						s.Sample()
					}
					_, err := sampleOne(ctx, s)
					return err
				})
			},
			"two algorithms share nothing",
		},
		"changes the parent": {
			harming(func(_ *session, last *search.Evaluated[vector]) vector {
				last.Individual[0]++
				return last.Individual
			}),
			"what was evaluated stays as it is",
		},
		"changes the scores": {
			harming(func(s *session, last *search.Evaluated[vector]) vector {
				last.Scores[0].Value = 0
				return s.Sample()
			}),
			"what was evaluated stays as it is",
		},
		"changes what was imported": {
			stateless(func(ctx context.Context, s *session) error {
				for _, e := range s.Imported() {
					e.Individual[0]++
				}
				_, err := sampleOne(ctx, s)
				return err
			}),
			"what others found breaks nothing",
		},
		"trips over what was imported": {
			stateless(func(ctx context.Context, s *session) error {
				if len(s.Imported()) > 0 {
					return errors.New("who is that")
				}
				_, err := sampleOne(ctx, s)
				return err
			}),
			"what others found breaks nothing: toy groups: after 0 evaluations: who is that",
		},
		"counts for itself": {
			func() search.Algorithm[vector] {
				steps := 0
				return stepFunc(func(ctx context.Context, s *session) error {
					if steps++; steps > 450 {
						return nil
					}
					_, err := sampleOne(ctx, s)
					return err
				})
			},
			"a step made none",
		},
		"draws before it is asked": {
			func() search.Algorithm[vector] {
				r := rand.New(rand.NewPCG(1, 1))
				return stepFunc(func(ctx context.Context, s *session) error {
					_, err := s.Evaluate(ctx,
						vector{r.IntN(9), 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0})
					return err
				})
			},
			"the resumed search repeats the first",
		},
		"changes the size": {
			harming(func(s *session, last *search.Evaluated[vector]) vector {
				last.Size = 0
				return s.Sample()
			}),
			"what was evaluated stays as it is",
		},
		"stays with the first individual": {
			func() search.Algorithm[vector] {
				var first vector
				return stepFunc(func(ctx context.Context, s *session) error {
					if first == nil {
						first = s.Sample()
					}
					_, err := s.Evaluate(ctx, first)
					return err
				})
			},
			"easy targets are covered among infeasible ones",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			fake := &fakeTB{TB: t}
			searchtest.Run(fake, tt.algorithm)
			assert.Contains(t, strings.Join(fake.errors, "\n"), tt.want)
			assert.ErrorContains(t, searchtest.Check(tt.algorithm), tt.want)
		})
	}
}
