package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/evoke-go/evoke/bench/experiment/stats"
	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/js/node"
	"github.com/evoke-go/evoke/sut"
)

// collecting compares the same calls: to the service as it is, and to the service with
// probes where each call is followed by what it reached, as in a search. The rounds
// alternate, since the machine is not equally fast all the time; the medians count.
func (s *settings) collecting(ctx context.Context) error {
	chosen, err := s.chosen()
	if err != nil {
		return err
	}
	for _, one := range chosen {
		if err := one.collecting(ctx, os.Stdout, s.calls); err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
	}
	return nil
}

const rounds = 8

func (s service) collecting(ctx context.Context, out io.Writer, calls int) (err error) {
	if s.app.store != nil {
		return errors.New("only the services of this folder are compared")
	}
	targets, err := s.requests(rand.New(rand.NewPCG(1, 2)), 200)
	if err != nil {
		return err
	}
	bare, err := s.started(ctx, true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bare.Stop(ctx)) }()
	seen, err := s.started(ctx, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, seen.Stop(ctx)) }()
	seen.Inside(new(fitness.Registry)).Inputs() // from now on they are noted, as in a search
	remote := sut.NewRemote(bare.BaseURL(), sut.RemoteOptions{})
	if _, err := remote.Start(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, remote.Stop(ctx)) }()
	var plain, collected []float64
	for range rounds + 1 { // the first one warms up
		began := time.Now()
		if err := repeat(ctx, remote, targets, calls, nil); err != nil {
			return err
		}
		plain = append(plain, time.Since(began).Seconds())
		began = time.Now()
		if err := repeat(ctx, seen, targets, calls, seen); err != nil {
			return err
		}
		collected = append(collected, time.Since(began).Seconds())
	}
	a, b := stats.Median(plain[1:]), stats.Median(collected[1:])
	_, err = fmt.Fprintf(out, "%s: %.0f calls/s bare, %.0f calls/s with what they reached, ratio %.2f\n", s.name,
		float64(calls)/a, float64(calls)/b, b/a)
	return err
}

// started starts the service.
func (s service) started(ctx context.Context, plain bool) (*node.Controller, error) {
	options := s.options(nil)
	options.Plain = plain
	c, err := node.New(options)
	if err == nil {
		_, err = c.Start(ctx)
	}
	return c, err
}

// repeat makes calls, and takes what each reached if there is a tracer. A test has three.
func repeat(ctx context.Context, to sut.Caller, targets []string, calls int, tracer sut.Tracer) (err error) {
	var reached []sut.Reached
	for i := range calls {
		if tracer != nil && i%3 == 0 {
			if err := tracer.Begin(ctx, false); err != nil {
				return err
			}
		}
		if _, err := to.Call(ctx, &sut.Request{Method: "GET", Target: targets[i%len(targets)]}); err != nil {
			return err
		}
		if tracer != nil {
			if reached, err = tracer.Take(ctx, reached[:0]); err != nil {
				return err
			}
		}
	}
	return nil
}

// requests are n paths of each operation with values by chance: numbers up to a hundred,
// words of up to eight letters.
func (s service) requests(r *rand.Rand, n int) ([]string, error) {
	var document struct {
		Paths map[string]struct {
			Get struct{ Parameters []struct{ Name, Type string } }
		}
	}
	if err := json.Unmarshal(s.schema, &document); err != nil {
		return nil, err
	}
	var out []string
	for _, path := range slices.Sorted(maps.Keys(document.Paths)) {
		for range n {
			at := path
			for _, p := range document.Paths[path].Get.Parameters {
				at = strings.Replace(at, "{"+p.Name+"}", value(r, p.Type), 1)
			}
			out = append(out, at)
		}
	}
	r.Shuffle(len(out), func(i, k int) { out[i], out[k] = out[k], out[i] })
	return out, nil
}

func value(r *rand.Rand, kind string) string {
	switch kind {
	case "integer":
		return strconv.Itoa(r.IntN(100))
	case "number":
		return strconv.FormatFloat(100*r.Float64(), 'g', -1, 64)
	}
	b := make([]byte, 1+r.IntN(8))
	for i := range b {
		b[i] = byte('a' + r.IntN(26))
	}
	return string(b)
}
