// Command weight measures what the engine of a white-box search weighs: the
// calls per second of a search that sees inside of a service, as the front door
// makes it, against those of a bare loop that sends the same requests to the
// plain handler with httptest. Both sides run in turns, resets included. It runs
// in the folder of the module bench.
//
//	go run ./weight                                  # rest-ncs, 3 rounds of 100,000 calls
//	go run ./weight -service bookshop -calls 20000 -rounds 1
package main

import (
	"context"
	"encoding/gob"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench"
	"github.com/evoke-go/evoke/sut"
)

func main() {
	service := flag.String("service", "rest-ncs", "name of the service")
	calls := flag.Int("calls", 100_000, "calls of a search")
	rounds := flag.Int("rounds", 3, "how often to measure")
	flag.Parse()
	s, err := bench.Named(*service)
	if err == nil {
		err = weigh(context.Background(), s, *calls, *rounds)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "weight:", err)
		os.Exit(1)
	}
}

// weigh makes the rounds: a search that keeps its requests, the same again
// without that, which is what counts, and the bare loop.
func weigh(ctx context.Context, s *bench.Service, calls, rounds int) error {
	tape, remove, err := tapePath()
	if err != nil {
		return err
	}
	defer remove()
	for seed := range rounds {
		tape := fmt.Sprintf("%s-%d", tape, seed)
		if _, err := search(ctx, s, uint64(seed), calls, s.System(), tape); err != nil {
			return err
		}
		engine, err := search(ctx, s, uint64(seed), calls, s.System(), "")
		if err != nil {
			return err
		}
		bare, err := replay(s, tape)
		if err != nil {
			return err
		}
		fmt.Printf("%s seed %d: %d calls in %.2f s, %.0f calls/s; bare %d calls in %.2f s, "+
			"%.0f calls/s; ratio %.1f %%\n",
			s.Name, seed, engine.calls, engine.took.Seconds(), engine.rate(), bare.calls,
			bare.took.Seconds(), bare.rate(),
			100*engine.rate()/bare.rate())
	}
	return nil
}

// tapeVariable tells the process that searches, which runs this program again,
// where the tape is.
const tapeVariable = "EVOKE_WEIGHT_TAPE"

func tapePath() (path string, remove func(), err error) {
	if path = os.Getenv(tapeVariable); path != "" {
		return path, func() {}, nil
	}
	dir, err := os.MkdirTemp("", "evoke-weight-")
	if err != nil {
		return "", nil, err
	}
	path = filepath.Join(dir, "tape")
	return path, func() { _ = os.RemoveAll(dir) }, os.Setenv(tapeVariable, path)
}

// spent is what a number of calls took.
type spent struct {
	calls int
	took  time.Duration
}

func (s spent) rate() float64 { return float64(s.calls) / s.took.Seconds() }

// search makes a run and returns what its search took. With a path the requests
// are written there.
func search(
	ctx context.Context, s *bench.Service, seed uint64, calls int, system *sut.Handler, path string,
) (spent, error) {
	cfg := evoke.Config{
		Schema: string(s.Schema), System: evoke.System{Controller: system}, REST: s.REST(),
		WhiteBox: evoke.WhiteBox{Cover: s.Cover},
		Search:   evoke.Search{Seed: seed}, Budget: evoke.Budget{Calls: calls},
	}
	if path != "" {
		cfg.System.Controller = &recorder{Tape: bench.Record(system), path: path}
	}
	result, err := evoke.Run(ctx, cfg)
	if err != nil {
		return spent{}, err
	}
	return spent{result.Stats.Cost, result.Stats.Elapsed}, nil
}

// recorder writes its tape when it stops, which is in the process that searches.
type recorder struct {
	*bench.Tape
	path string
}

func (r *recorder) Stop(ctx context.Context) error {
	err := r.Tape.Stop(ctx)
	if len(r.Tests) == 0 {
		return err
	}
	f, createErr := os.OpenFile(r.path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(createErr, fs.ErrExist) {
		return err // it is the process that executes the tests again
	}
	if createErr != nil {
		return errors.Join(err, createErr)
	}
	return errors.Join(err, gob.NewEncoder(f).Encode(r.Tests), f.Close())
}

// replay sends what is on a tape to the plain handler.
func replay(s *bench.Service, path string) (spent, error) {
	f, err := os.Open(path)
	if err != nil {
		return spent{}, err
	}
	defer f.Close()
	var tests [][]*sut.Request
	if err := gob.NewDecoder(f).Decode(&tests); err != nil {
		return spent{}, fmt.Errorf("tape: %w", err)
	}
	i := s.Instance()
	i.New()
	began := time.Now()
	answers, err := i.Replay(tests)
	took := time.Since(began)
	return spent{answers.Calls, took}, errors.Join(err, i.Close())
}
