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

// judge notes whether the answer to a call depends on what other tests made.
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

// naming returns why an answer depends on other tests, if the reason is a resource that the call names.
func (g *Ground) naming(x *link.Exchange, named []name) Leaning {
	op, status, inv := x.Call.Op, x.Answer.Status, &g.inventory
	for i := range named {
		n := &named[i]
		switch {
		case n.listed && !api.IsSafe(op.Spec.Method) && success(status) && !n.own:
			return n.leaning(x, "changes what happens to be there")
		case n.itself && success(status), success(status) && g.free(n, op):
		case n.itself && refuses(status) && inv.picked.coming(n.collection, n.value):
			return n.awaited(x, "is answered %d for %q, and may be for the resource of that number", status, n.value)
		case inv.foreign(n.collection, n.value):
			l := n.leaning(x, "names %q, which another test made", n.value)
			if n.param == genotype.InBody && status == http.StatusBadRequest {
				l.Awaited = n.value // the system may refuse a name that does not exist in the same way
			}
			return l
		case inv.worn(n) && hangs(x, n):
			return n.leaning(x, "names %q, which other tests changed", n.value)
		}
	}
	return Leaning{}
}

// free reports whether a call would succeed with any name in this place. A read does not count if another test made the
// named element, because the answer may show it.
func (g *Ground) free(n *name, op *api.Operation) bool {
	if n.param == genotype.InBody || !g.strangers.anyName(op, n.param) {
		return false
	}
	return !api.IsSafe(op.Spec.Method) || !g.inventory.made.has(n.collection, n.value)
}

// refused returns why a refused call depends on what other tests left: nothing in its own test explains the refusal.
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
	if !api.IsSafe(op.Spec.Method) || !fails(x.Answer) || slices.ContainsFunc(x.Encoded.Path, isNew) {
		return l
	}
	grew := g.inventory.growth.within(op.Spec.Path) && g.outcomes.succeeds(x) && !namesOwn(x, named, g.attempt.read)
	if !g.attempt.changed && g.outcomes.wasFine(x) || grew && !g.Tried {
		l = leaningOf(x, "is answered %d, and was answered otherwise before", status)
	}
	return l
}

// related reports whether the test changed something that the call is about. An element from before all tests may be in
// its state for another reason. If tests can make such elements, of is the name in the call that should name an element
// of the test itself.
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

// missing returns why a call that was answered 404 depends on other tests: it names an element that another test made,
// or that was there before. On a fresh system the element may be there. changed says that the test changed something.
func missing(x *link.Exchange, named []name, inv *inventory, changed bool) Leaning {
	if x.Answer.Status != http.StatusNotFound {
		return Leaning{}
	}
	for i := range named {
		if n := &named[i]; n.param == genotype.InBody && !api.IsSafe(x.Call.Op.Spec.Method) && inv.worn(n) {
			return n.leaning(x, "names %q, which other tests changed", n.value)
		}
	}
	for _, n := range named {
		short := strings.TrimLeft(n.value, "0") // "01" may name the element "1"
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

// fromList returns why a call depends on other tests, whatever its answer: it takes the name of another test's element
// from a list. On a fresh system the list may be empty.
func fromList(x *link.Exchange, named []name, inv *inventory) Leaning {
	for _, n := range named {
		if n.listed && inv.foreign(n.collection, n.value) {
			return n.leaning(x, "takes %q from a list, which another test made", n.value)
		}
	}
	return Leaning{}
}

// hangs reports whether the answer to a call may depend on the state of an element that it names: the call takes from a
// stock, or the answer is computed. If the test itself changed the element, it knows the state.
func hangs(x *link.Exchange, n *name) bool {
	op, status := x.Call.Op, x.Answer.Status
	switch {
	case n.param == genotype.InBody:
		return !api.IsSafe(op.Spec.Method) && (success(status) || conflicts(status))
	case n.touched:
		return false
	case success(status):
		return api.IsSafe(op.Spec.Method) && len(x.Encoded.Query) > 0 && !leads(op.Spec.Path, n.collection)
	case status == http.StatusBadRequest:
		return api.IsSafe(op.Spec.Method) && len(x.Encoded.Query) > 0
	}
	return refuses(status) || fails(x.Answer)
}

// sendsGiven returns why a call depends on other tests: its body has an id that the system gave to another test. If
// there are several, it returns the last.
func sendsGiven(x *link.Exchange, inv *inventory) (l Leaning) {
	if api.IsSafe(x.Call.Op.Spec.Method) {
		return l
	}
	each(bodyOf(x), func(member, text string) {
		if inv.picked.given[text] && !usedInBody(x.Uses, member) && len(inv.own[text]) == 0 {
			l = leaningOf(x, "sends %q, which another test was given", text)
		}
	})
	return l
}

// sentBefore returns why a refused call depends on other tests: it sends a name that may have to be unique, and another
// test used the name.
func sentBefore(x *link.Exchange, inv *inventory) Leaning {
	for _, v := range taken(x) {
		if inv.foreign(keptIn(x.Call.Op), v) {
			return leaningOf(x, "sends %q, which another test sent before", v)
		}
	}
	return Leaning{}
}

// remade returns why a POST depends on other tests: it creates an element under an id that it chooses, and another test
// created the same id before and a third removed it. Without the removal it would fail.
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
