package pool

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/testcase"
)

// maxFresh bounds the successful tests that wait to be told to other processes.
const maxFresh = 256

// maxCompared bounds the conditions whose compared values are told to other processes at once.
const maxCompared = 64

// Pool holds everything that a search learns besides its archive: the calls that succeeded, each with the earlier calls
// of its test that changed something; the constants of the program; the values that its conditions compared; and the
// knowledge of its tracker. Another process of the same search can learn the content.
type Pool struct {
	off      bool // the pool keeps nothing
	codec    *action.Codec
	registry *fitness.Registry
	inputs   Lessons // nil without a tracker
	values   *Values // nil if the pool is off
	ids      *IDs    // nil if the pool is off

	recalls   []recall // by operation
	conflicts []recall // by operation, of calls that the state of the system refused
	climbs    []climb  // by operation
	fullest   []full   // by operation
	constants []any
	elsewhere map[fitness.ID][]any // values that conditions compared in another process

	fresh []*testcase.Case     // successful tests that no other process knows yet
	seen  map[fitness.ID][]any // compared values that no other process knows yet
}

// New returns the pool of a search. If off is set, the pool keeps nothing; experiments use this to compare.
func New(codec *action.Codec, registry *fitness.Registry, constants []any, off bool) *Pool {
	m := &Pool{
		off: off, codec: codec, registry: registry, recalls: make([]recall, len(codec.API.Ops)),
		conflicts: make([]recall, len(codec.API.Ops)), climbs: climbsOf(codec.API.Ops),
		fullest:   make([]full, len(codec.API.Ops)),
		elsewhere: map[fitness.ID][]any{}, seen: map[fitness.ID][]any{},
	}
	if !off {
		m.constants = constants
		m.values, m.ids = newValues(codec.API.Ops, m.Kept), newIDs()
	}
	for _, o := range codec.API.Ops {
		m.recalls[o.Index].late = len(o.Needs) > 0
	}
	return m
}

// Lessons is what a tracker knows of inputs. Processes of a search exchange it.
type Lessons interface {
	// Learned returns the new knowledge since the last call, nil for none.
	Learned() (json.RawMessage, error)
	// Learn adds knowledge of another process.
	Learn(json.RawMessage) error
}

// Track has the pool exchange the knowledge of a tracker, too.
func (m *Pool) Track(known Lessons) { m.inputs = known }

// Names returns the names of operations and targets that other processes understand.
func (m *Pool) Names() *Names {
	n := &Names{Targets: m.registry}
	for _, op := range m.codec.API.Ops {
		n.Operations = append(n.Operations, op.Spec.Name())
	}
	return n
}

// Values returns the values that successful calls sent or that answers contained, nil if the pool is off.
func (m *Pool) Values() *Values { return m.values }

// IDs returns the places of answers that may hold ids, nil if the pool is off.
func (m *Pool) IDs() *IDs { return m.ids }

// Constants returns the constants of the program.
func (m *Pool) Constants() []any { return m.constants }

// Succeeded keeps a successful call: the last of the given calls. The other calls precede it in its test and changed
// something.
func (m *Pool) Succeeded(calls []*action.Call) {
	m.values.Succeeded(calls[len(calls)-1])
	if m.off || !m.recall(calls) {
		return
	}
	if len(m.fresh) == maxFresh {
		m.fresh = slices.Delete(m.fresh, 0, 1)
	}
	test := &testcase.Case{}
	for _, c := range calls {
		test.Actions = append(test.Actions, c.Clone())
	}
	m.fresh = append(m.fresh, test)
}

func (m *Pool) recall(calls []*action.Call) bool {
	return m.recalls[calls[len(calls)-1].Op.Index].keep(calls)
}

// Kept returns tests of an operation that succeeded. Each ends with a successful call of the operation, after the calls
// that it may need.
func (m *Pool) Kept(op *api.Operation) [][]*action.Call { return m.recalls[op.Index].tests }

// Conflicted keeps a call that the state of the system refused: the last of the given calls. The other calls precede it
// in its test and changed something. Other processes do not learn of it.
func (m *Pool) Conflicted(calls []*action.Call) {
	if !m.off {
		m.conflicts[calls[len(calls)-1].Op.Index].keep(calls)
	}
}

// Refused returns tests of an operation that the state of the system refused. Each ends with the refused call, after
// the calls that changed something.
func (m *Pool) Refused(op *api.Operation) [][]*action.Call { return m.conflicts[op.Index].tests }

// Compared returns the values that the condition of a target compared. It returns now, the values that this process
// saw, or the values of another process if now is empty.
func (m *Pool) Compared(target fitness.ID, now []any) []any {
	switch {
	case m.off:
		return nil
	case len(now) == 0:
		return m.elsewhere[target]
	}
	if _, known := m.seen[target]; known || len(m.seen) < maxCompared {
		m.seen[target] = now
	}
	return now
}

// learned is the message from one process to another.
type learned struct {
	Successes []json.RawMessage `json:",omitempty"`
	Compared  []comparison      `json:",omitempty"`
	Paid      []paidPlain       `json:",omitempty"`
	Found     []api.Finding     `json:",omitempty"`
	Tracked   json.RawMessage   `json:",omitempty"`
}

// comparison holds the values that one condition compared.
type comparison struct {
	Target fitness.Target
	Values []*Plain
}

// Learned returns the new knowledge since the last call as JSON, nil for none.
func (m *Pool) Learned() ([]byte, error) {
	var tracked json.RawMessage
	if m.inputs != nil {
		var err error
		if tracked, err = m.inputs.Learned(); err != nil {
			return nil, err
		}
	}
	out := learned{Found: m.codec.API.Fresh(), Tracked: tracked, Paid: m.values.learned(m.Names())}
	if len(m.fresh)+len(m.seen)+len(out.Found)+len(tracked)+len(out.Paid) == 0 {
		return nil, nil
	}
	for _, test := range m.fresh {
		data, err := m.codec.Encode(test)
		if err != nil {
			return nil, err
		}
		out.Successes = append(out.Successes, data)
	}
	for id, values := range m.seen {
		out.Compared = append(out.Compared, comparison{m.registry.Target(id), PlainsOf(values)})
	}
	slices.SortFunc(out.Compared, func(a, b comparison) int {
		return int(m.registry.ID(a.Target) - m.registry.ID(b.Target))
	})
	m.fresh = nil
	clear(m.seen)
	return json.Marshal(out)
}

// Learn adds the knowledge that another process returned from [Pool.Learned].
func (m *Pool) Learn(data []byte) error {
	var in learned
	if err := json.Unmarshal(data, &in); err != nil {
		return fmt.Errorf("what another process learned: %w", err)
	}
	for _, f := range in.Found {
		if op := m.codec.API.Named(f.Operation); op != nil {
			m.codec.API.Find(op, f.Input)
		}
	}
	if m.off {
		return nil
	}
	if m.inputs != nil {
		if err := m.inputs.Learn(in.Tracked); err != nil {
			return err
		}
	}
	m.values.learn(m.Names(), in.Paid)
	for _, data := range in.Successes {
		test, err := m.codec.Decode(data)
		if err != nil {
			return fmt.Errorf("what another process learned: %w", err)
		}
		calls := make([]*action.Call, len(test.Actions))
		for i, a := range test.Actions {
			calls[i] = a.(*action.Call)
		}
		m.recall(calls)
		m.values.Succeeded(calls[len(calls)-1])
	}
	for _, c := range in.Compared {
		m.elsewhere[m.registry.ID(c.Target)] = ValuesOf(c.Values)
	}
	return nil
}
