package twin

import (
	"fmt"
	"time"
)

// worn says why a process is to be replaced.
type worn int

const (
	fit       worn = iota // it is not
	piledUp               // too many goroutines of earlier calls
	stillRuns             // actions that were given up still run
)

// wear counts the processes of searches that were replaced because the system left goroutines in them that cannot be
// ended.
type wear struct {
	goroutines int // processes in which goroutines piled up
	actions    int // processes with actions that were given up and still ran
	starting   time.Duration
}

// replaced notes a process that is replaced, and the time that it took besides the search.
func (w *wear) replaced(o *outcome, took time.Duration) {
	if o.Worn == stillRuns {
		w.actions++
	} else {
		w.goroutines++
	}
	w.starting += took
}

// add adds the wear of another worker.
func (w *wear) add(other *wear) {
	w.goroutines, w.actions, w.starting = w.goroutines+other.goroutines, w.actions+other.actions,
		w.starting+other.starting
}

// leastWear is the part of the time of a run that starts of processes have to take before a warning names this time.
const leastWear = 0.1

// warnings returns at most one warning, which says why processes were replaced and what to do. all is the time of the
// run.
func (w *wear) warnings(all time.Duration) (out []string) {
	took := ""
	if w.starting > time.Second && float64(w.starting) > leastWear*float64(all) {
		took = fmt.Sprintf(", about %.0f %% of the time went to their starts",
			10*max(1, float64(int(10*w.starting.Seconds()/all.Seconds()))))
	}
	if w.goroutines > 0 {
		out = append(out, fmt.Sprintf(
			"the process of the search was replaced %s, since goroutines piled up in it that the system starts and "+
				"does not end%s; faults of goroutine leaks name the places where they start", times(w.goroutines), took,
		))
		took = ""
	}
	if w.actions > 0 {
		out = append(
			out, fmt.Sprintf("the process of the search was replaced %s, since calls that got no answer "+
				"in time went on in it, or transactions that it left open held rows%s; a handler that ends with the "+
				"context of its request needs no new process",
				times(w.actions), took),
		)
	}
	return out
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
