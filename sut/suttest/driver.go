package suttest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/sut/driver"
)

// TestDriver checks that a driver keeps the protocol of package driver: what [TestTracer]
// checks of its system, and that a reset or a new start brings the first state back.
//
// options returns the options of a controller of the system. call is the request to make: as for [TestTracer], and its
// answer has to be the same each time in a fresh system. If the driver announces that it reports incidents, those have
// to be the same each time too, and those of the last call alone.
func TestDriver(t testing.TB, options func() driver.Options, call *sut.Request) {
	t.Helper()
	TestTracer(t, func() sut.Controller { return driver.New(options()) }, call)
	for _, c := range driverChecks {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		if err := runDriverCheck(ctx, driver.New(options()), call, c.run); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		cancel()
	}
}

// driverChecks are what TestDriver runs beside those of tracers.
var driverChecks = []struct {
	name string
	run  func(context.Context, *driver.Controller, *sut.Request) error
}{
	{"a reset brings the first state back", sameAfter((*driver.Controller).Reset)},
	{"a stopped system starts again", sameAfter(func(c *driver.Controller, ctx context.Context) error {
		if err := c.Stop(ctx); err != nil {
			return err
		}
		_, err := c.Start(ctx)
		return err
	})},
	{"what goes wrong is that of the last call", incidents},
}

func runDriverCheck(
	ctx context.Context, c *driver.Controller, call *sut.Request,
	check func(context.Context, *driver.Controller, *sut.Request) error,
) error {
	if _, err := c.Start(ctx); err != nil {
		return err
	}
	err := check(ctx, c, call)
	if stopErr := c.Stop(context.WithoutCancel(ctx)); err == nil && stopErr != nil {
		err = fmt.Errorf("stopping: %w", stopErr)
	}
	if _, callErr := c.Call(ctx, call); err == nil && callErr == nil {
		err = errors.New("a system that was stopped answers")
	}
	return err
}

// incidents checks the incidents that a driver reports.
func incidents(ctx context.Context, c *driver.Controller, call *sut.Request) error {
	happened := c.Inside(&fitness.Registry{}).Incidents
	if happened == nil {
		return nil
	}
	var first []sut.Incident
	for i := range 3 {
		if err := errors.Join(c.Reset(ctx), c.Begin(ctx, true)); err != nil {
			return err
		}
		if before := happened(); len(before) > 0 {
			return fmt.Errorf("before a call it says that %d things went wrong", len(before))
		}
		if _, err := c.Call(ctx, call); err != nil {
			return err
		}
		switch went := slices.Clone(happened()); {
		case i == 0:
			first = went
		case !slices.Equal(first, went):
			return fmt.Errorf("it says that %v went wrong, and said %v at first", went, first)
		}
		if _, err := c.Take(ctx, nil); err != nil {
			return err
		}
		if after := happened(); len(after) > 0 {
			return fmt.Errorf("after a call was taken it says that %d things went wrong", len(after))
		}
	}
	return nil
}

// sameAfter returns a check that the answer is the first one again after a change.
func sameAfter(
	what func(*driver.Controller, context.Context) error,
) func(context.Context, *driver.Controller, *sut.Request) error {
	return func(ctx context.Context, c *driver.Controller, call *sut.Request) error {
		var first []byte
		for i := range 3 {
			resp, err := c.Call(ctx, call)
			switch {
			case err != nil:
				return err
			case resp.Outcome != sut.Answered:
				return fmt.Errorf("the outcome is %s (%s)", resp.Outcome, resp.Detail)
			case i == 0:
				first = bytes.Clone(resp.Body)
			case !bytes.Equal(first, resp.Body):
				return fmt.Errorf("the answer is %.100q, and was %.100q at first", resp.Body, first)
			}
			if _, err := c.Call(ctx, call); err != nil {
				return err
			}
			if err := what(c, ctx); err != nil {
				return err
			}
		}
		return nil
	}
}
