package function

import (
	"context"
	"fmt"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/sut"
)

// inside observes the code of the functions.
type inside struct {
	tracer  sut.Tracer // nil if nothing is observed
	known   sut.Inside
	reached []sut.Reached // reached by the last call
}

func newInside(e problem.Env) *inside {
	in := &inside{tracer: e.Tracer}
	if e.Tracer != nil {
		in.known = e.Tracer.Inside(e.Registry)
	}
	return in
}

// begin begins a test. A test for the suite gets all targets, including covered ones, which are muted during the
// search.
func (in *inside) begin(ctx context.Context, all bool) error {
	if in.tracer == nil {
		return nil
	}
	if err := in.tracer.Begin(ctx, all); err != nil {
		return fmt.Errorf("function: tracer: %w", err)
	}
	return nil
}

// take scores the targets that a call reached.
func (in *inside) take(ctx context.Context, score func(fitness.ID, float64)) (err error) {
	if in.tracer == nil {
		return nil
	}
	if in.reached, err = in.tracer.Take(ctx, in.reached[:0]); err != nil {
		return fmt.Errorf("function: tracer: %w", err)
	}
	for _, r := range in.reached {
		score(r.Target, r.Value)
	}
	return nil
}
