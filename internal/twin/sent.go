package twin

import (
	"bytes"
	"encoding/base64"
	"encoding/gob"
	"fmt"

	"github.com/evoke-go/evoke/internal/run"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/samples"
	"github.com/evoke-go/evoke/search/hillclimb"
	"github.com/evoke-go/evoke/search/random"
	"github.com/evoke-go/evoke/testcase"
)

// sentTask is a task in the form that the parent sends to the process of a package. The handler is only in that
// process.
type sentTask struct {
	Schema    string
	Refs      []string
	REST      sentREST
	Budget    task.Budget
	Seed      uint64
	Algorithm sentAlgorithm
	Dir       string // as the parent names it; only for display
	Race      bool
}

// sentREST is rest.Options without formats, oracles, nouns and stores, which cannot be sent.
type sentREST struct {
	BaseURL                string
	Users                  []auth.User
	Anonymous              bool // Users is empty and not nil, which gob cannot distinguish
	LoginEachTest          bool
	Include, Exclude, Tags []string
	InvalidRate            float64
	MaxCalls               int
	Leaks                  bool
	With, Without          []int
	Samples                samples.Set
	Study                  sentStudy
}

// sentStudy has the options that are set for experiments.
type sentStudy struct {
	NoMemory, NoExpansion, NoTracking bool
	WithoutMakers                     []string
	Policy                            sentPolicy
}

// sentPolicy is a policy that can be sent; all fields are nil for none.
type sentPolicy struct {
	Random    *rest.RandomCalls
	Smart     *rest.SmartSampling
	Resources *rest.ResourceHandling
}

func newSentPolicy(p rest.Policy) (out sentPolicy) {
	switch p := p.(type) {
	case rest.RandomCalls:
		out.Random = &p
	case rest.SmartSampling:
		out.Smart = &p
	case rest.ResourceHandling:
		out.Resources = &p
	}
	return out
}

func (p sentPolicy) policy() rest.Policy {
	switch {
	case p.Random != nil:
		return *p.Random
	case p.Smart != nil:
		return *p.Smart
	case p.Resources != nil:
		return *p.Resources
	}
	return nil
}

func newSentREST(o *rest.Options) sentREST {
	return sentREST{
		BaseURL: o.BaseURL, Users: o.Users, Anonymous: o.Users != nil && len(o.Users) == 0,
		LoginEachTest: o.LoginEachTest,
		Include:       o.Include, Exclude: o.Exclude, Tags: o.Tags,
		InvalidRate: o.InvalidRate, MaxCalls: o.MaxCalls, Leaks: o.Leaks, With: o.With, Without: o.Without,
		Samples: o.Samples,
		Study:   sentStudy{o.NoMemory, o.NoExpansion, o.NoTracking, o.WithoutMakers, newSentPolicy(o.Policy)},
	}
}

func (p *sentREST) options() rest.Options {
	if p.Anonymous {
		p.Users = []auth.User{}
	}
	return rest.Options{
		BaseURL: p.BaseURL, Users: p.Users, LoginEachTest: p.LoginEachTest,
		Include: p.Include, Exclude: p.Exclude, Tags: p.Tags,
		InvalidRate: p.InvalidRate, MaxCalls: p.MaxCalls, Leaks: p.Leaks, NoMemory: p.Study.NoMemory,
		NoExpansion: p.Study.NoExpansion, NoTracking: p.Study.NoTracking, With: p.With, Without: p.Without,
		WithoutMakers: p.Study.WithoutMakers,
		Samples:       p.Samples, Policy: p.Study.Policy.policy(),
	}
}

// sentAlgorithm is an algorithm that can be sent, that is, one of Evoke's own.
type sentAlgorithm struct {
	MIO    *mio.MIO[*testcase.Case]
	Climb  *hillclimb.OnePlusOne[*testcase.Case]
	Random *random.Search[*testcase.Case]
}

// newSentTask returns the parts of a task that can be sent.
func newSentTask(t *task.Task) (*sentTask, error) {
	p := &sentTask{Schema: t.Schema, Refs: t.Refs, Budget: t.Budget, Seed: t.Seed, Dir: t.Dir,
		REST: newSentREST(&t.REST), Race: t.Race}
	if len(t.REST.Formats) > 0 || len(t.REST.Oracles) > 0 || t.REST.Nouns != nil {
		return nil, fmt.Errorf("evoke: formats, oracles and nouns of your own cannot be sent to the process of a " +
			"package; write a test that calls evoke.Generate")
	}
	switch a := t.Algorithm.(type) {
	case nil, *run.Default:
	case *mio.MIO[*testcase.Case]:
		p.Algorithm.MIO = &mio.MIO[*testcase.Case]{Pr: a.Pr, N: a.N, M: a.M, F: a.F, Adaptive: a.Adaptive}
	case *hillclimb.OnePlusOne[*testcase.Case]:
		p.Algorithm.Climb = &hillclimb.OnePlusOne[*testcase.Case]{Patience: a.Patience}
	case random.Search[*testcase.Case]:
		p.Algorithm.Random = &a
	case *random.Search[*testcase.Case]:
		p.Algorithm.Random = &random.Search[*testcase.Case]{}
	default:
		return nil, fmt.Errorf("evoke: an algorithm of type %T cannot be sent to the process of a package", a)
	}
	return p, nil
}

// apply replaces the parts of a task that were sent. It keeps the handler.
func (p *sentTask) apply(t *task.Task) {
	t.Schema, t.Refs, t.Budget, t.Seed, t.Dir, t.REST, t.Race, t.Foreign = p.Schema, p.Refs, p.Budget, p.Seed, p.Dir,
		p.REST.options(), p.Race, true
	switch a := p.Algorithm; {
	case a.MIO != nil:
		t.Algorithm = a.MIO
	case a.Climb != nil:
		t.Algorithm = a.Climb
	case a.Random != nil:
		t.Algorithm = a.Random
	}
}

// usersVariable names the environment variable with the users of a sent task, so that their credentials are in no file.
const usersVariable = "EVOKE_JOB_USERS"

// users returns the users as a text.
func (p *sentTask) users() string {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(p.REST.Users); err != nil { // it consists of texts alone
		return ""
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// withoutUsers returns the task for a file, without credentials.
func (p *sentTask) withoutUsers() *sentTask {
	if p == nil {
		return nil
	}
	out := *p
	out.REST.Users = nil
	return &out
}

// readUsers reverses users.
func (p *sentTask) readUsers(text string) error {
	if p == nil || text == "" {
		return nil
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err == nil {
		err = gob.NewDecoder(bytes.NewReader(data)).Decode(&p.REST.Users)
	}
	if err != nil {
		return fmt.Errorf("evoke: %s: %w", usersVariable, err)
	}
	return nil
}
