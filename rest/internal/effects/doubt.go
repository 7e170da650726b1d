package effects

import (
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// judge notes whether the answer needs what others made.
func (g *Ground) judge(x *link.Exchange, named []name) {
	test, inv := &g.attempt, &g.inventory
	if x.Lost {
		test.lean(leaningOf(x, "needs a user who could log in before"))
		return
	}
	if absent(x.Answer.Status) {
		test.lean(missing(x, named, inv, test.changed))
		test.lean(fromList(x, named, inv))
		return
	}
	if l := g.naming(x, named); l.Why != "" {
		test.lean(l)
		return
	}
	test.lean(sendsGiven(x, inv))
	test.lean(g.claims.disputed(x))
	if success(x.Answer.Status) {
		test.lean(remade(x, inv))
		test.lean(g.logins.called(x, inv))
		return
	}
	test.lean(g.refused(x, named))
	if l := sentBefore(x, inv); l.Why != "" {
		test.lean(l)
		return
	}
	if fails(x.Answer) && g.outcomes.spoilt(x, inv.unique, test.changed) {
		test.lean(leaningOf(x, "is answered %d since another test", x.Answer.Status))
	}
}

// naming says whether an answer needs what other tests made because the call names it.
func (g *Ground) naming(x *link.Exchange, named []name) Leaning {
	op, status, inv := x.Call.Op, x.Answer.Status, &g.inventory
	for i := range named {
		n := &named[i]
		switch {
		case n.listed && !reads(op) && success(status) && !n.own:
			return n.leaning(x, "changes what happens to be there")
		case n.itself && success(status), success(status) && g.free(n, op):
		case n.itself && refuses(status) && inv.picked.coming(n.collection, n.value):
			return n.awaited(x, "is answered %d for %q, and may be for the resource of that number", status, n.value)
		case inv.foreign(n.collection, n.value):
			l := n.leaning(x, "names %q, which another test made", n.value)
			if n.param == genotype.InBody && status == http.StatusBadRequest {
				l.Awaited = n.value // the same refusal may come for one that nothing has
			}
			return l
		case inv.worn(n) && hangs(x, n):
			return n.leaning(x, "names %q, which other tests changed", n.value)
		}
	}
	return Leaning{}
}

// free reports whether a call that names something would succeed without it as well. What a reading
// call shows may be what another test made.
func (g *Ground) free(n *name, op *api.Operation) bool {
	if n.param == genotype.InBody || !g.strangers.anyName(op, n.param) {
		return false
	}
	return !reads(op) || !g.inventory.made.has(n.collection, n.value)
}

// refused says whether an answer that is no success needs what other tests left: nothing in
// the test is the reason for it.
func (g *Ground) refused(x *link.Exchange, named []name) (l Leaning) {
	op, status := x.Call.Op, x.Answer.Status
	if conflicts(status) {
		if related, of := g.related(x, named); !related {
			l = leaningOf(x, "is answered %d, and nothing in the test is the reason", status)
			l.Collection, l.Value, l.Member = of.collection, of.value, of.member
			return l
		}
	}
	isNew := func(p message.PathPiece) bool { return g.inventory.isNew(p.Raw) }
	if !reads(op) || !fails(x.Answer) || slices.ContainsFunc(x.Encoded.Path, isNew) {
		return l
	}
	grew := g.inventory.growth.within(op.Spec.Path) && g.outcomes.succeeds(x) && !namesOwn(x, named, g.attempt.read)
	if !g.attempt.changed && g.outcomes.wasFine(x) || grew && !g.Tried {
		l = leaningOf(x, "is answered %d, and was answered otherwise before", status)
	}
	return l
}

// related reports whether the test changed something that a call is about. What was
// there before all tests may be the same for another reason: where a test can make such
// an element of its own, the second result is the name that should be that of one.
func (g *Ground) related(x *link.Exchange, named []name) (yes bool, of name) {
	if len(x.Uses) > 0 && g.attempt.changed || g.attempt.ways[x.Call.Op.Spec.Path] {
		return true, name{}
	}
	for _, n := range named {
		if n.touched && n.own {
			return true, name{}
		}
		switch grown := g.inventory.growth.to(n.collection); {
		case grown && (n.touched || of.collection == "" && g.inventory.there(n.collection, n.value)):
			of = n
		case n.touched && !grown:
			return true, name{}
		}
	}
	return false, of
}

// missing says whether a call did not find what another test made, or what was there
// before: in a system that begins anew it may be there. changed says that its test changed something.
func missing(x *link.Exchange, named []name, inv *inventory, changed bool) Leaning {
	if x.Answer.Status != http.StatusNotFound {
		return Leaning{}
	}
	for i := range named {
		if n := &named[i]; n.param == genotype.InBody && !reads(x.Call.Op) && inv.worn(n) {
			return n.leaning(x, "names %q, which other tests changed", n.value)
		}
	}
	for _, n := range named {
		short := strings.TrimLeft(n.value, "0") // "01" may name what "1" does
		made := inv.others(n.collection, n.value) || inv.others(n.collection, short)
		if made || !changed && inv.there(n.collection, n.value) {
			return n.awaited(x, "does not find %q, which was there before", n.value)
		}
	}
	for _, n := range named {
		if inv.picked.soon(n.collection, n.value) {
			return n.awaited(x, "does not find %q, which will be there soon", n.value)
		}
	}
	return Leaning{}
}

// fromList says whether a call takes from a list what another test made, whatever it is
// answered: on a fresh system the list may be empty.
func fromList(x *link.Exchange, named []name, inv *inventory) Leaning {
	for _, n := range named {
		if n.listed && inv.foreign(n.collection, n.value) {
			return n.leaning(x, "takes %q from a list, which another test made", n.value)
		}
	}
	return Leaning{}
}

// hangs reports whether the answer to a call may be another one for another state of an
// element that it names: what takes from a stock, and what is computed. A test that
// changed the element itself knows its state.
func hangs(x *link.Exchange, n *name) bool {
	op, status := x.Call.Op, x.Answer.Status
	switch {
	case n.param == genotype.InBody:
		return !reads(op) && (success(status) || conflicts(status))
	case n.touched:
		return false
	case success(status):
		return reads(op) && len(x.Encoded.Query) > 0 && !leads(op.Spec.Path, n.collection)
	case status == http.StatusBadRequest:
		return reads(op) && len(x.Encoded.Query) > 0
	}
	return refuses(status) || fails(x.Answer)
}

// sendsGiven says whether a body has an id that the system gave to another test: the last one.
func sendsGiven(x *link.Exchange, inv *inventory) (l Leaning) {
	if reads(x.Call.Op) {
		return l
	}
	each(bodyOf(x), func(member, text string) {
		if inv.picked.given[text] && !usedInBody(x.Uses, member) && len(inv.own[text]) == 0 {
			l = leaningOf(x, "sends %q, which another test was given", text)
		}
	})
	return l
}

// sentBefore says whether a refused call sends a name that may have to be new, and that another
// test has.
func sentBefore(x *link.Exchange, inv *inventory) Leaning {
	for _, v := range taken(x) {
		if inv.foreign(keptIn(x.Call.Op), v) {
			return leaningOf(x, "sends %q, which another test sent before", v)
		}
	}
	return Leaning{}
}

// remade says whether a call makes, by an id that it chooses, what another test made before and
// some other one removed: without that one it cannot make it again.
func remade(x *link.Exchange, inv *inventory) Leaning {
	path := x.Call.Op.Spec.Path
	if x.Call.Op.Spec.Method != http.MethodPost || keptIn(x.Call.Op) != path {
		return Leaning{}
	}
	for _, v := range sentIDs(x, false) {
		if inv.made.has(path, v) && inv.gone.has(path, v) && !inv.own.has(path, v) {
			return leaningOf(x, "makes %q, which another test made and one removed", v)
		}
	}
	return Leaning{}
}
