package twin

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/journal"
	"github.com/evoke-go/evoke/internal/run"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// maxSeeds bounds the tests of an earlier run of another program that are evaluated at the start.
const maxSeeds = 400

// readKilledRuns reads the journals of killed runs into a new engine. If they belong to another program, it evaluates
// their tests again.
func (j *job) readKilledRuns(e *run.Engine) error {
	if !j.Same {
		return seed(e, j.Journals)
	}
	var tallies []json.RawMessage
	for _, path := range j.Journals {
		state, err := journal.Load(path, e.Registry(), e.Problem().DecodeCase)
		if err != nil {
			return fmt.Errorf("evoke: %w", err)
		}
		if len(state.Tallies) > 0 {
			tallies = state.Tallies // they include earlier ones
		}
		state.Tallies = nil
		if err := apply(e, state); err != nil {
			return err
		}
	}
	return apply(e, &journal.State[*testcase.Case]{Tallies: tallies})
}

// counts returns the statistics of a worker at the end of the last killed run.
func (j *job) counts() (search.Stats, error) {
	var last search.Stats
	if !j.Same {
		return last, nil
	}
	for _, path := range j.Journals {
		if !strings.HasSuffix(path, fmt.Sprintf("-%d%s", j.Worker.Number, filepath.Ext(path))) {
			continue
		}
		stats, err := statsOf(path)
		if err != nil {
			return last, err
		}
		if stats.Evaluations > 0 {
			last = stats
		}
	}
	return last, nil
}

// statsOf returns the last statistics in a journal.
func statsOf(path string) (search.Stats, error) {
	state, err := journal.Load(path, &fitness.Registry{}, func([]byte) (int, error) { return 0, nil })
	if err != nil {
		return search.Stats{}, fmt.Errorf("evoke: %w", err)
	}
	return state.Stats, nil
}

// seed gives an engine the newest tests of some journals to begin with. It leaves out tests that no longer fit.
func seed(e *run.Engine, journals []string) error {
	var cases []*testcase.Case
	seen := map[string]bool{}
	for _, path := range journals {
		state, err := journal.Load(path, &fitness.Registry{}, func(data []byte) ([]byte, error) { return data, nil })
		if err != nil {
			return fmt.Errorf("evoke: %w", err)
		}
		for _, test := range state.Tests {
			if seen[string(test.Individual)] {
				continue
			}
			seen[string(test.Individual)] = true
			if c, err := e.Problem().DecodeCase(test.Individual); err == nil {
				cases = append(cases, c)
			}
		}
	}
	e.Seed(cases[max(0, len(cases)-maxSeeds):])
	return nil
}
