package ground

import (
	"maps"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
)

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

// unique reports whether a call names in its path what no other test has.
func unique(g *Ground, x *Exchange) bool {
	return slices.ContainsFunc(x.Encoded.Path, func(p message.PathPiece) bool { return isNew(g, p.Raw) })
}

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
