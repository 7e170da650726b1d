package pool

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
)

const (
	// maxPlaces is how many places of one operation's answers are known, and maxIdent how
	// long an id is.
	maxPlaces, maxIdent = 24, 200
	// maxPresumed is how many places are tried as ids of what a parameter of a path names,
	// and triesOfOne how often each.
	maxPresumed, triesOfOne = 6, 2
	// leastName is how long a name is that says something at the end of another one.
	leastName = 3
)

// IDs are the places of answers that may hold the ids of something. Names of the schema tell mostly which operation
// makes what a path leads to, but not where the one that makes messages is called "/send". Nil IDs know nothing.
type IDs struct {
	of     map[*api.Operation][]place
	order  []*api.Operation
	looked map[*api.Operation]int
	tried  map[presumption]int
	places int                 // how many there are
	done   map[presumption]int // of an operation and a parameter: how many places there were when all was tried
}

func newIDs() *IDs {
	return &IDs{
		of: map[*api.Operation][]place{}, looked: map[*api.Operation]int{}, tried: map[presumption]int{},
		done: map[presumption]int{},
	}
}

// place is one of them, with the fewest calls the last of whose answers had it.
type place struct {
	pointer string
	field   string   // plain name, "id" for a bare value
	within  []string // nouns of the members around it, and of the path
	calls   []*action.Call
}

// presumption is what is tried: an input of an operation has what an answer of
// another one had.
type presumption struct {
	to      *api.Operation
	place   string
	from    *api.Operation
	pointer string
}

// Input is an input of an operation of which it is not known what it names.
type Input struct {
	Name  string
	Place string // that of the input, as package action names it
	// InPath says that it is a parameter of the path: what is no id by its name comes into question for others only.
	InPath bool
}

// Identified notes where the answer to the last call of a test, which succeeded, has what may
// be ids. Of a list these are those of its first element.
func (l *IDs) Identified(calls []*action.Call, given []action.Given) {
	if l == nil {
		return
	}
	op := calls[len(calls)-1].Op
	if l.of[op] == nil {
		l.order = append(l.order, op)
	}
	for _, g := range given {
		p, ok := placeOf(op, &g)
		if !ok {
			continue
		}
		p.calls = calls
		known := l.of[op]
		at := slices.IndexFunc(known, func(k place) bool { return k.pointer == p.pointer })
		switch {
		case at < 0 && len(known) < maxPlaces:
			l.of[op] = append(known, p)
			l.places++
		case at >= 0 && len(calls) < len(known[at].calls):
			known[at] = p
		}
	}
}

// Identifies reports whether one more answer of an operation is to be looked at for ids.
func (l *IDs) Identifies(op *api.Operation) bool { return l != nil && due(l.looked, op) }

// placeOf returns the place of a value, and false for one that is no id by its name, or
// stands later in a list.
func placeOf(op *api.Operation, g *action.Given) (p place, ok bool) {
	text, _ := g.Text()
	if g.Header || len(text) > maxIdent || strings.ContainsAny(text, " \n") {
		return p, false
	}
	p.pointer, p.field = g.Name, "id"
	p.within = append(p.within, api.Noun(op.Spec.Path))
	segments := strings.Split(g.Name, "/")[1:]
	for i, s := range segments {
		switch {
		case s == "0":
		case s != "" && strings.Trim(s, "0123456789") == "":
			return p, false
		case i == len(segments)-1:
			p.field = words.Plain(s)
		default:
			p.within = append(p.within, api.Singular(words.Plain(s)))
		}
	}
	return p, words.Names.Ends(p.field) || words.Due.Has(p.field)
}

// fits says how much speaks for a place as that of the id of what an input
// names, whose collection has a noun. 0 is nothing.
func (p *place) fits(from *api.Operation, param, noun string, inPath bool) int {
	n := 0
	if words.Due.Has(p.field) { // what is due is paid
		if inPath || !words.Due.Has(param) {
			return 0
		}
		return 4
	}
	switch {
	case p.field == param, p.field == noun+"id", param == "id" && p.field == noun:
		n = 6
	case strings.HasSuffix(p.field, "id") && strings.HasSuffix(param, "id"), p.field == "id":
		n = 3
	case !inPath && len(param) >= leastName && (strings.HasSuffix(p.field, param) || strings.HasSuffix(param, p.field)):
		n = 4
	case slices.Contains(p.within, noun), !inPath && from.Spec.Method != "GET":
		n = 1
	default:
		return 0
	}
	if slices.Contains(p.within, noun) {
		n += 2
	}
	if from.Spec.Method != "GET" {
		n += 3 // what it names is there for sure
	}
	return n
}

// Presumed returns the calls of a test, and what of the answer to the last one may be the id that an
// input of an operation takes: what speaks most for and was not tried yet, each
// twice. It returns false if nothing is left.
func (l *IDs) Presumed(to *api.Operation, in Input) (calls []*action.Call, from action.Source, ok bool) {
	input := presumption{to: to, place: in.Place}
	if l == nil || l.done[input] == l.places {
		return nil, from, false
	}
	type candidate struct {
		presumption
		fits  int
		calls []*action.Call
	}
	var all []candidate
	plain, noun := words.Plain(in.Name), ""
	if in.InPath {
		noun = api.Noun(api.BeforeParam(to.Spec.Path, in.Name))
	}
	for _, op := range l.order {
		for _, p := range l.of[op] {
			if n := p.fits(op, plain, noun, in.InPath); n > 0 && op != to {
				all = append(all, candidate{presumption{to, in.Place, op, p.pointer}, n, p.calls})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return b.fits - a.fits })
	for _, c := range all[:min(len(all), maxPresumed)] {
		if l.tried[c.presumption] < triesOfOne {
			l.tried[c.presumption]++
			return c.calls, action.Source{Operation: c.from.Spec.Name(), Name: c.pointer}, true
		}
	}
	l.done[input] = l.places
	return nil, from, false
}
