package suttest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/sut"
)

// TestTracer checks that a controller keeps the contract of [sut.Tracer]. The targets that a call reached are reported
// once, with ids of the registry and values in (0,1]. The same call reaches the same targets. Only covered targets may
// be left out, and all are reported when all are asked for. A context that has ended leads to an error.
//
// system returns a new controller that is a tracer. call is the request to make: it has to reach targets, at least one
// of them fully, and the same ones each time after a Reset.
func TestTracer(t testing.TB, system func() sut.Controller, call *sut.Request) {
	t.Helper()
	runTracerChecks(t, system, call, patience)
}

func runTracerChecks(t testing.TB, system func() sut.Controller, call *sut.Request, patience time.Duration) {
	t.Helper()
	for _, c := range tracerChecks {
		done := make(chan error, 1)
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		go func() { done <- runTracerCheck(ctx, system(), call, c.run) }()
		select {
		case err := <-done:
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		case <-time.After(2 * patience):
			t.Errorf("%s: it hangs", c.name)
		}
		cancel()
	}
}

func runTracerCheck(ctx context.Context, c sut.Controller, call *sut.Request, check func(*tracerKit) error) error {
	tracer, ok := c.(sut.Tracer)
	if !ok {
		return errors.New("the controller is no sut.Tracer")
	}
	caller, _, err := sut.Open(ctx, c, sut.RemoteOptions{Timeout: time.Second})
	if err != nil {
		return fmt.Errorf("opening: %w", err)
	}
	k := &tracerKit{kit: kit{ctx: ctx, controller: c, caller: caller}, tracer: tracer, call: call,
		registry: &fitness.Registry{}}
	k.inside = tracer.Inside(k.registry)
	err = check(k)
	if stopErr := c.Stop(context.WithoutCancel(ctx)); err == nil && stopErr != nil {
		return fmt.Errorf("stopping: %w", stopErr)
	}
	return err
}

// tracerKit is what a check of a tracer works with.
type tracerKit struct {
	kit
	tracer   sut.Tracer
	call     *sut.Request
	registry *fitness.Registry
	inside   sut.Inside
}

// tracerChecks are the checks of TestTracer, each on a system of its own.
var tracerChecks = []struct {
	name string
	run  func(*tracerKit) error
}{
	{"a call reaches targets", reaches},
	{"what was told is not told again", tellsOnce},
	{"Begin forgets", forgets},
	{"Take appends", appends},
	{"the same call reaches the same", repeats},
	{"only covered targets are left out", mutes},
	{"with all nothing is left out", tellsAll},
	{"what is known fits", knows},
	{"the end of the context is an error", heeds},
}

// test resets the system, begins a test and makes the call. It returns the best value of each target that was reached.
func (k *tracerKit) test(all bool) (map[fitness.ID]float64, error) {
	if err := k.controller.Reset(k.ctx); err != nil {
		return nil, fmt.Errorf("reset: %w", err)
	}
	if err := k.tracer.Begin(k.ctx, all); err != nil {
		return nil, fmt.Errorf("begin: %w", err)
	}
	if _, err := k.caller.Call(k.ctx, k.call); err != nil {
		return nil, fmt.Errorf("%s %s: %w", k.call.Method, k.call.Target, err)
	}
	return k.take()
}

// take returns the targets that were reached, and checks the rules for them.
func (k *tracerKit) take() (map[fitness.ID]float64, error) {
	reached, err := k.tracer.Take(k.ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("take: %w", err)
	}
	best := map[fitness.ID]float64{}
	for _, r := range reached {
		if r.Target < 0 || int(r.Target) >= k.registry.Len() {
			return nil, fmt.Errorf("the id %d is none of the registry, which has %d", r.Target, k.registry.Len())
		}
		if target := k.registry.Target(r.Target); target.Kind == "" || target.Name == "" {
			return nil, fmt.Errorf("a target of kind %q has the name %q", target.Kind, target.Name)
		}
		if !(r.Value > 0 && r.Value <= 1) || math.IsNaN(r.Value) {
			return nil, fmt.Errorf("%s has the value %v, which is not in (0,1]", k.registry.Target(r.Target), r.Value)
		}
		best[r.Target] = max(best[r.Target], r.Value)
	}
	return best, nil
}

func reaches(k *tracerKit) error {
	reached, err := k.test(false)
	if err != nil {
		return err
	}
	if !slices.Contains(slices.Collect(maps.Values(reached)), 1) {
		return fmt.Errorf("the call covers none of the %d targets that it reaches", len(reached))
	}
	return nil
}

func tellsOnce(k *tracerKit) error {
	if _, err := k.test(false); err != nil {
		return err
	}
	return k.nothing()
}

// nothing checks that no target is reported.
func (k *tracerKit) nothing() error {
	reached, err := k.take()
	for id := range reached {
		return fmt.Errorf("%s was reached without a call", k.registry.Target(id))
	}
	return err
}

func forgets(k *tracerKit) error {
	if err := k.tracer.Begin(k.ctx, true); err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	if _, err := k.caller.Call(k.ctx, k.call); err != nil {
		return err
	}
	if err := k.tracer.Begin(k.ctx, true); err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	return k.nothing()
}

func appends(k *tracerKit) error {
	if err := k.tracer.Begin(k.ctx, true); err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	if _, err := k.caller.Call(k.ctx, k.call); err != nil {
		return err
	}
	mine := sut.Reached{Target: 4711, Value: 0.25}
	reached, err := k.tracer.Take(k.ctx, []sut.Reached{mine})
	switch {
	case err != nil:
		return fmt.Errorf("take: %w", err)
	case len(reached) < 2 || reached[0] != mine:
		return errors.New("what was in the slice before is not there any more")
	}
	return nil
}

func repeats(k *tracerKit) error {
	first, err := k.test(true)
	if err != nil {
		return err
	}
	again, err := k.test(true)
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(first)) {
		if again[id] != first[id] {
			return fmt.Errorf("%s has %v in one test and %v in the next", k.registry.Target(id), first[id], again[id])
		}
	}
	return k.missing(again, first, "in the test before")
}

// missing checks that in has all targets of all.
func (k *tracerKit) missing(all, in map[fitness.ID]float64, where string) error {
	for _, id := range slices.Sorted(maps.Keys(all)) {
		if _, there := in[id]; !there {
			return fmt.Errorf("%s is not reached %s", k.registry.Target(id), where)
		}
	}
	return nil
}

func mutes(k *tracerKit) error {
	open, err := k.test(false)
	if err != nil {
		return err
	}
	maps.DeleteFunc(open, func(_ fitness.ID, value float64) bool { return value == 1 })
	again, err := k.test(false)
	if err != nil {
		return err
	}
	return k.missing(open, again, "any more, and was never covered")
}

func tellsAll(k *tracerKit) error {
	first, err := k.test(false)
	if err != nil {
		return err
	}
	if _, err := k.test(false); err != nil {
		return err
	}
	all, err := k.test(true)
	if err != nil {
		return err
	}
	return k.missing(first, all, "where all are asked for")
}

func knows(k *tracerKit) error {
	reached, err := k.test(false)
	if err != nil {
		return err
	}
	if err := plain("a constant", k.inside.Constants); err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(reached)) {
		if err := k.knowsOf(id); err != nil {
			return fmt.Errorf("%s: %w", k.registry.Target(id), err)
		}
	}
	if k.inside.Last != nil {
		if _, err := k.inside.Last(k.ctx); err != nil {
			return fmt.Errorf("the place behind a call: %w", err)
		}
	}
	return nil
}

// knowsOf checks what Inside knows of a target. A target with words has a place.
func (k *tracerKit) knowsOf(id fitness.ID) error {
	if k.inside.Watch != nil {
		k.inside.Watch(id)
	}
	if k.inside.Values != nil {
		if err := plain("a constant", k.inside.Values(id)); err != nil {
			return err
		}
	}
	if k.inside.Seen != nil {
		if err := plain("an operand", k.inside.Seen(id)); err != nil {
			return err
		}
	}
	if k.inside.Describe != nil {
		if what, place := k.inside.Describe(id); what == "" && place != "" {
			return fmt.Errorf("it is at %s, and there are no words for it", place)
		}
	}
	return nil
}

// plain checks that values are of the types that inputs can be made of.
func plain(what string, values []any) error {
	for _, v := range values {
		switch v.(type) {
		case string, int64, float64, rune, sut.Wanted:
		default:
			return fmt.Errorf("%s has the type %T", what, v)
		}
	}
	return nil
}

func heeds(k *tracerKit) error {
	ended, cancel := context.WithCancel(k.ctx)
	cancel()
	if err := k.tracer.Begin(ended, false); !errors.Is(err, context.Canceled) {
		return fmt.Errorf("a Begin with a context that has ended gives the error %v", err)
	}
	if _, err := k.test(false); err != nil {
		return fmt.Errorf("afterwards: %w", err)
	}
	if _, err := k.tracer.Take(ended, nil); !errors.Is(err, context.Canceled) {
		return fmt.Errorf("a Take with a context that has ended gives the error %v", err)
	}
	if _, err := k.test(false); err != nil {
		return fmt.Errorf("afterwards: %w", err)
	}
	return nil
}
