package effects

import (
	"slices"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// Ground is what the calls of a search left behind. The methods of a nil Ground do
// nothing: the system begins each test anew.
type Ground struct {
	// Tried says that the tests will be executed on a fresh system: what may be so
	// there gets its chance.
	Tried bool

	attempt   attempt
	inventory inventory
	outcomes  outcomes
	logins    logins
	claims    claims
	strangers strangers
	deeds     deeds
	elements  map[string]Elements // by operation
}

// newGround returns the ground of a system before its first call.
func newGround() *Ground {
	return &Ground{
		attempt: newAttempt(), inventory: newInventory(), outcomes: newOutcomes(), logins: logins{},
		claims: newClaims(), strangers: newStrangers(), deeds: deeds{}, elements: map[string]Elements{},
	}
}

// Mark says which texts the tests from now on have that no other test has.
func (g *Ground) Mark(unique []string) {
	if g != nil {
		g.inventory.unique = unique
	}
}

// begin starts a test.
func (g *Ground) begin() {
	if g == nil {
		return
	}
	g.attempt.begin()
	g.inventory.begin()
	clear(g.claims.own)
}

// Leaning returns why the test at hand needs what others left behind.
func (g *Ground) Leaning() Leaning {
	if g == nil {
		return Leaning{}
	}
	return g.attempt.leaning
}

// Borrowed says that the test at hand shows elements of a list that others made, which is
// no reason to leave it out: the zero value says that it does not.
func Borrowed(g *Ground) Leaning {
	if g == nil {
		return Leaning{}
	}
	return g.attempt.borrowed
}

// Spoils notes that the test at hand leaves behind what makes other tests fail.
func Spoils(g *Ground, step int, operation string) {
	if g != nil {
		why := operation + " leaves behind what makes other calls fail"
		g.attempt.lean(Leaning{Why: why, Step: step, Param: genotype.InBody})
	}
}

// called learns from an exchange.
func (g *Ground) called(x *link.Exchange) (out Seen) {
	if g == nil || x.Answer.Outcome == sut.Skipped {
		return out
	}
	op, named := x.Call.Op, g.inventory.names(x, g.attempt.read)
	g.judge(x, named)
	if x.Answer.Outcome != sut.Answered {
		return out
	}
	g.meet(x, named)
	if reads(op) {
		out.Shared = !namesOwn(x, named, g.attempt.read)
		g.attempt.read[x.Step] = out.Shared
		_, fed := g.inventory.growth.above(op.Spec.Path)
		out.Counted = out.Shared && fed && asksByNumber(x)
		out.Elements = g.list(x, out.Shared)
	}
	out.Altered = slices.ContainsFunc(named, func(n name) bool { return n.altered })
	if !g.attempt.changed {
		var l Leaning
		out.First, l = g.outcomes.again(x)
		g.attempt.lean(l)
	}
	switch {
	case success(x.Answer.Status):
		g.learn(x, named)
	case !reads(op) && !absent(x.Answer.Status):
		g.inventory.attempted(x)
	}
	return out
}

// meet learns from a call that names something in its path of which nothing is known.
func (g *Ground) meet(x *link.Exchange, named []name) {
	for _, n := range named {
		if n.param != genotype.InBody && !n.listed && g.inventory.unknown(n.value) {
			g.strangers.meet(x.Call.Op, n.param, n.value, x.Answer.Status)
		}
	}
}

// list learns from an answer that may list elements. It returns what the elements in the answers so
// far had, if all tests share them.
func (g *Ground) list(x *link.Exchange, shared bool) Elements {
	if !success(x.Answer.Status) {
		return nil
	}
	e := elementsOf(g.elements, x)
	if !shared {
		return nil
	}
	if g.attempt.borrowed.Why == "" {
		g.attempt.borrowed = borrowed(x, &g.inventory, g.attempt.ways)
	}
	return e
}

// learn notes what a successful call made, or showed to be there.
func (g *Ground) learn(x *link.Exchange, named []name) {
	g.outcomes.succeeded(x, g.inventory.unique)
	if op := x.Call.Op; !reads(op) {
		g.attempt.ways[op.Spec.Path], g.attempt.changed = true, true
		g.claims.note(x)
		g.deeds.did(x, madeBy(x))
	}
	g.inventory.learn(x, named)
}

// loggedIn notes what a log-in made: a session, a token, an application. path is without
// the base path. A log-in that fails and did not before is a sign that a test is the reason.
func (g *Ground) loggedIn(path string, r *sut.Request, answer *sut.Response) {
	if g == nil || answer.Outcome != sut.Answered {
		return
	}
	op := r.Method + " " + path
	sent, _ := value.ParseJSON(r.Body)
	if _, before := g.logins[op]; before && fails(answer) {
		g.outcomes.spoil[op] = memberNames(sent)
	}
	if !success(answer.Status) {
		return
	}
	g.logins.note(op)
	g.outcomes.mended(op, memberNames(sent))
	body, _ := value.ParseJSON(answer.Body) // there are no ids in what is none
	made := ids(body, true)
	g.inventory.picked.note(path, made, nil)
	for _, v := range made {
		g.inventory.made.add(path, v)
	}
}

// Deeds returns the calls that made an element of a collection what it is, in their order,
// as far as they are known. Nobody may change them.
func Deeds(g *Ground, collection, value string) []Deed {
	if g == nil {
		return nil
	}
	return g.deeds[collection+" "+value]
}

// Gives reports whether the system gives the elements of a collection texts of its own under a
// name, each another one. Ids are left out: who sends one may choose it.
func Gives(g *Ground, collection, member string) bool {
	return g != nil && g.claims.given(collection, member)
}

// Chosen returns the parameter in the path of an operation that names what calls of it
// make, though the path goes on behind it; "" if none was seen.
func (g *Ground) Chosen(op *api.Operation) string {
	if g == nil {
		return ""
	}
	return g.inventory.picked.chosen[op]
}

// IDAt returns where the answer to a POST that adds to a collection has the id of what it
// made, as a JSON pointer. ok is false if that is not known.
func (g *Ground) IDAt(collection string) (pointer string, ok bool) {
	if g == nil {
		return "", false
	}
	pointer, ok = g.inventory.picked.idAt[collection]
	return pointer, ok
}

// NeedsNamed reports whether a call of an operation was answered 404 for a name that no element has.
func NeedsNamed(g *Ground, op *api.Operation) bool {
	if g == nil {
		return false
	}
	needs, _ := g.strangers.named(op)
	return needs
}

// Takes reports whether a call of an operation succeeded for a name that nothing had, and none found
// nothing under one.
func Takes(g *Ground, op *api.Operation) bool {
	if g == nil {
		return false
	}
	needs, takes := g.strangers.named(op)
	return takes && !needs
}

// TakesAny reports whether a call that leans on what it names in its path would succeed for a name
// that nothing has as well.
func TakesAny(g *Ground, op *api.Operation, l Leaning) bool {
	return g != nil && l.Param != genotype.InBody && g.strangers.anyName(op, l.Param)
}
