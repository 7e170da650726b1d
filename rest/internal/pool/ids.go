package pool

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
)

const (
	// maxPlaces is the largest number of places that are kept for the answers of one operation. maxIdent is the largest
	// length of an id in bytes.
	maxPlaces, maxIdent = 24, 200
	// maxPresumed is the largest number of places that are tried for one input. triesOfOne is the number of tries of
	// each place.
	maxPresumed, triesOfOne = 6, 2
	// leastName is the least length of a name that counts as a suffix of another name.
	leastName = 3
)

// IDs holds the places of answers that may hold the ids of resources. The names of the schema usually tell which
// operation creates the resource of a path. They do not if, say, messages are created by POST /send: then the search
// tries ids of the known places. A nil *IDs is valid and empty.
type IDs struct {
	of     map[*api.Operation][]place
	order  []*api.Operation
	looked map[*api.Operation]int
	tried  map[presumption]int
	places int                 // number of places of all operations
	done   map[presumption]int // by input: the number of places when all of them had been tried
}

func newIDs() *IDs {
	return &IDs{
		of: map[*api.Operation][]place{}, looked: map[*api.Operation]int{}, tried: map[presumption]int{},
		done: map[presumption]int{},
	}
}

// place is a place in the answers of an operation that may hold an id. calls is the shortest known test whose last
// answer had the place.
type place struct {
	pointer string
	field   string   // plain name of the member, "id" for a value that is no member
	within  []string // nouns of the path and of the members that contain the value
	calls   []*action.Call
}

// presumption is one trial: an input of the operation "to" takes the value at a place in the answers of the operation
// "from".
type presumption struct {
	to      *api.Operation
	place   string
	from    *api.Operation
	pointer string
}

// Input is an input that names an unknown resource.
type Input struct {
	Name  string
	Place string // place of the input in the notation of package action
	// InPath says that the input is a path parameter. Only other inputs take values whose member has no name of an id.
	InPath bool
}

// Identified notes the places in the answer to the last call of a test that may hold ids. The call succeeded. Of each
// list only the first element counts.
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

// Identifies reports whether to search the next answer of an operation for ids. It counts the answer.
func (l *IDs) Identifies(op *api.Operation) bool { return l != nil && due(l.looked, op) }

// placeOf returns the place of a value. ok is false if the name of the member is not that of an id, or if the value
// lies in a later element of a list.
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

// fits returns how likely a place holds the id that an input takes, 0 for not at all. param is the plain name of the
// input, noun the noun of its collection, "" outside of the path.
func (p *place) fits(from *api.Operation, param, noun string, inPath bool) int {
	n := 0
	if words.Due.Has(p.field) { // a payment sends an amount that an answer shows as due
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
		n += 3 // the operation has just made or changed the resource, so it exists
	}
	return n
}

// Presumed returns the place that most likely holds the id for an input: the calls of a test, and the source in the
// answer to its last call. It returns each place at most twice. ok is false if no place is left to try.
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
