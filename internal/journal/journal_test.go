package journal_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/journal"
	"github.com/evoke-go/evoke/search"
)

func encode(s string) ([]byte, error) { return json.Marshal(s) }

func decode(data []byte) (s string, err error) {
	err = json.Unmarshal(data, &s)
	return s, err
}

// process is a search that keeps a journal: its targets, its archive.
type process struct {
	registry fitness.Registry
	archive  search.Archive[string]
	writer   *journal.Writer[string]
}

func begin(t require.TestingT, path string) *process {
	p := &process{}
	w, err := journal.Append(path, &p.registry, encode)
	require.NoError(t, err)
	p.writer = w
	return p
}

// evaluate shows an individual to the archive and the journal.
func (p *process) evaluate(t require.TestingT, individual string, size int, values map[string]float64) {
	var board fitness.Board
	for _, name := range slices.Sorted(maps.Keys(values)) { // ids are given in this order
		board.Score(p.registry.ID(fitness.Target{Kind: "t", Name: name}), len(name), values[name])
	}
	e := &search.Evaluated[string]{Individual: individual, Scores: board.Take(), Size: size, Cost: size + 1}
	e.By = "maker of " + strconv.Itoa(size)
	require.NoError(t, p.writer.Improved(e, p.archive.Add(e)))
}

// best returns the best individuals of an archive, by the names of their targets.
func best(a *search.Archive[string], registry *fitness.Registry) map[string]string {
	out := map[string]string{}
	a.Each(func(id fitness.ID, e *search.Evaluated[string], value float64) {
		for _, s := range e.Scores {
			if s.ID == id {
				out[registry.Target(id).String()] = fmt.Sprint(e.Individual, e.Size, e.Cost, value, s.Action)
			}
		}
	})
	for name, ids := range a.Found() {
		for _, id := range ids {
			out["found "+registry.Target(id).String()] = name
		}
	}
	return out
}

func load(t require.TestingT, path string, registry *fitness.Registry) *journal.State[string] {
	state, err := journal.Load(path, registry, decode)
	require.NoError(t, err)
	return state
}

var someStats = search.Stats{
	Evaluations: 3, Cost: 9, Covered: 1, Reached: 2, Elapsed: time.Second + 1,
	LastImprovement: search.Moment{Evaluations: 2, Cost: 5, Elapsed: time.Millisecond},
}

// writeTwice has two processes write a journal. The first one dies without a
// Close; the second knows the targets by other numbers.
func writeTwice(t *testing.T, path string) {
	first := begin(t, path)
	require.NoError(t, first.writer.Phase("search"))
	first.evaluate(t, "a", 3, map[string]float64{"x": 0.1, "y": 1})
	first.evaluate(t, "worse", 3, map[string]float64{"x": 0.1})
	first.evaluate(t, "b", 2, map[string]float64{"x": 0.3, "y": 0.9})
	require.NoError(t, first.writer.Stats(search.Stats{Evaluations: 1}))
	require.NoError(t, first.writer.Tally(map[string]int{"old": 1}))
	require.NoError(t, first.writer.Tally(map[string]int{"calls": 1}))
	require.NoError(t, first.writer.Fault("the first\nfault"))

	second := begin(t, path)
	second.registry.ID(fitness.Target{Kind: "t", Name: "of its own"})
	second.evaluate(t, "c", 9, map[string]float64{"z": 0.5, "x": 0.7})
	require.NoError(t, second.writer.Stats(someStats))
	require.NoError(t, second.writer.Tally(map[string]int{"calls": 2}))
	require.NoError(t, second.writer.Fault(2))
	require.NoError(t, second.writer.Phase("minimise"))
	require.NoError(t, second.writer.Close())
}

func TestJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	writeTwice(t, path)
	registry := &fitness.Registry{}
	z := registry.ID(fitness.Target{Kind: "t", Name: "z"})
	state := load(t, path, registry)
	x := registry.ID(fitness.Target{Kind: "t", Name: "x"})
	y := registry.ID(fitness.Target{Kind: "t", Name: "y"})
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, &journal.State[string]{
		Processes: 2,
		Tests: []*search.Evaluated[string]{
			{Individual: "a", Size: 3, Cost: 4, By: "maker of 3",
				Scores: fitness.Scores{{ID: x, Action: 1, Value: 0.1}, {ID: y, Action: 1, Value: 1}}},
			{Individual: "b", Size: 2, Cost: 3, By: "maker of 2",
				Scores: fitness.Scores{{ID: x, Action: 1, Value: 0.3}}},
			{Individual: "c", Size: 9, Cost: 10, By: "maker of 9",
				Scores: fitness.Scores{{ID: z, Action: 1, Value: 0.5}, {ID: x, Action: 1, Value: 0.7}}},
		},
		Stats:   someStats,
		Tallies: []json.RawMessage{[]byte(`{"calls":1}`), []byte(`{"calls":2}`)},
		Faults:  []json.RawMessage{[]byte(`"the first\nfault"`), []byte(`2`)},
		Phase:   "minimise",
		Offset:  info.Size(),
	}, state)
}

// TestWrittenOnce: a target is named once and an individual written once, in
// lines of JSON.
func TestWrittenOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	p := begin(t, path)
	p.evaluate(t, "first individual", 1, map[string]float64{"a target": 0.1, "b": 0.2})
	p.evaluate(t, "second individual", 1, map[string]float64{"a target": 0.2})
	p.evaluate(t, "no better", 1, map[string]float64{"a target": 0.2})
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, 1, strings.Count(string(data), "a target"))
	assert.Equal(t, 1, strings.Count(string(data), "first individual"))
	assert.NotContains(t, string(data), "no better")
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	assert.Len(t, lines, 3)
	for _, line := range lines {
		assert.True(t, json.Valid([]byte(line)), line)
	}
}

// someText has what JSON has to escape and what it cannot hold.
var someText = rapid.SampledFrom([]string{"a", "b", "c\n", `"`, "<&>", "\u2028", "ä", "\xff\xfe", "\xc3"})

// TestSameArchive: a reader of the journal of any search gets the same archive, also if several processes wrote it one
// after the other.
func TestSameArchive(t *testing.T) {
	dir, run := t.TempDir(), 0
	rapid.Check(t, func(t *rapid.T) {
		run++
		path := filepath.Join(dir, fmt.Sprint(run))
		var p *process
		registry := &fitness.Registry{}
		for range rapid.IntRange(1, 3).Draw(t, "processes") {
			next := begin(t, path)
			for _, test := range load(t, path, &next.registry).Tests {
				next.archive.Add(test)
			}
			p = next
			for range rapid.IntRange(0, 8).Draw(t, "evaluations") {
				values := rapid.MapOfN(someText, rapid.SampledFrom([]float64{0.1, 1.0 / 3, 0.7, 1}), 0, 4).Draw(t,
					"values")
				p.evaluate(t, strings.ToValidUTF8(someText.Draw(t, "individual"), "?"),
					rapid.IntRange(1, 3).Draw(t, "size"), values)
			}
		}
		state := load(t, path, registry)
		var archive search.Archive[string]
		for _, test := range state.Tests {
			archive.Add(test)
		}
		assert.Zero(t, state.Skipped)
		assert.Equal(t, best(&p.archive, &p.registry), best(&archive, registry))
	})
}

// TestTorn cuts a journal at any byte, as the death of its writer does, and continues it. Complete records and later
// ones are read.
func TestTorn(t *testing.T) {
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole")
	p := begin(t, whole)
	for i := range 5 {
		p.evaluate(t, fmt.Sprint("individual ", i), 1,
			map[string]float64{fmt.Sprint("target ", i): 0.5, "same": float64(i+1) / 10})
	}
	data, err := os.ReadFile(whole)
	require.NoError(t, err)
	for cut := range data {
		path := filepath.Join(dir, "cut")
		require.NoError(t, os.WriteFile(path, data[:cut], 0o600))
		complete := max(0, strings.Count(string(data[:cut]), "\n")-1)
		state := load(t, path, &fitness.Registry{})
		require.Len(t, state.Tests, complete, "cut at %d", cut)
		require.Zero(t, state.Skipped, "a torn last line is no error")

		next := begin(t, path)
		next.evaluate(t, "after", 1, map[string]float64{"later": 1})
		state = load(t, path, &fitness.Registry{})
		require.LessOrEqual(t, state.Skipped, 1, "cut at %d", cut)
		// A record that lacks only the end of its line is complete.
		require.Contains(t, []int{complete + 1, complete + 2}, len(state.Tests), "cut at %d", cut)
		require.Equal(t, "after", state.Tests[len(state.Tests)-1].Individual)
		require.NoError(t, next.writer.Close())
	}
}

// grown returns a journal of four individuals, each with stats behind it.
func grown(t *testing.T) (path string, data []byte) {
	path = filepath.Join(t.TempDir(), "grown")
	p := begin(t, path)
	for i := range 4 {
		p.evaluate(t, fmt.Sprint(i), 1, map[string]float64{"a": float64(i+1) / 10})
		require.NoError(t, p.writer.Stats(search.Stats{Evaluations: i + 1}))
	}
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return path, data
}

func telling(told *[]string) journal.Callbacks[string] {
	return journal.Callbacks[string]{
		Improved: func(e *search.Evaluated[string]) { *told = append(*told, e.Individual) },
		Stats:    func(_ int, s search.Stats) { *told = append(*told, fmt.Sprint("after ", s.Evaluations)) },
	}
}

// TestFollow reads a journal while it grows, byte by byte.
func TestFollow(t *testing.T) {
	_, data := grown(t)
	path := filepath.Join(t.TempDir(), "journal")
	r := journal.Open(path, &fitness.Registry{}, decode)
	defer r.Close()
	var told []string
	n, err := r.Next(telling(&told))
	require.NoError(t, err, "there is no journal yet")
	require.Zero(t, n)
	f, err := os.Create(path)
	require.NoError(t, err)
	defer f.Close()
	all := 0
	for i := range data {
		_, err := f.Write(data[i : i+1])
		require.NoError(t, err)
		n, err := r.Next(telling(&told))
		require.NoError(t, err)
		all += n
		if n > 0 {
			assert.Equal(t, byte('\n'), data[i])
			assert.EqualValues(t, i+1, r.Offset())
		}
	}
	assert.Equal(t, []string{"0", "after 1", "1", "after 2", "2", "after 3", "3", "after 4"}, told)
	assert.Equal(t, len(told), all)
}

// TestSkip continues after any of the records, where another reader stopped.
func TestSkip(t *testing.T) {
	path, data := grown(t)
	var all []string
	first := journal.Open(path, &fitness.Registry{}, decode)
	defer first.Close()
	_, err := first.Next(telling(&all))
	require.NoError(t, err)
	lines := 0
	for i, b := range data {
		if b != '\n' {
			continue
		}
		var told []string
		r := journal.Open(path, &fitness.Registry{}, decode)
		r.Skip(int64(i) + 1)
		_, err := r.Next(telling(&told))
		require.NoError(t, err)
		assert.ElementsMatch(t, all[lines:], told)
		skipped, err := r.Skipped()
		assert.Zero(t, skipped)
		assert.NoError(t, err)
		require.NoError(t, r.Close())
		lines++
	}
	assert.Equal(t, len(all)+1, lines)
}

func TestEvents(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	p := begin(t, path)
	a, b := fitness.Target{Kind: "k", Name: "a"}, fitness.Target{Kind: "k", Name: "b"}
	stats := search.Stats{Evaluations: 1, Cost: 2, Covered: 3, Reached: 4, Elapsed: 5}
	events := []search.Event{
		search.Improved{Target: a, Value: 0.5},
		search.Evaluation{Stats: stats, Progress: 0.1},
		search.Improved{Target: a, Value: 0.7, Before: 0.5},
		search.Covered{Target: b, Stats: stats},
		search.Evaluation{Stats: stats, Progress: 1},
		search.Evaluation{},
	}
	for _, e := range events {
		require.NoError(t, p.writer.Observe(e))
	}
	got := func() (out []search.Event) {
		r := journal.Open(path, &fitness.Registry{}, decode)
		defer r.Close()
		n, err := r.Next(journal.Callbacks[string]{Event: func(e search.Event) { out = append(out, e) }})
		require.NoError(t, err)
		assert.Len(t, out, n)
		return out
	}
	assert.Empty(t, got(), "held back")
	require.NoError(t, p.writer.Phase("what comes after the events"))
	assert.Equal(t, events, got())
	require.NoError(t, p.writer.Observe(events[0]))
	require.NoError(t, p.writer.Flush())
	assert.Len(t, got(), 7)
	require.NoError(t, p.writer.Observe(search.Evaluation{Stats: search.Stats{Elapsed: time.Second}}))
	assert.Len(t, got(), 8, "the search went on for long")
	for range 1000 {
		require.NoError(t, p.writer.Observe(events[1]))
	}
	assert.Greater(t, len(got()), 700, "some hundred at a time")
	require.NoError(t, p.writer.Observe(search.Note{Text: "slow"}))
	assert.Equal(t, search.Note{Text: "slow"}, got()[1008], "people are told at once")
	require.NoError(t, p.writer.Close())
	assert.Len(t, got(), 1009)
}

func TestErrors(t *testing.T) {
	_, err := journal.Append(filepath.Join(t.TempDir(), "no", "folder"), &fitness.Registry{}, encode)
	assert.ErrorIs(t, err, os.ErrNotExist)

	state := load(t, filepath.Join(t.TempDir(), "nothing"), &fitness.Registry{})
	assert.Equal(t, &journal.State[string]{}, state)
	_, err = journal.Load(t.TempDir(), &fitness.Registry{}, decode)
	assert.Error(t, err, "a folder")

	path := filepath.Join(t.TempDir(), "journal")
	broken := errors.New("broken")
	registry := &fitness.Registry{}
	w, err := journal.Append(path, registry, func(int) ([]byte, error) { return nil, broken })
	require.NoError(t, err)
	id := registry.ID(fitness.Target{Kind: "t", Name: "x"})
	changes := []search.Change{{ID: id, Value: 1}}
	require.NoError(t, w.Improved(&search.Evaluated[int]{}, nil), "nothing changed")
	require.ErrorIs(t, w.Improved(&search.Evaluated[int]{}, changes), broken)
	assert.ErrorIs(t, w.Phase("more"), broken)
	assert.ErrorIs(t, w.Observe(search.Evaluation{}), broken)
	assert.ErrorIs(t, w.Close(), broken)

	w, err = journal.Append(path, registry, func(int) ([]byte, error) { return []byte("no JSON"), nil })
	require.NoError(t, err)
	require.Error(t, w.Improved(&search.Evaluated[int]{}, changes))
	w, err = journal.Append(path, registry, func(int) ([]byte, error) { return []byte("1"), nil })
	require.NoError(t, err)
	require.Error(t, w.Tally(func() {}))
	assert.Error(t, w.Fault("after an error"))
}

// TestNotUnderstood: lines that cannot be parsed are skipped and counted.
func TestNotUnderstood(t *testing.T) {
	for name, line := range map[string]string{
		"no JSON":            `{`,
		"unknown target":     `{"test":{"individual":"a","scores":[[7,0,1]]}}`,
		"score of two":       `{"test":{"individual":"a","scores":[[7,0]]}}`,
		"value above 1":      `{"targets":[{"id":7,"kind":"k"}],"test":{"individual":"a","scores":[[7,0,1.1]]}}`,
		"value of 0":         `{"targets":[{"id":7,"kind":"k"}],"test":{"individual":"a","scores":[[7,0,0]]}}`,
		"action below 0":     `{"targets":[{"id":7,"kind":"k"}],"test":{"individual":"a","scores":[[7,-1,1]]}}`,
		"individual":         `{"test":{"individual":1}}`,
		"no individual":      `{"test":{}}`,
		"event of nothing":   `{"events":[{}]}`,
		"event of no target": `{"events":[{"target":3}]}`,
		"another format":     `{"journal":99}`,
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "journal")
			text := `{"phase":"before any process"}` + "\n" + `{"journal":1}` + "\n" + line + "\n\n" +
				`{"journal":1,"phase":"good"}` + "\n"
			require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
			r := journal.Open(path, &fitness.Registry{}, decode)
			defer r.Close()
			var phases []string
			_, err := r.Next(journal.Callbacks[string]{
				Improved: func(e *search.Evaluated[string]) { t.Error("an individual", e) },
				Event:    func(e search.Event) { t.Error("an event", e) },
				Phase:    func(_ int, phase string) { phases = append(phases, phase) },
			})
			require.NoError(t, err)
			assert.Equal(t, []string{"good"}, phases)
			skipped, reason := r.Skipped()
			assert.Equal(t, 2, skipped)
			assert.ErrorContains(t, reason, "at offset 0: no process began before it")
		})
	}
}
