package run

import (
	"context"
	"fmt"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/sut"
)

// tracer calls the tracer of a controller across a border: if the tracer panics, it has seen nothing.
type tracer struct {
	own    sut.Tracer
	border *supervise.Border
}

// tracerOf returns the tracer for a task's system: its controller, or else the probes of this process, which a handler
// is part of. It returns nil if nothing is to be observed. The second result is these probes, nil for none.
func tracerOf(t *task.Task, b *supervise.Border) (sut.Tracer, *sut.Probes) {
	switch {
	case t.Traced():
		return &tracer{t.SUT.(sut.Tracer), b}, nil
	case !t.BlackBox():
		if probes := sut.NewProbes(); probes != nil {
			probes.Allow(t.Neighbours)
			return probes, probes
		}
	}
	return nil, nil
}

func (t *tracer) try(f func()) {
	t.border.TryNamed(func() string { return fmt.Sprintf("tracer %T", t.own) }, f)
}

// Begin implements [sut.Tracer].
func (t *tracer) Begin(ctx context.Context, all bool) (err error) {
	t.try(func() { err = t.own.Begin(ctx, all) })
	return err
}

// Take implements [sut.Tracer].
func (t *tracer) Take(ctx context.Context, into []sut.Reached) (out []sut.Reached, err error) {
	out = into
	t.try(func() { out, err = t.own.Take(ctx, into) })
	return out, err
}

// Inside implements [sut.Tracer].
func (t *tracer) Inside(registry *fitness.Registry) (in sut.Inside) {
	t.try(func() { in = t.own.Inside(registry) })
	in.Values, in.Seen = tellsOf(t, in.Values), tellsOf(t, in.Seen)
	in.Heard, in.Inputs = tells(t, in.Heard), tells(t, in.Inputs)
	in.Tables, in.Incidents = tells(t, in.Tables), tells(t, in.Incidents)
	in.Neighbours, in.Queries, in.ReadsClock = tells(t, in.Neighbours), tells(t, in.Queries), tells(t, in.ReadsClock)
	in.Arrange, in.Advance = takes(t, in.Arrange), takes(t, in.Advance)
	in.Watch, in.Listen = takes(t, in.Watch), takes(t, in.Listen)
	if describe := in.Describe; describe != nil {
		in.Describe = func(target fitness.ID) (what, place string) {
			t.try(func() { what, place = describe(target) })
			return what, place
		}
	}
	if last := in.Last; last != nil {
		in.Last = func(ctx context.Context) (place string, err error) {
			t.try(func() { place, err = last(ctx) })
			return place, err
		}
	}
	return in
}

// tells returns a function of [sut.Inside] that is called across the border. It returns nil for nil.
func tells[T any](t *tracer, f func() T) func() T {
	if f == nil {
		return nil
	}
	return func() (out T) {
		t.try(func() { out = f() })
		return out
	}
}

// tellsOf is tells for a function with a parameter.
func tellsOf[A, T any](t *tracer, f func(A) T) func(A) T {
	if f == nil {
		return nil
	}
	return func(a A) T { return tells(t, func() T { return f(a) })() }
}

// takes is tells for a function without a result.
func takes[A any](t *tracer, f func(A)) func(A) {
	if f == nil {
		return nil
	}
	return func(a A) { t.try(func() { f(a) }) }
}
