package effects

import (
	"slices"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// Ground knows what the calls of a search left behind. The methods of a nil Ground do nothing; it is nil if the system
// begins each test anew.
type Ground struct {
	// Tried says that the tests will be executed on a fresh system. So a test that may pass there is not doubted.
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

// Mark sets the texts that only the following tests contain.
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

// Leaning returns why the current test needs what other tests left behind.
func (g *Ground) Leaning() Leaning {
	if g == nil {
		return Leaning{}
	}
	return g.attempt.leaning
}

// Borrowed returns which list in the current test shows elements of other tests, the zero value for none. This is no
// reason to leave the test out.
func Borrowed(g *Ground) Leaning {
	if g == nil {
		return Leaning{}
	}
	return g.attempt.borrowed
}

// Spoils notes that a call of the current test leaves behind a state in which other tests fail.
func Spoils(g *Ground, step int, operation string) {
	if g != nil {
		why := operation + " leaves behind what makes other calls fail"
		g.attempt.lean(Leaning{Why: why, Step: step, Param: genotype.InBody})
	}
}

// called learns from an exchange. It returns what earlier calls tell about the answer.
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
	if api.IsSafe(op.Spec.Method) {
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
	case !api.IsSafe(op.Spec.Method) && !absent(x.Answer.Status):
		g.inventory.attempted(x)
	}
	return out
}

// meet learns from a call whose path has names that no known resource has.
func (g *Ground) meet(x *link.Exchange, named []name) {
	for _, n := range named {
		if n.param != genotype.InBody && !n.listed && g.inventory.unknown(n.value) {
			g.strangers.meet(x.Call.Op, n.param, n.value, x.Answer.Status)
		}
	}
}

// list learns from the answer to a read. It returns what is known of the elements of the operation if all tests share
// the answer, else nil.
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

// learn notes what a successful call created or changed, or which resources it showed.
func (g *Ground) learn(x *link.Exchange, named []name) {
	g.outcomes.succeeded(x, g.inventory.unique)
	if op := x.Call.Op; !api.IsSafe(op.Spec.Method) {
		g.attempt.ways[op.Spec.Path], g.attempt.changed = true, true
		g.claims.note(x)
		g.deeds.did(x, madeBy(x))
	}
	g.inventory.learn(x, named)
}

// loggedIn notes the resources that a log-in created, such as a session or a token. path is without the base path. If a
// log-in fails that succeeded before, a test has probably caused that.
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
	body, _ := value.ParseJSON(answer.Body) // a body that is no JSON has no ids
	made := ids(body, true)
	g.inventory.picked.note(path, made, nil)
	for _, v := range made {
		g.inventory.made.add(path, v)
	}
}

// Deeds returns the known calls that created and changed an element of a collection, in their order. The caller must
// not modify them.
func Deeds(g *Ground, collection, value string) []Deed {
	if g == nil {
		return nil
	}
	return g.deeds[collection+" "+value]
}

// Gives reports whether the system gives each new element of a collection another text as the given member. It returns
// false for ids, because a client may choose them.
func Gives(g *Ground, collection, member string) bool {
	return g != nil && g.claims.given(collection, member)
}

// Chosen returns the path parameter with which calls of an operation name a resource that they create, although the
// path continues after it. It returns "" if no call did so.
func (g *Ground) Chosen(op *api.Operation) string {
	if g == nil {
		return ""
	}
	return g.inventory.picked.chosen[op]
}

// IDAt returns where the answer to a POST to a collection has the id of the new element, as a JSON pointer. ok is false
// if that is not known.
func (g *Ground) IDAt(collection string) (pointer string, ok bool) {
	if g == nil {
		return "", false
	}
	pointer, ok = g.inventory.picked.idAt[collection]
	return pointer, ok
}

// NeedsNamed reports whether a call of an operation was answered 404 or 410 for a name that no known element has.
func NeedsNamed(g *Ground, op *api.Operation) bool {
	if g == nil {
		return false
	}
	needs, _ := g.strangers.named(op)
	return needs
}

// Takes reports whether a call of an operation succeeded with a name that no known element has, and no such call was
// answered 404 or 410.
func Takes(g *Ground, op *api.Operation) bool {
	if g == nil {
		return false
	}
	needs, takes := g.strangers.named(op)
	return takes && !needs
}

// TakesAny reports whether a call would also succeed with any other name in its path. The Leaning says which name in
// the path the call leans on.
func TakesAny(g *Ground, op *api.Operation, l Leaning) bool {
	return g != nil && l.Param != genotype.InBody && g.strangers.anyName(op, l.Param)
}
