package journal

import (
	"encoding/json"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
)

// State is the whole content of a journal.
type State[I any] struct {
	// Processes is how many processes wrote the journal.
	Processes int
	// Tests are the individuals in the order in which they were written. If you
	// add them to an empty archive in this order, you get the writer's archive.
	Tests []*search.Evaluated[I]
	// Stats are the last statistics in the journal.
	Stats search.Stats
	// Tallies are the last tally of each process that wrote one, in the order of
	// the processes.
	Tallies []json.RawMessage
	Faults  []json.RawMessage
	// Learned is what the processes learned besides the archive, in the order in
	// which they wrote it.
	Learned []json.RawMessage
	// Phase is the phase that began last.
	Phase string
	// Offset is how many bytes were read, for [Reader.Skip].
	Offset int64
	// Skipped is how many lines could not be understood. Expect one for each
	// process that died.
	Skipped int
}

// Load reads a whole journal. It treats a journal that does not exist as empty.
func Load[I any](path string, registry *fitness.Registry, decode func([]byte) (I, error)) (*State[I], error) {
	r := Open(path, registry, decode)
	defer r.Close()
	s := &State[I]{}
	tallied := -1
	_, err := r.Next(Callbacks[I]{
		Improved: func(e *search.Evaluated[I]) { s.Tests = append(s.Tests, e) },
		Stats:    func(_ int, stats search.Stats) { s.Stats = stats },
		Tally: func(process int, data json.RawMessage) {
			if process != tallied {
				tallied = process
				s.Tallies = append(s.Tallies, nil)
			}
			s.Tallies[len(s.Tallies)-1] = data
		},
		Fault:   func(_ int, data json.RawMessage) { s.Faults = append(s.Faults, data) },
		Learned: func(_ int, data json.RawMessage) { s.Learned = append(s.Learned, data) },
		Phase:   func(_ int, name string) { s.Phase = name },
	})
	if err != nil {
		return nil, err
	}
	s.Processes, s.Offset = r.process+1, r.offset
	s.Skipped, _ = r.Skipped()
	return s, nil
}
