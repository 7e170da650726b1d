// Package facet scores what answers cover: their statuses ([Statuses]), the effect of a single input
// ([Contrasts]), and [Facets]. These tell the answers of an operation apart where nobody sees into the
// system: by what a refusal says, by the shape of a JSON answer, and by the values of
// members that have few. Each is a target, so that a suite keeps a test for it. The
// criteria are those for outputs of A. Martin-Lopez, S. Segura and A. Ruiz-Cortés, Test
// Coverage Criteria for RESTful Web APIs, A-TEST 2019 (response body properties), with
// the values of small sets and what refusals say besides.
//
// Such a target is covered when it is first seen, so no search is spent on it. Where a tracer sees inside there
// is none: statements and conditions tell more.
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
	// Shape is which members a JSON answer has: "GET /books 200 [id title]".
	Shape fitness.Kind = "shape"
	// Value is a value of a member that has few, or the class of a number:
	// "GET /books/{id} 200 /state open".
	Value fitness.Kind = "value"
	// Input is a pair of classes of inputs in a call that succeeded, or that was refused
	// without a word: "GET /books 200 page like x, sort absent".
	Input fitness.Kind = "input"
)

// Is reports whether a kind is one of this package.
func Is(k fitness.Kind) bool { return k == Refusal || k == Shape || k == Value || k == Input }

const (
	// maxRefusals bounds what refusals of an operation with one status say that are targets,
	// maxShapes the shapes of its answers with one status, and maxMembers the members whose
	// values are looked at there.
	maxRefusals, maxShapes, maxMembers = 20, 12, 16
	// atOnce is how many texts of one sort are targets at first sight. Others have to
	// come in a second test: a text that holds a time or an id never does.
	atOnce = 6
	// maxWaiting is how many texts of one sort wait for their second time.
	maxWaiting = 200
	// maxValues is the most values of a small set.
	maxValues = 8
	// maxBody is how many bytes of an answer are looked at.
	maxBody = 64 << 10
	// maxSent bounds the texts that are known of what calls sent.
	maxSent = 10_000
)

// wordless stands for what a refusal says that says nothing: one that does may come from
// somewhere else.
const wordless = "without a word"

// Answer is an answer to a call.
type Answer struct {
	Operation string
	Status    int
	Body      []byte
	// Said is what the body says, if the answer is a refusal.
	Said []string
	// Sent are the names and values of the call, if it was refused.
	Sent *Sent
	// Classes are those of the inputs, if the call succeeded, or was refused for what it
	// sends.
	Classes []Class
}

// Facets knows what answers had. It is not safe for concurrent use.
type Facets struct {
	registry *fitness.Registry
	declared []declared          // by operation
	hide     func(string) string // takes credentials out
	sorts    map[key]*sort
	members  map[string]map[string]bool // by operation and status: the members that are looked at
	known    map[fitness.Target]fitness.ID
	compares map[fitness.ID]bool // targets of how inputs compare
	refused  map[fitness.ID]bool // targets of what refused calls send
	sent     map[string]bool     // texts that calls sent
	forms    map[string]bool     // of calls that succeeded, by operation
	bodies   bodies
	read     int // so many targets of the registry are known
	tests    int // that began
}

// New returns Facets for answers to operations, whose targets are of a registry. hide takes credentials out of texts.
func New(registry *fitness.Registry, ops []*api.Operation, hide func(string) string) *Facets {
	return &Facets{registry: registry, declared: declaredBy(ops), hide: hide, sorts: map[key]*sort{},
		members: map[string]map[string]bool{},
		known:   map[fitness.Target]fitness.ID{}, compares: map[fitness.ID]bool{}, refused: map[fitness.ID]bool{},
		sent: map[string]bool{}, forms: map[string]bool{}}
}

// key names a sort: the operation and status, the member of the answer, "" for all of it, and what of that.
type key struct {
	kind           fitness.Kind
	status, at, of string
}

// sort are the texts of one sort: the refusals of an operation, the shapes with a
// status, the values of a member.
type sort struct {
	kind    fitness.Kind
	prefix  string // of the names of targets
	given   map[string]fitness.ID
	waiting map[string]int // the test that had a text first
	limits
	closed bool // there are too many values
}

// limits bound how many texts of a sort become targets.
type limits struct {
	most, atOnce int
	closes       bool // with more different texts than most, none of them is a target
}

func (f *Facets) sort(k key, l limits) *sort {
	s := f.sorts[k]
	if s == nil {
		s = &sort{kind: k.kind, prefix: strings.TrimSpace(k.status + " " + k.at), given: map[string]fitness.ID{},
			waiting: map[string]int{}, limits: l}
		f.sorts[k] = s
	}
	return s
}

// Begin has the answers that follow be of another test.
func (f *Facets) Begin() { f.tests++ }

// Of returns the targets that an answer covers. With learn it makes new ones; without,
// it takes those only that there are, as it has to be while a suite is made.
func (f *Facets) Of(a *Answer, learn bool) (out []fitness.ID) {
	status := a.Operation + " " + strconv.Itoa(a.Status)
	take := func(s *sort, text string) {
		if id, ok := f.take(s, f.hide(text), learn); ok {
			out = append(out, id)
		}
	}
	for i := range a.Classes {
		if text := a.Classes[i].text; learn && text != "" && len(f.sent) < maxSent {
			f.sent[text] = true
		}
	}
	refusals, says := f.sort(key{Refusal, status, "", ""}, limits{most: maxRefusals, atOnce: atOnce}), false
	for _, text := range a.Said {
		if text = Masked(text, a.Sent); text != "" {
			says = true
			take(refusals, text)
		}
	}
	if !says && a.Sent != nil {
		take(refusals, wordless)
	}
	if !says { // what a refusal says tells more than what was sent
		out = append(out, f.inputs(status, a.Classes, a.Status/100 == 2, learn)...)
	}
	if a.Status/100 == 4 {
		return out
	}
	if read := f.bodies.read(a.Body); read != nil {
		if a.Status/100 == 2 && read.finds {
			out = append(out, f.compared(status, given(a.Classes), " finds something", learn)...)
		}
		take(f.sort(key{Shape, status, "", ""}, limits{most: maxShapes, atOnce: atOnce}), read.shape)
		for i := range read.members {
			if m := &read.members[i]; f.looksAt(status, m.at, learn) {
				f.values(status, m, learn, take)
			}
		}
	}
	return out
}

// inputs returns the targets of what a call sends.
func (f *Facets) inputs(status string, classes []Class, accepted, learn bool) (out []fitness.ID) {
	out = append(out, f.compared(status, comparisons(classes, accepted), "", learn)...)
	if f.formed(status, classes, accepted, learn) {
		out = append(out, f.compared(status, []string{"formed as what succeeds"}, "", learn)...)
	}
	classed := f.sort(key{Input, status, "", ""}, limits{most: maxPairs, atOnce: maxPairs})
	for _, pair := range pairs(classes) {
		if id, ok := f.take(classed, f.hide(pair), learn); ok {
			out = append(out, id)
		}
	}
	for _, id := range out {
		f.refused[id] = !accepted
	}
	return out
}

// compared returns the targets of texts that tell more than the classes of inputs, each with an
// ending.
func (f *Facets) compared(status string, texts []string, ending string, learn bool) (out []fitness.ID) {
	of := f.sort(key{Input, status, "", "compared"}, limits{most: maxPairs, atOnce: maxPairs})
	for _, text := range texts {
		if id, ok := f.take(of, f.hide(text+ending), learn); ok {
			f.compares[id] = true
			out = append(out, id)
		}
	}
	return out
}

// formed reports whether a refused call sends what calls of its operation send that succeed: it is
// refused for a value, and not for what is missing. It learns from calls that succeed.
func (f *Facets) formed(status string, classes []Class, accepted, learn bool) bool {
	if len(classes) == 0 {
		return false
	}
	form := status[:strings.LastIndexByte(status, ' ')] + " " + formOf(classes)
	if accepted && learn && len(f.forms) < maxSent {
		f.forms[form] = true
	}
	return !accepted && f.forms[form]
}

// Compares reports whether a target is about how two inputs compare.
func (f *Facets) Compares(id fitness.ID) bool { return f.compares[id] }

// Refused reports whether a target is about the inputs of a call that was refused.
func (f *Facets) Refused(id fitness.ID) bool { return f.refused[id] }

// values takes what the value of a member is.
func (f *Facets) values(status string, m *member, learn bool, take func(s *sort, text string)) {
	if m.class != "" {
		take(f.sort(key{Value, status, m.at, "class"}, limits{most: maxClasses, atOnce: maxClasses}), m.class)
	}
	if m.text == "" || f.sent[m.text] { // what comes back as it was sent tells nothing
		return
	}
	of := f.sort(key{Value, status, m.at, ""}, limits{most: maxValues, closes: true})
	switch {
	case !m.loose:
		take(of, m.text)
	case learn:
		of.wait(m.text, f.tests)
	}
}

// looksAt reports whether the values of a member count.
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

// take returns the target of a text, if it is one.
func (f *Facets) take(s *sort, text string, learn bool) (fitness.ID, bool) {
	if s.closed {
		return 0, false
	}
	if id, ok := s.given[text]; ok {
		return id, true
	}
	target := fitness.Target{Kind: s.kind, Name: strings.TrimSpace(s.prefix + " " + text)}
	if !learn {
		return f.find(target)
	}
	first := s.wait(text, f.tests)
	if s.closed {
		return 0, false
	}
	if len(s.given) == s.most || first && len(s.given) >= s.atOnce {
		return 0, false
	}
	id := f.registry.ID(target)
	s.given[text] = id
	return id, true
}

// wait notes a text that a test has. It reports whether no test before had it: a token
// comes twice in a test, and in no other. The sort closes if it has too many texts.
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

// find returns a target that the registry has.
func (f *Facets) find(t fitness.Target) (fitness.ID, bool) {
	for n := f.registry.Len(); f.read < n; f.read++ {
		if known := f.registry.Target(fitness.ID(f.read)); Is(known.Kind) {
			f.known[known] = fitness.ID(f.read)
		}
	}
	id, ok := f.known[t]
	return id, ok
}

// Closed returns the targets that turned out to be none: values of members that have too
// many.
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
