// Package facet scores what answers cover: their statuses ([Statuses]), the effect of a single input ([Contrasts]), and
// [Facets].
//
// Facets distinguish the answers of an operation if no tracer sees inside the system: by the statements of refusals, by
// the shapes of JSON answers, and by the values of members that have few values. Each of these is a target, so that a
// suite keeps a test for it. The criteria are the output criteria of A. Martin-Lopez, S. Segura and A. Ruiz-Cortés,
// Test Coverage Criteria for RESTful Web APIs, A-TEST 2019 (response body properties). The statements of refusals and
// the values of members with few values are additions.
//
// The first answer that shows such a target covers it, so no search is spent on it. With a tracer there are no such
// targets, because statements and conditions tell more.
package facet

import (
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/api"
)

// These are the kinds of targets. Their names begin with the operation and the status.
const (
	// Refusal is one statement of a refusal: "POST /books 400 title is required".
	Refusal fitness.Kind = "refusal"
	// Shape is the set of members of a JSON answer: "GET /books 200 [id title]".
	Shape fitness.Kind = "shape"
	// Value is a value of a member that has few values, or the class of a number: "GET /books/{id} 200 /state open".
	Value fitness.Kind = "value"
	// Input is a pair of classes of inputs in a call that succeeded, or that was refused without a statement:
	// "GET /books 200 page like x, sort absent".
	Input fitness.Kind = "input"
)

// Is reports whether a kind is a kind of this package.
func Is(k fitness.Kind) bool { return k == Refusal || k == Shape || k == Value || k == Input }

const (
	// For an operation and a status, maxRefusals bounds the statements of refusals that are targets, maxShapes the
	// shapes, and maxMembers the members whose values count.
	maxRefusals, maxShapes, maxMembers = 20, 12, 16
	// atOnce is the number of texts of a sort that are targets at first sight. Further texts have to come in a second
	// test, because a text with a time or an id never comes again.
	atOnce = 6
	// maxWaiting is the number of texts of a sort that wait for a second test.
	maxWaiting = 200
	// maxValues bounds the values of a member that are targets. If a member has more values, none is a target.
	maxValues = 8
	// maxBody is the number of bytes of an answer that are read.
	maxBody = 64 << 10
	// maxSent bounds the texts of calls that are kept.
	maxSent = 10_000
)

// wordless takes the place of a statement for a refusal without one. A refusal with a statement may come from another
// place in the program.
const wordless = "without a word"

// Answer is an answer to a call.
type Answer struct {
	Operation string
	Status    int
	Body      []byte
	// Said has the statements of the body, if the answer is a refusal.
	Said []string
	// Sent has the names and values of the call, if it was refused.
	Sent *Sent
	// Classes has a class of values for each input of the call, such as "absent". It is empty if the call was refused
	// for a reason other than its inputs, such as the state of the system.
	Classes []Class
}

// Facets turns the facets of answers into targets, and knows those of all answers so far. It is not safe for concurrent
// use.
type Facets struct {
	registry *fitness.Registry
	declared []declared          // by operation
	hide     func(string) string // removes credentials from a text
	sorts    map[key]*sort
	members  map[string]map[string]bool // members whose values count, by operation and status
	known    map[fitness.Target]fitness.ID
	compares map[fitness.ID]bool // targets that compare inputs
	refused  map[fitness.ID]bool // targets of the inputs of refused calls
	sent     map[string]bool     // texts that calls sent
	forms    map[string]bool     // operations, each with a form of calls that succeeded
	bodies   bodies
	read     int // number of targets of the registry that are in known
	tests    int // number of tests that began
}

// New returns Facets for answers to operations. The registry gives their targets ids, and hide removes credentials from
// texts.
func New(registry *fitness.Registry, ops []*api.Operation, hide func(string) string) *Facets {
	return &Facets{registry: registry, declared: declaredBy(ops), hide: hide, sorts: map[key]*sort{},
		members: map[string]map[string]bool{},
		known:   map[fitness.Target]fitness.ID{}, compares: map[fitness.ID]bool{}, refused: map[fitness.ID]bool{},
		sent: map[string]bool{}, forms: map[string]bool{}}
}

// key identifies a sort. status has the operation and the status, at the pointer of a member of the answer, "" for the
// whole answer, and of distinguishes sorts with the same status and member.
type key struct {
	kind           fitness.Kind
	status, at, of string
}

// sort has the texts of one sort: the statements of refusals of an operation, the shapes of answers with a status, or
// the values of a member.
type sort struct {
	kind    fitness.Kind
	prefix  string                // start of the names of targets
	given   map[string]fitness.ID // targets by text
	waiting map[string]int        // the first test with a text
	limits
	closed bool // there are too many values
}

// limits bounds the texts of a sort that become targets.
type limits struct {
	most, atOnce int
	closes       bool // no text is a target if there are more different texts than most
}

// sortOf returns the sort of a key. A new sort gets the limits.
func (f *Facets) sortOf(k key, l limits) *sort {
	s := f.sorts[k]
	if s == nil {
		s = &sort{kind: k.kind, prefix: strings.TrimSpace(k.status + " " + k.at), given: map[string]fitness.ID{},
			waiting: map[string]int{}, limits: l}
		f.sorts[k] = s
	}
	return s
}

// Begin says that the next answers belong to another test.
func (f *Facets) Begin() { f.tests++ }

// Of returns the targets that an answer covers. With learn, it makes new targets. Without, it returns only targets that
// exist already, as the making of a suite needs.
func (f *Facets) Of(a *Answer, learn bool) (out []fitness.ID) {
	status := a.Operation + " " + strconv.Itoa(a.Status)
	take := func(s *sort, text string) { out = f.take(out, s, text, learn) }
	for i := range a.Classes {
		if text := a.Classes[i].text; learn && text != "" && len(f.sent) < maxSent {
			f.sent[text] = true
		}
	}
	refusals, says := f.sortOf(key{Refusal, status, "", ""}, limits{most: maxRefusals, atOnce: atOnce}), false
	for _, text := range a.Said {
		if text = Masked(text, a.Sent); text != "" {
			says = true
			take(refusals, text)
		}
	}
	if !says && a.Sent != nil {
		take(refusals, wordless)
	}
	if !says { // the statement of a refusal tells more than the inputs
		out = append(out, f.inputTargets(status, a.Classes, a.Status/100 == 2, learn)...)
	}
	if a.Status/100 == 4 {
		return out
	}
	if read := f.bodies.read(a.Body); read != nil {
		if a.Status/100 == 2 && read.hasElements {
			out = append(out, f.comparisonTargets(status, inputsAsked(a.Classes), " finds something", learn)...)
		}
		take(f.sortOf(key{Shape, status, "", ""}, limits{most: maxShapes, atOnce: atOnce}), read.shape)
		for i := range read.members {
			if m := &read.members[i]; f.looksAt(status, m.at, learn) {
				f.takeValue(status, m, learn, take)
			}
		}
	}
	return out
}

// inputTargets returns the targets of the inputs of a call.
func (f *Facets) inputTargets(status string, classes []Class, accepted, learn bool) (out []fitness.ID) {
	out = append(out, f.comparisonTargets(status, compare(classes, accepted), "", learn)...)
	if f.isFormedLikeSuccess(status, classes, accepted, learn) {
		out = append(out, f.comparisonTargets(status, []string{"formed as what succeeds"}, "", learn)...)
	}
	classed := f.sortOf(key{Input, status, "", ""}, limits{most: maxPairs, atOnce: maxPairs})
	for _, pair := range pairsOf(classes) {
		out = f.take(out, classed, pair, learn)
	}
	for _, id := range out {
		f.refused[id] = !accepted
	}
	return out
}

// comparisonTargets returns the targets of texts that compare inputs. The ending follows each text.
func (f *Facets) comparisonTargets(status string, texts []string, ending string, learn bool) (out []fitness.ID) {
	of := f.sortOf(key{Input, status, "", "compared"}, limits{most: maxPairs, atOnce: maxPairs})
	for _, text := range texts {
		out = f.take(out, of, text+ending, learn)
	}
	for _, id := range out {
		f.compares[id] = true
	}
	return out
}

// isFormedLikeSuccess reports whether a refused call has the same form as a call of its operation that succeeded: it is
// refused for a value, and not for a missing input. With learn, it notes the forms of calls that succeed.
func (f *Facets) isFormedLikeSuccess(status string, classes []Class, accepted, learn bool) bool {
	if len(classes) == 0 {
		return false
	}
	form := status[:strings.LastIndexByte(status, ' ')] + " " + formOf(classes)
	if accepted && learn && len(f.forms) < maxSent {
		f.forms[form] = true
	}
	return !accepted && f.forms[form]
}

// Compares reports whether a target compares inputs.
func (f *Facets) Compares(id fitness.ID) bool { return f.compares[id] }

// Refused reports whether a target is about the inputs of a call that was refused.
func (f *Facets) Refused(id fitness.ID) bool { return f.refused[id] }

// takeValue takes the texts for the value of a member.
func (f *Facets) takeValue(status string, m *member, learn bool, take func(s *sort, text string)) {
	if m.class != "" {
		take(f.sortOf(key{Value, status, m.at, "class"}, limits{most: maxClasses, atOnce: maxClasses}), m.class)
	}
	if m.text == "" || f.sent[m.text] { // a value that a call sent tells nothing
		return
	}
	of := f.sortOf(key{Value, status, m.at, ""}, limits{most: maxValues, closes: true})
	switch {
	case !m.loose:
		take(of, m.text)
	case learn:
		of.wait(m.text, f.tests)
	}
}

// looksAt reports whether the values of a member count. With learn, it adds the member if there is room.
func (f *Facets) looksAt(status, member string, learn bool) bool {
	of := f.members[status]
	if of == nil {
		of = map[string]bool{}
		f.members[status] = of
	}
	if learn && !of[member] && len(of) < maxMembers {
		of[member] = true
	}
	return of[member] || !learn
}

// take appends the target of a text, if the text is a target.
func (f *Facets) take(out []fitness.ID, s *sort, text string, learn bool) []fitness.ID {
	if s.closed {
		return out
	}
	text = f.hide(text)
	if id, ok := s.given[text]; ok {
		return append(out, id)
	}
	target := fitness.Target{Kind: s.kind, Name: strings.TrimSpace(s.prefix + " " + text)}
	if !learn {
		if id, ok := f.find(target); ok {
			out = append(out, id)
		}
		return out
	}
	first := s.wait(text, f.tests)
	if s.closed || len(s.given) == s.most || first && len(s.given) >= s.atOnce {
		return out
	}
	id := f.registry.ID(target)
	s.given[text] = id
	return append(out, id)
}

// wait notes that a test has a text, and reports whether no earlier test had it. A token comes twice in one test, and
// in no other test. The sort closes if it has too many texts.
func (s *sort) wait(text string, test int) (first bool) {
	since, waits := s.waiting[text]
	switch {
	case waits:
		return since == test
	case s.closed:
	case s.closes && len(s.waiting) == s.most:
		s.closed, s.waiting = true, nil
	case len(s.waiting) < maxWaiting:
		s.waiting[text] = test
	}
	return true
}

// find returns the id of a target of the registry, and false for an unknown target.
func (f *Facets) find(t fitness.Target) (fitness.ID, bool) {
	for n := f.registry.Len(); f.read < n; f.read++ {
		if known := f.registry.Target(fitness.ID(f.read)); Is(known.Kind) {
			f.known[known] = fitness.ID(f.read)
		}
	}
	id, ok := f.known[t]
	return id, ok
}

// Closed returns the targets that no longer count: values of members that have too many values.
func (f *Facets) Closed() map[fitness.ID]bool {
	out := map[fitness.ID]bool{}
	for _, s := range f.sorts {
		for _, id := range s.given {
			if s.closed {
				out[id] = true
			}
		}
	}
	return out
}
