// Package twin does a run in two kinds of processes. The parent is the process that asked for the run. A child is a
// process of the same program, built with probes, which may die of the inputs of the search.
//
// The child runs up to the same call of the front door, which finds its job in a file and does it. It notes each
// call in a flight recorder and each improvement in a journal; both are files, so they outlive it. When it dies,
// the parent blames the call that the flight recorder shows, writes the fault into the journal, and starts the
// next child, which reads the journal and goes on with the budget that is left. At its end a child leaves its
// result as data, and the parent writes the files of the suite.
//
// A kind of job is a type ([Kinds]): it has the work of its process, and how the next process goes on after a death.
// Several workers are several children that read each other's journals; one more child makes the suite of all.
package twin

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/evoke-go/evoke/internal/archive"
	"github.com/evoke-go/evoke/internal/run"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
)

// jobVariable names the environment variable that tells a process its job. The
// value is the path of a file.
const jobVariable = "EVOKE_JOB"

// job is the work for which a process is started.
type job struct {
	// Call identifies the call of the front door to carry out.
	Call callID
	// Worker says which of the parallel search processes this one is.
	Worker worker
	// Attempt counts the processes of the same job that ended before.
	Attempt int
	// Memory is the memory limit of the process in bytes.
	Memory int64
	// Earlier are the calls of the program that ended before this call.
	Earlier []endedCall
	// Sent is the task, if the process was built for a package. It is nil for a
	// program of the user, which makes its own task.
	Sent *sentTask
	// Journals are those of killed runs. Same says that these runs had the same task and the same program.
	Journals []string
	Same     bool

	Archived
	run.Losses
	Kinds

	begun chan struct{}          // closed when the call of the job is made
	unmet func() <-chan struct{} // closed some time after the first other call
}

// Archived is what the archive of a run knows before the run.
type Archived struct {
	// Former are the tests of an earlier suite.
	Former []archive.Test
	// Crashers are tests with inputs that made the program crash under a fuzzer, in the form of archived tests.
	Crashers [][]byte
	// Confirmed are the laws whose breach is a fault.
	Confirmed []archive.Law
}

// Kinds are the kinds of jobs. Exactly one is set.
type Kinds struct {
	Search  *searchJob
	Suite   *suiteJob
	Answer  *answerJob
	Verify  *verifyJob
	Mutants *mutantJob
}

// worker is one of the processes of a run that search in parallel.
type worker struct {
	// Dir is the folder of the run. It holds the files named below.
	Dir string
	// Number counts from 0 to Of-1.
	Number, Of int
	// Output is the folder of the suite, as the user's process names it: below a folder for temporary files, each
	// process would have another name.
	Output string
	// Until is the time when its search ends, even if the budget is not used up, see [run.Process].
	Until time.Time
}

// journal returns the path of the journal to which a worker writes what it
// finds.
func (w worker) journal(number int) string {
	return filepath.Join(w.Dir, fmt.Sprintf("worker-%d.journal", number))
}

// flight returns the path of the worker's flight recorder.
func (w worker) flight() string {
	return filepath.Join(w.Dir, fmt.Sprintf("worker-%d.flight", w.Number))
}

// rows returns the path of the file that has the first rows of the worker's database while they may be changed.
func (w worker) rows() string {
	return filepath.Join(w.Dir, fmt.Sprintf("worker-%d.rows", w.Number))
}

// state returns the path of the file with the knowledge of the worker at the end of its search, see [problem.Keeper].
func (w worker) state() string {
	return filepath.Join(w.Dir, fmt.Sprintf("worker-%d.state", w.Number))
}

// working returns the path of the file that shows what the worker does after the search.
func (w worker) working() string {
	return filepath.Join(w.Dir, fmt.Sprintf("worker-%d.working", w.Number))
}

// searchJob searches, and makes the suite if it is the only search of the run.
type searchJob struct {
	// Suite says that the job also makes the suite.
	Suite bool
	// Rehearse ends the search after so many marks. Default: 0, which means that only the budget ends it.
	Rehearse int
	// Before sums up what earlier processes did.
	Before search.Stats
	// State is the state of the process before, see [problem.Keeper].
	State []byte
	// Observed says that the parent wants the events of the search.
	Observed bool
	// Sparse says that the parent wants few of them, see [task.Search].
	Sparse bool
}

// suiteJob makes the suite from what other processes found.
type suiteJob struct {
	// Before sums up what these processes did.
	Before search.Stats
	State  []byte
}

// answerJob executes the tests of a suite in a new process, and records their answers.
type answerJob struct {
	Kept  *problem.Kept
	State []byte
}

// verifyJob makes the suite again from kept tests, in a new process.
type verifyJob struct {
	Kept   *problem.Kept
	Repeat string // the command in the suite that repeats the run
	State  []byte
}

// kind is a kind of job.
type kind interface {
	// name returns a part of the names of the job's files.
	name() string
	// do carries out the job in the process that was started for it.
	do(ctx context.Context, c *child) outcome
	// died prepares the job for the next process after the death of a process.
	died(j *job, b *burial)
}

// kind returns the kind that is set.
func (j *job) kind() kind {
	switch {
	case j.Search != nil:
		return j.Search
	case j.Suite != nil:
		return j.Suite
	case j.Answer != nil:
		return j.Answer
	case j.Mutants != nil:
		return j.Mutants
	}
	return j.Verify
}

// searches reports whether random numbers and orders have to be the same as in other processes of the search. Jobs that
// look for differences between processes use other ones.
func (j *job) searches() bool { return j.Search != nil || j.Suite != nil || j.Mutants != nil }

// name returns the name of an attempt: "2-search-2" for the third attempt of worker 2.
func (j *job) name() string {
	return fmt.Sprintf("%d-%s-%d", j.Worker.Number, j.kind().name(), j.Attempt)
}

// outcome returns the path of the file that the process leaves at its end.
func (j *job) outcome() string {
	return filepath.Join(j.Worker.Dir, "worker-"+j.name()+".outcome")
}

// write writes the job to a file and returns its path.
func (j *job) write() (string, error) {
	var b bytes.Buffer
	own := *j
	own.Sent = j.Sent.withoutUsers()
	if err := gob.NewEncoder(&b).Encode(&own); err != nil {
		return "", fmt.Errorf("evoke: a configuration that cannot be sent to another process: %w", err)
	}
	path := j.outcome() + ".job"
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		return "", fmt.Errorf("evoke: %w", err)
	}
	return path, nil
}

// given returns the job of this process, or nil for a process of the user. It
// reads the job once, because the job cannot change.
var given = sync.OnceValues(func() (*job, error) {
	path := os.Getenv(jobVariable)
	if path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("evoke: %s: %w", jobVariable, err)
	}
	j := &job{begun: make(chan struct{}), unmet: sync.OnceValue(waited)}
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(j); err != nil {
		return nil, fmt.Errorf("evoke: %s: %w", jobVariable, err)
	}
	return j, j.Sent.readUsers(os.Getenv(usersVariable))
})
