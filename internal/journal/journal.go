// Package journal keeps what a search found in a file. The file survives the
// death of the process. The process that replaces it reads the file, and so do
// processes that search at the same time.
//
// A journal is a file of JSON lines. A [Writer] appends each record with one
// write. Several processes may write to one journal, one after the other. A
// [Reader] follows the file while it grows. It skips a line that is incomplete
// because its writer died.
package journal

import (
	"encoding/json"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
)

// version is the version of the format. A reader accepts no other.
const version = 1

// record is one line. Its targets are those to which this line, or a later line of the same process, refers for the
// first time.
type record struct {
	Version int             `json:"journal,omitempty"` // begins a process
	Targets []targetRecord  `json:"targets,omitempty"`
	Test    *testRecord     `json:"test,omitempty"`
	Stats   *statsRecord    `json:"stats,omitempty"`
	Tally   json.RawMessage `json:"tally,omitempty"`
	Fault   json.RawMessage `json:"fault,omitempty"`
	Learned json.RawMessage `json:"learned,omitempty"`
	Phase   string          `json:"phase,omitempty"`
	Events  []eventRecord   `json:"events,omitempty"`
}

// targetRecord gives the number by which the writing process knows a target.
type targetRecord struct {
	ID   fitness.ID   `json:"id"`
	Kind fitness.Kind `json:"kind"`
	Name string       `json:"name,omitempty"`
	// Raw is the name if it is not valid UTF-8, as JSON requires of texts. The
	// name holds the source of a condition, which may be cut inside a character.
	Raw []byte `json:"raw,omitempty"`
}

func recordTarget(id fitness.ID, t fitness.Target) targetRecord {
	if !utf8.ValidString(t.Name) {
		return targetRecord{ID: id, Kind: t.Kind, Raw: []byte(t.Name)}
	}
	return targetRecord{ID: id, Kind: t.Kind, Name: t.Name}
}

func (r targetRecord) target() fitness.Target {
	return fitness.Target{Kind: r.Kind, Name: r.Name + string(r.Raw)}
}

type testRecord struct {
	Individual json.RawMessage `json:"individual"`
	Scores     []scoreRecord   `json:"scores"`
	Size       int             `json:"size"`
	Cost       int             `json:"cost"`
	By         string          `json:"by,omitempty"`
}

// scoreRecord is encoded as [id, action, value]. The form is short, because
// scores make up most of a journal.
type scoreRecord fitness.Score

// MarshalJSON writes [id, action, value].
func (s scoreRecord) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{s.ID, s.Action, s.Value})
}

// UnmarshalJSON reads [id, action, value].
func (s *scoreRecord) UnmarshalJSON(data []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	if len(parts) != 3 {
		return fmt.Errorf("a score of %d parts", len(parts))
	}
	for i, to := range []any{&s.ID, &s.Action, &s.Value} {
		if err := json.Unmarshal(parts[i], to); err != nil {
			return err
		}
	}
	if s.Action < 0 || !(s.Value > 0 && s.Value <= 1) {
		return fmt.Errorf("a score of %v by action %d", s.Value, s.Action)
	}
	return nil
}

// statsRecord is [search.Stats] in the order of its fields.
type statsRecord [8]int64

func recordStats(s search.Stats) *statsRecord {
	last := s.LastImprovement
	return &statsRecord{
		int64(s.Evaluations), int64(s.Cost), int64(s.Covered), int64(s.Reached), int64(s.Elapsed),
		int64(last.Evaluations), int64(last.Cost), int64(last.Elapsed),
	}
}

func (r *statsRecord) stats() search.Stats {
	return search.Stats{
		Evaluations: int(r[0]), Cost: int(r[1]), Covered: int(r[2]), Reached: int(r[3]), Elapsed: time.Duration(r[4]),
		LastImprovement: search.Moment{Evaluations: int(r[5]), Cost: int(r[6]), Elapsed: time.Duration(r[7])},
	}
}

// eventRecord is a [search.Covered] with a target and stats, a
// [search.Improved] with a target alone, a [search.Evaluation] with stats alone.
type eventRecord struct {
	Target   *fitness.ID  `json:"target,omitempty"`
	Value    float64      `json:"value,omitempty"`
	Before   float64      `json:"before,omitempty"`
	Stats    *statsRecord `json:"stats,omitempty"`
	Cause    string       `json:"cause,omitempty"`
	Progress float64      `json:"progress,omitempty"`
	Note     string       `json:"note,omitempty"`
}
