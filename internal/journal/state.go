package journal

import (
	"encoding/json"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
)

// State is all that a journal holds.
type State[I any] struct {
	// Processes is how many processes wrote it.
	Processes int
	// Tests are the individuals, in the order they were written. Shown to an
	// empty archive in this order, they make the archive of the writer.
	Tests []*search.Evaluated[I]
	// Stats are the last that were written.
	Stats search.Stats
	// Tallies are the last of each process that wrote one, in their order.
	Tallies []json.RawMessage
	Faults  []json.RawMessage
	// Learned is what the processes learned beside the archive, in its order.
	Learned []json.RawMessage
	// Phase is the last that began.
	Phase string
	// Offset is how much was read, for [Reader.Skip].
	Offset int64
	// Skipped is how many lines could not be understood. One for each process
	// that died is to be expected.
	Skipped int
}

// Load reads a whole journal. One that does not exist is empty.
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
