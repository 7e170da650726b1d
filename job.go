package evoke

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/search/hillclimb"
	"github.com/evoke-go/evoke/search/random"
	"github.com/evoke-go/evoke/testcase"
)

// jobVariable names the environment variable that tells a process which job it
// was started for: the path of a file.
const jobVariable = "EVOKE_JOB"

// phase is a part of a run that a process can do.
type phase byte

const (
	whole     phase = iota // search, then make the suite
	searching              // search only: one of several workers
	finishing              // make the suite of what others found
	answering              // execute the tests of a suite where nothing was before, for their answers
	again                  // the same, for a suite that also agrees with these
)

// job is what a process is started for.
type job struct {
	// Call is the call of Run or Generate to carry out.
	Call callID
	// Dir is the folder of the run, where the files named below are.
	Dir string
	// Phase is what to do.
	Phase phase
	// Worker counts the searches that run beside each other, from 0 to Workers-1.
	Worker, Workers int
	// Attempt is how many processes of this worker have ended before.
	Attempt int
	// Stats are those of the processes before.
	Stats search.Stats
	// Patience is what the process before knew of time limits.
	Patience patience
	// Ending are the executions, counted while the suite is made, that ended a
	// process: they are not made again.
	Ending []int
	// Deaths counts the processes that died, by the operation that was called.
	Deaths map[string]int
	// Observed says that the events of the search are wanted.
	Observed bool
	// Memory is the most memory the process may take, in bytes.
	Memory int64
	// Of the phase again: the tests to execute, and what the suite says of itself.
	Kept   *rest.Kept
	Repeat string
	// Earlier are the calls of the program that ended before this one.
	Earlier []endedCall
	// Config is the configuration of a process that is not a program of the
	// user but was made for a package; nil for the program's own.
	Config *plainConfig

	begun chan struct{} // closed when the call of the job is made
}

func (j *job) file(name string) string { return filepath.Join(j.Dir, name) }

// journal is the file a worker writes what it finds to.
func (j *job) journal(worker int) string { return j.file(fmt.Sprintf("worker-%d.journal", worker)) }

// flight is the file that says what the worker is doing.
func (j *job) flight() string { return j.file(fmt.Sprintf("worker-%d.flight", j.Worker)) }

// outcome is the file the process leaves at its end.
func (j *job) outcome() string {
	return j.file(fmt.Sprintf("worker-%d-%d-%d.outcome", j.Worker, j.Phase, j.Attempt))
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

// plainConfig is a [Config] without functions.
type plainConfig struct {
	Schema    string
	Budget    Budget
	Seed      uint64
	Out       string // as the parent names it; only shown
	Writers   []gotest.Writer
	Algorithm wiredAlgorithm
	REST      plainREST
}

// plainREST is rest.Options without functions and interfaces.
type plainREST struct {
	BaseURL                string
	Users                  []auth.User
	LoginEachTest          bool
	Include, Exclude, Tags []string
	InvalidRate            float64
	MaxCalls               int
	Without                []int
}

func newPlainREST(o *rest.Options) plainREST {
	return plainREST{o.BaseURL, o.Users, o.LoginEachTest, o.Include, o.Exclude, o.Tags, o.InvalidRate, o.MaxCalls, o.Without}
}

func (p *plainREST) options() rest.Options {
	return rest.Options{
		BaseURL: p.BaseURL, Users: p.Users, LoginEachTest: p.LoginEachTest,
		Include: p.Include, Exclude: p.Exclude, Tags: p.Tags,
		InvalidRate: p.InvalidRate, MaxCalls: p.MaxCalls, Without: p.Without,
	}
}

// wiredAlgorithm is an algorithm that can be sent: one of those of Evoke.
type wiredAlgorithm struct {
	MIO    *mio.MIO[*testcase.Case]
	Climb  *hillclimb.OnePlusOne[*testcase.Case]
	Random *random.Search[*testcase.Case]
}

// newPlainConfig takes what can be sent of a configuration.
func newPlainConfig(c Config) (*plainConfig, error) {
	p := &plainConfig{Schema: c.Schema, Budget: c.Budget, Seed: c.Seed, Out: c.Out, REST: newPlainREST(&c.REST)}
	if len(c.REST.Formats) > 0 || len(c.REST.Oracles) > 0 {
		return nil, fmt.Errorf("evoke: formats and oracles of your own cannot be sent to the process of a package; write a test that calls evoke.Generate")
	}
	for _, w := range c.Writers {
		g, ok := w.(*gotest.Writer)
		if !ok {
			return nil, fmt.Errorf("evoke: a writer of type %T cannot be sent to the process of a package", w)
		}
		p.Writers = append(p.Writers, *g)
	}
	switch a := c.Algorithm.(type) {
	case nil:
	case *mio.MIO[*testcase.Case]:
		p.Algorithm.MIO = &mio.MIO[*testcase.Case]{Pr: a.Pr, N: a.N, M: a.M, F: a.F}
	case *hillclimb.OnePlusOne[*testcase.Case]:
		p.Algorithm.Climb = &hillclimb.OnePlusOne[*testcase.Case]{Patience: a.Patience}
	case *random.Search[*testcase.Case]:
		p.Algorithm.Random = &random.Search[*testcase.Case]{}
	default:
		return nil, fmt.Errorf("evoke: an algorithm of type %T cannot be sent to the process of a package", a)
	}
	return p, nil
}

// apply replaces what a configuration says by what was sent; the handler stays.
func (p *plainConfig) apply(c *Config) {
	c.Schema, c.Budget, c.Seed, c.Out, c.REST = p.Schema, p.Budget, p.Seed, p.Out, p.REST.options()
	for i := range p.Writers {
		c.Writers = append(c.Writers, output.Writer(&p.Writers[i]))
	}
	switch a := p.Algorithm; {
	case a.MIO != nil:
		c.Algorithm = a.MIO
	case a.Climb != nil:
		c.Algorithm = a.Climb
	case a.Random != nil:
		c.Algorithm = a.Random
	}
}
