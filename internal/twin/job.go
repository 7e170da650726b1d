// Package twin does a run in two processes: the one that asked for it, and one
// that is made of the same program with probes in it, which may die of what the
// search finds.
package twin

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
)

// jobVariable names the environment variable that tells a process which job it
// was started for: the path of a file.
const jobVariable = "EVOKE_JOB"

// job is what a process is started for. Exactly one of its kinds is set.
type job struct {
	// Call is the call of the front door to carry out.
	Call callID
	// Worker says which of several processes that search it is.
	Worker worker
	// Attempt is how many processes for the same job have ended before.
	Attempt int
	// Ending are the executions, counted while a suite is made, that ended a
	// process: they are not made again.
	Ending []int
	// Deaths counts the processes that died, by the operation that was under way.
	Deaths map[string]int
	// Memory is the most memory the process may take, in bytes.
	Memory int64
	// Earlier are the calls of the program that ended before this one.
	Earlier []endedCall
	// Sent is the task of a process that is not a program of the user but was
	// made for a package; nil for the program's own.
	Sent *sentTask

	Search *searchJob
	Suite  *suiteJob
	Answer *answerJob
	Verify *verifyJob

	begun chan struct{} // closed when the call of the job is made
}

// worker is one of the processes of a run that search beside each other.
type worker struct {
	// Dir is the folder of the run, where the files named below are.
	Dir string
	// Number counts from 0 to Of-1.
	Number, Of int
}

// journal is the file that a worker writes what it finds to.
func (w worker) journal(number int) string {
	return filepath.Join(w.Dir, fmt.Sprintf("worker-%d.journal", number))
}

// flight is the file that says what the worker is doing.
func (w worker) flight() string {
	return filepath.Join(w.Dir, fmt.Sprintf("worker-%d.flight", w.Number))
}

// searchJob searches, and makes the suite where it is the only one that does.
type searchJob struct {
	// Suite says that the suite is to be made as well.
	Suite bool
	// Before is what the processes before did.
	Before search.Stats
	// State is what the process before knew, see [problem.Keeper].
	State []byte
	// Observed says that the events of the search are wanted.
	Observed bool
}

// suiteJob makes the suite of what other processes found.
type suiteJob struct {
	// Before is what these did.
	Before search.Stats
	State  []byte
}

// answerJob executes the tests of a suite where nothing was executed before, for
// their answers.
type answerJob struct {
	Kept  *problem.Kept
	State []byte
}

// verifyJob makes the suite of kept tests anew, where nothing was executed
// before.
type verifyJob struct {
	Kept   *problem.Kept
	Repeat string // what the suite says of itself
	State  []byte
}

// kind is what one of the kinds of jobs does in its own way.
type kind interface {
	// name is a part of the names of the files of the job.
	name() string
	// do carries the job out, in the process that was started for it.
	do(ctx context.Context, c *child) outcome
	// died says what the next process for the job is to do after one died.
	died(j *job, b *burial)
}

// kind returns the one that is set.
func (j *job) kind() kind {
	switch {
	case j.Search != nil:
		return j.Search
	case j.Suite != nil:
		return j.Suite
	case j.Answer != nil:
		return j.Answer
	}
	return j.Verify
}

// searches reports whether chance is to be the same as in other processes of the
// search. Where tests are executed to see what differs between processes, it is
// what it is.
func (j *job) searches() bool { return j.Search != nil || j.Suite != nil }

// name is that of search-worker 2, third attempt: "2-search-2".
func (j *job) name() string {
	return fmt.Sprintf("%d-%s-%d", j.Worker.Number, j.kind().name(), j.Attempt)
}

// outcome is the file that the process leaves at its end.
func (j *job) outcome() string {
	return filepath.Join(j.Worker.Dir, "worker-"+j.name()+".outcome")
}

// write puts the job into a file and returns its path.
func (j *job) write() (string, error) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(j); err != nil {
		return "", fmt.Errorf("evoke: a configuration that cannot be sent to another process: %w", err)
	}
	path := j.outcome() + ".job"
	return path, os.WriteFile(path, b.Bytes(), 0o600)
}

// given returns the job of this process, nil for a process of the user. It is
// read once; the answer cannot change.
var given = sync.OnceValues(func() (*job, error) {
	path := os.Getenv(jobVariable)
	if path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("evoke: %s: %w", jobVariable, err)
	}
	j := &job{begun: make(chan struct{})}
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(j); err != nil {
		return nil, fmt.Errorf("evoke: %s: %w", jobVariable, err)
	}
	return j, nil
})
