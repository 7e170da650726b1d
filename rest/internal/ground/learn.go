package ground

import (
	"maps"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// maxElements bounds the elements of an answer whose ids are read.
const maxElements = 200

// learn notes what a successful call made, or showed to be there.
func (g *Ground) learn(x *Exchange) {
	op := x.Call.Op
	if !reads(op) {
		g.touch(x)
		g.claims.note(x)
		g.deeds.did(x, madeBy(x))
		mended(g, op.Spec.Name(), memberNames(bodyOf(x)))
		if len(g.worked) < maxFirst {
			g.worked[madeAnew(g, x)] = true
		}
	}
	switch {
	case reads(op):
		for _, part := range parts(x) {
			if len(g.fine) < maxFirst {
				g.fine[part] = true
			}
		}
		if len(x.Answer.Body) > 0 {
			g.findNamed(x)
		}
		for _, v := range answeredIDs(x) {
			g.find(op.Spec.Path, v)
		}
	case op.Spec.Method == http.MethodDelete:
		removedNamed(g, x)
	case op.Spec.Method == http.MethodPost && !strings.HasSuffix(op.Spec.Path, "}"):
		g.added(x)
	default:
		g.put(x)
	}
}

// madeBy returns the ids of what a call added to a collection.
func madeBy(x *Exchange) []string {
	if x.Call.Op.Spec.Method != http.MethodPost || strings.HasSuffix(x.Call.Op.Spec.Path, "}") {
		return nil
	}
	return slices.Concat(answeredIDs(x), sentIDs(x, true))
}

// attempted notes what a call that was refused may have made all the same.
func (g *Ground) attempted(x *Exchange) {
	op := x.Call.Op
	if op.Chooses && strings.HasSuffix(op.Spec.Path, "}") {
		g.put(x)
	}
	if piece := g.picked.piece(x); piece != nil {
		g.make(api.BeforeParam(op.Spec.Path, piece.Param), piece.Raw)
	}
}

// touch notes what a call that changed something is about.
func (g *Ground) touch(x *Exchange) {
	g.ways[x.Call.Op.Spec.Path] = true
	for _, n := range g.names(x) {
		add(g.touched, n.collection, n.value)
		if holds(g.found, n.collection, n.value) {
			add(g.altered, n.collection, n.value)
		}
	}
}

// put notes what a call made, or changed, that names it in its path.
func (g *Ground) put(x *Exchange) {
	for i := range x.Encoded.Path {
		piece := &x.Encoded.Path[i]
		if piece.Param == "" || piece.Raw == "" {
			continue
		}
		collection := api.BeforeParam(x.Call.Op.Spec.Path, piece.Param)
		last := api.EndsIn(x.Call.Op.Spec.Path, piece.Param)
		switch {
		case x.Answer.Status == http.StatusCreated && last:
			add(g.own, collection, piece.Raw)
			add(g.created, collection, piece.Raw)
			add(g.made, collection, piece.Raw)
		case !last || x.Call.Op.Spec.Method == http.MethodPatch || holds(g.found, collection, piece.Raw):
			g.find(collection, piece.Raw)
		default:
			g.make(collection, piece.Raw)
		}
	}
	for _, v := range sentIDs(x, true) {
		if _, err := strconv.ParseInt(v, 10, 64); err != nil && success(x.Answer.Status) {
			g.make(keptIn(x.Call.Op), v)
		}
	}
}

// added notes what a call added to a collection.
func (g *Ground) added(x *Exchange) {
	answered, sent := answeredIDs(x), sentIDs(x, true)
	ids := slices.Concat(answered, sent)
	g.picked.note(x.Call.Op.Spec.Path, answered, sent)
	g.picked.point(x.Call.Op.Spec.Path, x.Answer.Body)
	g.choose(x, ids)
	if at := x.Call.Op.Spec.Path; !slices.Contains(g.grown, at) {
		g.grown = append(g.grown, at)
	}
	if len(ids) == 0 {
		if at := x.Call.Op.Spec.Path; !slices.Contains(g.hidden, at) {
			g.hidden = append(g.hidden, at)
		}
	}
	for _, v := range ids {
		add(g.created, x.Call.Op.Spec.Path, v)
		g.make(x.Call.Op.Spec.Path, v)
	}
}

func (g *Ground) make(collection, value string) {
	add(g.own, collection, value)
	if !holds(g.found, collection, value) {
		add(g.made, collection, value)
	}
}

// choose notes that a call made the resource that its path names, as
// POST /files/oak/new may, whose answer has the id "oak". What is a number by its schema
// is likelier to name what was there.
func (g *Ground) choose(x *Exchange, ids []string) {
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
		if !holds(g.found, collection, piece.Raw) {
			g.chosen[op] = piece.Param
		}
		g.make(collection, piece.Raw)
	}
}

// Chosen returns the parameter in the path of an operation that names what calls of it
// make, though the path goes on behind it; "" if none was seen.
func (g *Ground) Chosen(op *api.Operation) string {
	if g == nil {
		return ""
	}
	return g.chosen[op]
}

// removedNamed notes that the resource which a path leads to is gone. Some services
// answer 200 whether it was there or not.
func removedNamed(g *Ground, x *Exchange) {
	for _, n := range g.names(x) {
		if n.param == genotype.InBody || !leads(x.Call.Op.Spec.Path, n.collection) || holds(g.own, n.collection, n.value) {
			continue
		}
		add(g.gone, n.collection, n.value)
		if !g.foreign(n.collection, n.value) {
			add(g.removed, n.collection, n.value)
		}
	}
}

// findNamed notes that the resource which a path leads to is there. What it passes on
// the way need not be: some services answer 200 with an empty list, or 204, below
// anything.
func (g *Ground) findNamed(x *Exchange) {
	for _, n := range g.names(x) {
		if n.param != genotype.InBody && leads(x.Call.Op.Spec.Path, n.collection) {
			g.find(n.collection, n.value)
		}
	}
}

// leads reports whether a path leads to an element of a collection.
func leads(template, collection string) bool {
	rest, ok := strings.CutPrefix(template, collection+"/{")
	return ok && strings.IndexByte(rest, '}') == len(rest)-1
}

func (g *Ground) find(collection, value string) {
	if !g.foreign(collection, value) && !holds(g.own, collection, value) {
		add(g.found, collection, value)
	}
}

func add(to map[string][]string, collection, value string) {
	if !slices.Contains(to[value], collection) {
		to[value] = append(to[value], collection)
	}
}

// answeredIDs returns the ids in an answer: the end of its Location, and the members
// that name the resource or the first ones of a list.
func answeredIDs(x *Exchange) (out []string) {
	if location, err := url.Parse(x.Answer.Header.Get("Location")); err == nil && location.Path != "" {
		out = append(out, path.Base(location.Path))
	}
	if x.Answer.Stream {
		return out
	}
	body, ok := x.answered()
	if !ok {
		return out
	}
	if text, ok := scalar(body); ok {
		return append(out, text)
	}
	return append(out, idsBy(body, func(o value.Object, plain string) bool {
		if _, own := o.Get("id"); own && reads(x.Call.Op) && plain != "id" && strings.HasSuffix(plain, "id") {
			return false // it is that of something else
		}
		return identifies(plain, true)
	})...)
}

// sentIDs returns the ids among what a call sends for a new element. Names are such
// ids too if names is set.
func sentIDs(x *Exchange, names bool) []string {
	if !x.Encoded.JSONBody {
		return nil
	}
	return ids(bodyOf(x), names)
}

func bodyOf(x *Exchange) any {
	if x.Encoded.Value != nil {
		return x.Encoded.Value
	}
	if x.Encoded.JSONBody && x.Call.Genotype.Body != nil {
		if v := x.Call.Genotype.WholeBody(); v != nil {
			return v
		}
	}
	v, _ := value.ParseJSON(x.Encoded.Body) // it may be JSON under another name
	return v
}

// ids returns the members that name a resource: those of an object, of what is in its
// envelope, or of the elements of a list.
func ids(v any, named bool) []string {
	return idsBy(v, func(_ value.Object, plain string) bool { return identifies(plain, named) })
}

// idsBy returns the members that name a resource, by their plain names.
func idsBy(v any, names func(of value.Object, plain string) bool) (out []string) {
	switch v := v.(type) {
	case value.Object:
		for _, m := range v {
			plain := api.PlainName(m.Name)
			if text, ok := scalar(m.Value); ok && names(v, plain) {
				out = append(out, text)
			} else if !ok && api.Enveloping(plain) {
				out = append(out, idsBy(m.Value, names)...)
			}
		}
	case []any:
		for _, e := range v[:min(len(v), maxElements)] {
			if text, ok := scalar(e); ok {
				out = append(out, text)
			} else {
				out = append(out, idsBy(e, names)...)
			}
		}
	}
	return out
}

// identifies reports whether a member with a plain name usually names the resource
// that it is of.
func identifies(plain string, named bool) bool {
	for _, ending := range [...]string{"id", "uuid", "guid", "slug"} {
		if strings.HasSuffix(plain, ending) {
			return true
		}
	}
	return named && (strings.HasSuffix(plain, "name") || strings.HasSuffix(plain, "key") || strings.HasSuffix(plain, "code"))
}

func scalar(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, v != ""
	case int64:
		return strconv.FormatInt(v, 10), true
	}
	return "", false
}

// each visits the scalar members of a value, at any depth.
func each(v any, f func(member, text string)) {
	switch v := v.(type) {
	case value.Object:
		for _, m := range v {
			if text, ok := scalar(m.Value); ok {
				f(m.Name, text)
				continue
			}
			each(m.Value, f)
		}
	case []any:
		for _, e := range v {
			each(e, f)
		}
	}
}

// unique reports whether a call names in its path what no other test has.
func unique(g *Ground, x *Exchange) bool {
	return slices.ContainsFunc(x.Encoded.Path, func(p message.PathPiece) bool { return isNew(g, p.Raw) })
}

func number(text string) bool { return strings.Trim(text, "0123456789") == "" }

// alike reports whether two paths end in the same noun, one as "silences" and the other
// as "silence".
func alike(a, b string) bool {
	one, other := path.Base(a), path.Base(b)
	return one != other && (slices.Contains(api.Singulars(one), other) || slices.Contains(api.Singulars(other), one))
}

// called returns the collection whose element a member of a body names that is called
// like one, as in {"book": 7} beside /books; "" if there is none.
func called(g *Ground, member, text string) string {
	plain := api.PlainName(member)
	for _, known := range []map[string][]string{g.made, g.found} {
		for _, collection := range known[text] {
			if slices.Contains(api.Singulars(path.Base(collection)), plain) {
				return collection
			}
		}
	}
	for _, collection := range slices.Sorted(maps.Keys(g.top)) {
		if slices.Contains(api.Singulars(path.Base(collection)), plain) && g.soon(collection, text) {
			return collection
		}
	}
	return ""
}
