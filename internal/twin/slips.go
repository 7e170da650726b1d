package twin

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/supervise"
)

// panics is the file to which a worker writes the panics that are not the system's.
func (w worker) panics() string {
	return filepath.Join(w.Dir, fmt.Sprintf("panics-%d.jsonl", w.Number))
}

// tell adds the panics of all workers that are not the system's to a result.
func (s *supervisor) tell(r *deliver.Result) {
	files, _ := filepath.Glob(filepath.Join(s.place.dir, "panics-*.jsonl")) // the pattern is good
	var b supervise.Border
	b.Take(files)
	r.Tell(b.Slips())
}

// maxOwn is how many processes of one worker may die of Evoke's own panics before it searches no more.
const maxOwn = 20

// own goes on after a process that died of a panic of Evoke's own, which is nothing that the system did.
func (s *supervisor) own(j *job, exit *supervise.Exit, f *supervise.Flight, e *ended) error {
	if supervise.Tested() {
		return errors.New(string(exit.Stderr))
	}
	b := supervise.Border{File: j.Worker.panics()}
	slip := supervise.Slip{Part: "a process of the search", Place: exit.Own, Value: exit.Message, Own: true}
	slip.Stack = string(exit.Stderr)
	b.Add(slip)
	e.own++
	j.kind().died(j, &burial{flight: *f, began: s.began, last: e.own >= maxOwn})
	if f.Phase == "suite" {
		j.Ending = append(j.Ending, f.Evaluation)
	}
	return nil
}
