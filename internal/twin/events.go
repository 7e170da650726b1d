package twin

import (
	"encoding/json"
	"io"
	"os"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/journal"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/search"
)

// eventsEvery is how often the parent reads the journals of the workers.
const eventsEvery = 50 * time.Millisecond

// events passes the events in the journals to the observer in this process.
type events struct {
	observe func(search.Event)
	readers []*journal.Reader[struct{}]
	working []*workReader
	stats   []search.Evaluation // the last of each worker
}

// observed returns a task whose observer may panic: the panic is recorded, and the search continues.
func observed(t *task.Task, b *supervise.Border) *task.Task {
	if t.Observe == nil {
		return t
	}
	own, observe := *t, t.Observe
	own.Observe = func(e search.Event) { b.Try("the observer Search.Observe", func() { observe(e) }) }
	return &own
}

func (s *supervisor) newEvents(jobs []*job) *events {
	e := &events{observe: s.task.Observe, stats: make([]search.Evaluation, len(jobs))}
	for _, j := range jobs {
		if s.task.Observe != nil {
			e.working = append(e.working, newWorkReader(j.Worker.working()))
		}
		if j.Search == nil || !j.Search.Observed {
			continue
		}
		decode := func([]byte) (struct{}, error) { return struct{}{}, nil }
		e.readers = append(e.readers, journal.Open(j.Worker.journal(j.Worker.Number), &fitness.Registry{}, decode))
	}
	return e
}

// until passes on events until a worker has ended.
func (e *events) until(end <-chan ended) ended {
	ticker := time.NewTicker(eventsEvery)
	defer ticker.Stop()
	for {
		select {
		case out := <-end:
			e.read()
			return out
		case <-ticker.C:
			e.read()
			e.works()
		}
	}
}

func (e *events) read() {
	for worker, r := range e.readers {
		// A journal that cannot be read now is read next time. The search does not
		// depend on it.
		_, _ = r.Next(journal.Callbacks[struct{}]{Event: func(event search.Event) { e.pass(worker, event) }})
	}
}

// works passes on the work after the search.
func (e *events) works() {
	for _, r := range e.working {
		if w, ok := r.last(); ok {
			e.observe(w)
		}
	}
}

// pass passes on an event of one worker with the statistics of all workers.
func (e *events) pass(worker int, event search.Event) {
	switch x := event.(type) {
	case search.Evaluation:
		e.stats[worker] = x
		e.observe(e.sum(x))
	case search.Covered:
		e.stats[worker].Stats = x.Stats
		e.observe(search.Covered{Target: x.Target, Cause: x.Cause,
			Stats: e.sum(search.Evaluation{Stats: x.Stats}).Stats})
	default:
		e.observe(event)
	}
}

// sum adds up the work of all workers. It takes the coverage from the worker
// that sent the event.
func (e *events) sum(last search.Evaluation) search.Evaluation {
	out := last
	out.Stats.Evaluations, out.Stats.Cost, out.Progress = 0, 0, 0
	for _, s := range e.stats {
		out.Stats.Evaluations += s.Stats.Evaluations
		out.Stats.Cost += s.Stats.Cost
		out.Progress += s.Progress / float64(len(e.stats))
	}
	return out
}

func (e *events) close() {
	for _, r := range e.readers {
		_ = r.Close() // it was only read
	}
}

// workEvery is the time between two notes of the same work in a file.
const workEvery = 100 * time.Millisecond

// noteWork returns a function that notes the work after the search in a file, for the parent. It notes nothing if the
// file cannot be written: no result depends on it.
func noteWork(path string) func(search.Work) {
	var last search.Work
	var at time.Time
	var file *os.File
	return func(w search.Work) {
		if w.What == last.What && time.Since(at) < workEvery {
			return
		}
		last, at = w, time.Now()
		if file == nil {
			var err error
			if file, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
				return
			}
		}
		if data, err := json.Marshal(w); err == nil {
			_, _ = file.Write(append(data, '\n'))
		}
	}
}

// workReader reads the file of [noteWork].
type workReader struct {
	path string
	read int64 // the bytes that were read
}

// newWorkReader returns a reader of the work that is noted from now on.
func newWorkReader(path string) *workReader {
	r := &workReader{path: path}
	r.last()
	return r
}

// last returns the last work that was noted since the last call. It returns false if there is none.
func (r *workReader) last() (w search.Work, ok bool) {
	file, err := os.Open(r.path)
	if err != nil {
		return w, false
	}
	defer file.Close()
	if _, err := file.Seek(r.read, io.SeekStart); err != nil {
		return w, false
	}
	d, began := json.NewDecoder(file), r.read
	for {
		var next search.Work
		if d.Decode(&next) != nil { // a line that is not complete is read next time
			return w, ok
		}
		w, ok, r.read = next, true, began+d.InputOffset()
	}
}

// tellWork tells the observer of a task about work without parts.
func tellWork(t *task.Task, what string) {
	if t.Observe != nil {
		t.Observe(search.Work{What: what})
	}
}
