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
	reached  []sut.Reached // by the last call
}

func newInside(e problem.Env) *inside {
	in := &inside{tracer: e.Tracer}
	if e.Tracer != nil {
		known := e.Tracer.Inside(e.Registry)
		in.constants, in.describe = known.Constants, known.Describe
		in.known.Values, in.known.Watch, in.known.Seen = known.Values, known.Watch, known.Seen
	}
	return in
}

// begin begins a test. One for a suite is told all targets: what is muted while
// the search runs is what the suite is made for.
func (in *inside) begin(ctx context.Context, all bool) error {
	if in.tracer == nil {
		return nil
	}
	return in.tracer.Begin(ctx, all)
}

// take tells what a call reached.
func (in *inside) take(ctx context.Context, score func(fitness.ID, float64)) (err error) {
	if in.tracer == nil {
		return nil
	}
	if in.reached, err = in.tracer.Take(ctx, in.reached[:0]); err != nil {
		return err
	}
	for _, r := range in.reached {
		score(r.Target, r.Value)
	}
	return nil
}
