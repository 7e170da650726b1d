package effects

import (
	"maps"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/link"
)

// catalogue holds elements: for each id or name of an element, the paths of the collections that contain it.
type catalogue map[string][]string

func (c catalogue) add(collection, value string) {
	if !slices.Contains(c[value], collection) {
		c[value] = append(c[value], collection)
	}
}

// chanceless is the length in bytes from which on two equal values are no coincidence, even in collections of different
// names.
const chanceless = 16

// has reports whether an element of a collection is in the catalogue.
func (c catalogue) has(collection, value string) bool {
	if len(value) >= chanceless {
		return len(c[value]) > 0
	}
	return slices.ContainsFunc(c[value], func(t string) bool { return adds(t, collection) })
}

// adds reports whether a call of a path template may add elements to a collection.
func adds(template, collection string) bool {
	return template == collection || api.Creates(template, collection) ||
		api.SameNoun(template, collection) || alike(template, collection)
}

// inventory holds the elements that the collections of the system have or had, and who created them.
type inventory struct {
	made    catalogue // created by calls
	found   catalogue // there before any call created them
	removed catalogue // removed by calls, and not created by calls
	gone    catalogue // removed by a test that had not created them
	altered catalogue // there before, and changed by calls
	growth  growth
	picked  picked

	own     catalogue // created or sent by the current test
	created catalogue // those of own that the current test newly created
	touched catalogue // named by changing calls of the current test
	unique  []string  // texts that only the current test contains
}

func newInventory() inventory {
	return inventory{
		made: catalogue{}, found: catalogue{}, removed: catalogue{}, gone: catalogue{}, altered: catalogue{},
		picked: newPicked(),
		own:    catalogue{}, created: catalogue{}, touched: catalogue{},
	}
}

// begin starts a test.
func (v *inventory) begin() {
	clear(v.own)
	clear(v.created)
	clear(v.touched)
}

// foreign reports whether another test created an element of a collection, and the current test did not.
func (v *inventory) foreign(collection, value string) bool {
	switch {
	case v.own.has(collection, value), v.isNew(value):
		return false
	case v.others(collection, value):
		return true
	}
	return !v.there(collection, value) && v.growth.hides(collection)
}

// others is like foreign for elements whose names are known. It does not count elements that tests created under
// unknown names: a call that is answered 404 cannot have meant them.
func (v *inventory) others(collection, value string) bool {
	return !v.own.has(collection, value) && (v.made.has(collection, value) || v.picked.since(collection, value))
}

// there reports whether an element is known to have been in a collection before any call created it.
func (v *inventory) there(collection, value string) bool {
	return v.found.has(collection, value) || v.removed.has(collection, value)
}

// isNew reports whether a name contains a text that only the current test has.
func (v *inventory) isNew(text string) bool {
	return slices.ContainsFunc(v.unique, func(of string) bool { return strings.Contains(text, of) })
}

// unknown reports whether no known element has a name, and the name is too long to exist by chance.
func (v *inventory) unknown(text string) bool {
	least := leastName
	if number(text) {
		least = leastDigits
	}
	return len(text) >= least && len(v.made[text]) == 0 && len(v.found[text]) == 0 && len(v.own[text]) == 0
}

// worn reports whether other tests changed an element of a collection to which tests can add elements of their own,
// such as a stock that runs out.
func (v *inventory) worn(n *name) bool { return n.altered && v.growth.to(n.collection) }

// called returns the collection that the name of a member suggests, if it has the element that the member names, as in
// {"book": 7} for /books. It returns "" if there is none.
func (v *inventory) called(member, text string) string {
	plain := words.Plain(member)
	names := func(collection string) bool { return slices.Contains(api.Singulars(path.Base(collection)), plain) }
	for _, known := range []catalogue{v.made, v.found} {
		if at := slices.IndexFunc(known[text], names); at >= 0 {
			return known[text][at]
		}
	}
	for _, collection := range slices.Sorted(maps.Keys(v.picked.top)) {
		if names(collection) && v.picked.soon(collection, text) {
			return collection
		}
	}
	return ""
}

// alike reports whether two paths end in the same noun, one in the plural and one in the singular: /silences and
// /silence.
func alike(a, b string) bool {
	one, other := path.Base(a), path.Base(b)
	return one != other && (slices.Contains(api.Singulars(one), other) || slices.Contains(api.Singulars(other), one))
}

// learn notes what a successful call created, changed or removed, or which resources it showed.
func (v *inventory) learn(x *link.Exchange, named []name) {
	op := x.Call.Op
	if api.IsSafe(op.Spec.Method) {
		v.shown(x, named)
		return
	}
	v.touch(named)
	switch {
	case op.Spec.Method == http.MethodDelete:
		v.deleted(op.Spec.Path, named)
	case op.Spec.Method == http.MethodPost && !strings.HasSuffix(op.Spec.Path, "}"):
		v.added(x)
	default:
		v.put(x)
	}
}

// attempted notes what a call may have created although it was refused.
func (v *inventory) attempted(x *link.Exchange) {
	op := x.Call.Op
	if op.Chooses && strings.HasSuffix(op.Spec.Path, "}") {
		v.put(x)
	}
	if piece := v.picked.piece(x); piece != nil {
		v.make(api.BeforeParam(op.Spec.Path, piece.Param), piece.Raw)
	}
}

// shown notes that the resource at the end of a path exists, and the elements that an answer lists. The resources
// earlier in the path may not exist: some services answer 200 with an empty list, or 204, for any of them.
func (v *inventory) shown(x *link.Exchange, named []name) {
	path := x.Call.Op.Spec.Path
	for i := range named {
		if n := &named[i]; len(x.Answer.Body) > 0 && n.end(path) {
			v.find(n.collection, n.value)
		}
	}
	for _, id := range answeredIDs(x) {
		v.find(path, id)
	}
}

// touch notes which resources a changing call names.
func (v *inventory) touch(named []name) {
	for _, n := range named {
		v.touched.add(n.collection, n.value)
		if v.found.has(n.collection, n.value) {
			v.altered.add(n.collection, n.value)
		}
	}
}

// deleted notes that the resource at the end of a path is gone. It may have been missing before: some services answer
// 200 in any case.
func (v *inventory) deleted(path string, named []name) {
	for i := range named {
		n := &named[i]
		if n.own || !n.end(path) {
			continue
		}
		v.gone.add(n.collection, n.value)
		if !v.foreign(n.collection, n.value) {
			v.removed.add(n.collection, n.value)
		}
	}
}

// put notes the resources that a call created or changed under names in its path.
func (v *inventory) put(x *link.Exchange) {
	for i := range x.Encoded.Path {
		piece := &x.Encoded.Path[i]
		if piece.Param == "" || piece.Raw == "" {
			continue
		}
		collection := api.BeforeParam(x.Call.Op.Spec.Path, piece.Param)
		last := api.EndsIn(x.Call.Op.Spec.Path, piece.Param)
		switch {
		case x.Answer.Status == http.StatusCreated && last:
			v.own.add(collection, piece.Raw)
			v.created.add(collection, piece.Raw)
			v.made.add(collection, piece.Raw)
		case !last || x.Call.Op.Spec.Method == http.MethodPatch || v.found.has(collection, piece.Raw):
			v.find(collection, piece.Raw)
		default:
			v.make(collection, piece.Raw)
		}
	}
	for _, id := range sentIDs(x, true) {
		if _, err := strconv.ParseInt(id, 10, 64); err != nil && success(x.Answer.Status) {
			v.make(keptIn(x.Call.Op), id)
		}
	}
}

// added notes the element that a POST added to a collection.
func (v *inventory) added(x *link.Exchange) {
	path, answered, sent := x.Call.Op.Spec.Path, answeredIDs(x), sentIDs(x, true)
	ids := slices.Concat(answered, sent)
	v.picked.note(path, answered, sent)
	v.picked.point(path, x.Answer.Body)
	v.choose(x, ids)
	v.growth.note(path, len(ids) > 0)
	for _, id := range ids {
		v.created.add(path, id)
		v.make(path, id)
	}
}

// choose notes that a call created the resource that its path names: POST /files/oak/new creates "oak" if the answer
// has the id "oak". It leaves out parameters that are numbers by their schema, because these more likely name existing
// resources.
func (v *inventory) choose(x *link.Exchange, ids []string) {
	op := x.Call.Op
	for i := range x.Encoded.Path {
		piece := &x.Encoded.Path[i]
		if piece.Param == "" || api.EndsIn(op.Spec.Path, piece.Param) || !slices.Contains(ids, piece.Raw) {
			continue
		}
		if _, text := x.Call.Genotype.Params[piece.Index].Gene.Value().(string); !text {
			continue
		}
		collection := api.BeforeParam(op.Spec.Path, piece.Param)
		if !v.found.has(collection, piece.Raw) {
			v.picked.chosen[op] = piece.Param
		}
		v.make(collection, piece.Raw)
	}
}

func (v *inventory) make(collection, value string) {
	v.own.add(collection, value)
	if !v.found.has(collection, value) {
		v.made.add(collection, value)
	}
}

func (v *inventory) find(collection, value string) {
	if !v.foreign(collection, value) && !v.own.has(collection, value) {
		v.found.add(collection, value)
	}
}

// leads reports whether a path template leads to an element of a collection.
func leads(template, collection string) bool {
	rest, ok := strings.CutPrefix(template, collection+"/{")
	return ok && strings.IndexByte(rest, '}') == len(rest)-1
}
