// Package effects is the ledger of what the calls of a search did to a system that keeps it: who made what, on whose
// account, and what spoils what.
//
// [Ground] has the resources that nobody can bring back to their first state. A test that needs what another test left
// behind fails on a system that was just started. An execution of a test leans on other tests if a call names a
// resource that they made, takes the element of a list that all tests share, is refused for a conflict or a text that
// belongs to another test, makes again a resource that another test removed, or is answered otherwise than the same
// request was first ([Leaning]). A fault of a list that only some elements cause leans on them, and no call tells so:
// only a fresh system does, see System.Restart of package evoke.
//
// [Custody] keeps the credentials of users alive. A search that deletes its own account, or changes its own password,
// is refused from then on. Custody learns from answers which resources are the account, the session or the token of a
// user, and says which calls would change them. It also notices when a credential has ended, and which call did that.
//
// A [Mender] notices that an accepted call left behind what makes calls fail that succeeded before: a broken element
// that every list trips over, a last position that nothing can follow. It names the call, says what to delete so that
// the others succeed again, and has tests with such calls delete in the end what they made.
package effects

import (
	"slices"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
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

// New returns the ground of a system before its first call.
func NewGround() *Ground {
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

// Begin starts a test.
func (g *Ground) Begin() {
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

// Called learns from an exchange.
func (g *Ground) Called(x *Exchange) (out Seen) {
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
func (g *Ground) meet(x *Exchange, named []name) {
	for _, n := range named {
		if n.param != genotype.InBody && !n.listed && g.inventory.unknown(n.value) {
			g.strangers.meet(x.Call.Op, n.param, n.value, x.Answer.Status)
		}
	}
}

// list learns from an answer that may list elements. It returns what the elements in the answers so
// far had, if all tests share them.
func (g *Ground) list(x *Exchange, shared bool) Elements {
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
func (g *Ground) learn(x *Exchange, named []name) {
	g.outcomes.succeeded(x, g.inventory.unique)
	if op := x.Call.Op; !reads(op) {
		g.attempt.ways[op.Spec.Path], g.attempt.changed = true, true
		g.claims.note(x)
		g.deeds.did(x, madeBy(x))
	}
	g.inventory.learn(x, named)
}

// LoggedIn notes what a log-in made: a session, a token, an application. path is without
// the base path. A log-in that fails and did not before is a sign that a test is the reason.
func (g *Ground) LoggedIn(path string, r *sut.Request, answer *sut.Response) {
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
