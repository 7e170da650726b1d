package function

import (
	"context"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/aim"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/sut"
)

// inside is what is seen of the inside of the functions.
type inside struct {
	tracer    sut.Tracer // nil: nothing
	constants []any
	known     aim.Known
	// describe says which way a condition goes, nil if nobody knows.
	describe func(id fitness.ID) (what, place string)
}

func newInside(e problem.Env) *inside {
	in := &inside{tracer: e.Tracer}
	if v, ok := e.Tracer.(sut.Valuer); ok {
		in.constants, in.known.Values = v.AllValues(), v.Values
	}
	if w, ok := e.Tracer.(sut.Watcher); ok {
		in.known.Watch, in.known.Seen = w.Watch, w.Seen
	}
	if d, ok := e.Tracer.(sut.Describer); ok {
		in.describe = d.Describe
	}
	return in
}

// begin begins a test. One for a suite is told all targets: what is muted while
// the search runs is what the suite is made for.
func (in *inside) begin(_ context.Context, all bool) error {
	if in.tracer != nil {
		in.tracer.Begin(all)
	}
	return nil
}

// take tells what a call reached.
func (in *inside) take(_ context.Context, score func(fitness.ID, float64)) error {
	if in.tracer != nil {
		in.tracer.Take(score)
	}
	return nil
}
