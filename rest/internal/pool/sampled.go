package pool

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/samples"
	"github.com/evoke-go/evoke/testcase"
)

// Options say how to make tests of samples.
type Options struct {
	BaseURL   string
	BasePaths []string
	// Declared leaves out inputs that the schema does not declare.
	Declared bool
	// MaxCalls is the largest number of calls in a test.
	MaxCalls int
	// Holds reports whether a text contains a credential. Samples with credentials are left out.
	Holds func(string) bool
}

// maxTests is the largest number of tests. maxCalls is the largest number of calls of one operation that are kept
// besides them.
const maxTests, maxCalls = 300, 200

// Seeds are the tests and calls made of samples.
type Seeds struct {
	// Tests are for the start of the search, in this order: one test of each operation, the sessions, the other tests.
	Tests []*testcase.Case
	// Calls are the single calls of each operation.
	Calls map[*api.Operation][]*action.Call
	// Warnings say what was left out, in one line each.
	Warnings []string
}

// Make makes tests of samples. The API of the codec learns inputs that the samples have and the schema does not
// declare. The same samples give the same tests.
func Make(codec *action.Codec, set *samples.Set, o Options) *Seeds {
	out := &Seeds{Calls: map[*api.Operation][]*action.Call{}}
	if set.Empty() {
		return out
	}
	m := &maker{codec: codec, options: o, random: rand.New(rand.NewPCG(1, 1)),
		router: newRouter(codec.API.Ops, o.BaseURL, o.BasePaths)}
	sessions := m.sessions(set)
	if !o.Declared {
		m.expand(sessions)
	}
	seen := map[string]bool{}
	var singles []*testcase.Case
	var whole []*testcase.Case
	for _, s := range sessions {
		s.call(m)
		for i, d := range s {
			if key := d.key(); !seen[key] {
				seen[key] = true
				singles = append(singles, s.upTo(i, o.MaxCalls))
			}
			if list := out.Calls[d.op]; len(list) < maxCalls {
				out.Calls[d.op] = append(list, d.call.Clone().(*action.Call))
			}
		}
		whole = append(whole, s.whole(o.MaxCalls)...)
	}
	out.Tests = inTurn(codec.API.Ops, singles, whole)
	out.Warnings = m.warnings()
	return out
}

// inTurn orders tests: first one test of each operation, then the sessions, then the other tests, in rounds of one test
// of each operation.
func inTurn(ops []*api.Operation, singles, whole []*testcase.Case) (out []*testcase.Case) {
	by := map[*api.Operation][]*testcase.Case{}
	for _, c := range singles {
		op := c.Actions[len(c.Actions)-1].(*action.Call).Op
		by[op] = append(by[op], c)
	}
	for round, left := 0, true; left && len(out) < maxTests; round++ {
		left = false
		for _, op := range ops {
			if round < len(by[op]) {
				out = append(out, by[op][round])
				left = true
			}
		}
		if round == 0 {
			out = append(out, whole...)
		}
	}
	return out[:min(len(out), maxTests)]
}

// maker makes calls of samples.
type maker struct {
	codec             *action.Codec
	options           Options
	random            *rand.Rand
	router            *router
	foreign, secret   int // requests that fit no operation; samples with credentials
	all, bodies, lost int // requests; bodies; bodies that fit no operation
}

func (m *maker) warnings() (out []string) {
	if m.foreign > 0 {
		out = append(out, fmt.Sprintf("%d of %d requests fit no operation of the schema", m.foreign, m.all))
	}
	if m.lost > 0 {
		out = append(out, fmt.Sprintf("%d of %d bodies fit no operation of the schema", m.lost, m.bodies))
	}
	if m.secret > 0 {
		out = append(out, fmt.Sprintf("%d samples hold the credential of a user, and are left out", m.secret))
	}
	return out
}

// session is a recording: its calls in their order.
type session []*draft

// sessions assigns the samples to operations. It returns a session for each recording, and one for each single body and
// operation that the body fits.
func (m *maker) sessions(set *samples.Set) (out []session) {
	for i := range set.Recordings {
		var s session
		own := m.ownHost(&set.Recordings[i])
		for j := range set.Recordings[i].Requests {
			r := &set.Recordings[i].Requests[j]
			host, path, query := split(r.URL)
			m.all++
			op, params := m.router.find(r.Method, path)
			if op == nil || own && host != "" && host != m.router.host {
				m.foreign++
				continue
			}
			d := &draft{op: op, path: params, answer: r.Answer}
			d.read(query, r)
			s = m.admit(s, d)
		}
		if len(s) > 0 {
			out = append(out, s)
		}
	}
	for i := range set.Bodies {
		m.bodies++
		fits := m.fits(&set.Bodies[i])
		if len(fits) == 0 {
			m.lost++
		}
		for _, d := range fits {
			if s := m.admit(nil, d); s != nil {
				out = append(out, s)
			}
		}
	}
	return out
}

// ownHost reports whether a recording contains requests to the host of the service. Then its requests to other hosts
// are left out.
func (m *maker) ownHost(r *samples.Recording) bool {
	return m.router.host != "" && slices.ContainsFunc(r.Requests, func(r samples.Request) bool {
		host, _, _ := split(r.URL)
		return host == m.router.host
	})
}

// admit adds a draft to a session, unless it holds a credential.
func (m *maker) admit(s session, d *draft) session {
	if m.options.Holds != nil && m.options.Holds(d.key()) {
		m.secret++
		return s
	}
	return append(s, d)
}

// expand adds to the API the inputs that samples have and the schema does not declare.
func (m *maker) expand(sessions []session) {
	type place struct {
		op *api.Operation
		in string
	}
	var order []place
	values := map[place][]any{}
	for _, s := range sessions {
		for _, d := range s {
			for _, in := range d.undeclared() {
				m.codec.API.Find(d.op, in)
			}
			if d.hasBody && !d.fitsBody(m.random) {
				at := place{d.op, d.mediaType()}
				if values[at] == nil {
					order = append(order, at)
				}
				values[at] = append(values[at], d.body)
			}
		}
	}
	for _, at := range order {
		m.codec.API.Find(at.op, genotype.Input{In: genotype.InWhole, Name: at.in,
			Type: schemaOf(values[at]), Sampled: true})
	}
}

// whole returns the calls of a session as one test, or as several tests if there are too many.
func (s session) whole(most int) (out []*testcase.Case) {
	for i := 0; i < len(s) && len(s) > 1; i += most {
		c := &testcase.Case{}
		for _, d := range s[i:min(len(s), i+most)] {
			c.Actions = append(c.Actions, d.call.Clone())
		}
		if len(c.Actions) > 1 {
			out = append(out, c)
		}
	}
	return out
}

// upTo returns a test that ends with call i of the session, after the calls that it needs.
func (s session) upTo(i, most int) *testcase.Case {
	needed := map[int]bool{i: true}
	for j := i; j >= 0; j-- {
		if needed[j] && len(needed) < most {
			for _, before := range s[j].needs {
				if len(needed) < most {
					needed[before] = true
				}
			}
		}
	}
	c := &testcase.Case{}
	for j := range i + 1 {
		if needed[j] {
			c.Actions = append(c.Actions, s[j].call.Clone())
		}
	}
	return c
}

// isUnknown reports whether a text contains a placeholder, so that the sample leaves the value open.
func isUnknown(text string) bool { return strings.Contains(text, samples.Unknown) }
