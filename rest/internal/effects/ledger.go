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
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/sut"
)

// Ledger records what the calls of a search did to a system. It is not safe for concurrent use.
type Ledger struct {
	*Custody         // knows the credentials of users
	Ground   *Ground // knows the resources, nil if the system begins each test anew
	Mender   *Mender // finds calls that make others fail, nil if the system begins each test anew

	ops []*api.Operation
}

// New returns the ledger of a system without users. lasting says that the system keeps what tests do.
func New(ops []*api.Operation, lasting bool) *Ledger {
	l := &Ledger{ops: ops}
	if lasting {
		l.Ground, l.Mender = newGround(), newMender(ops)
	}
	l.Adopt(nil)
	return l
}

// Keeps reports whether the system keeps what tests do.
func (l *Ledger) Keeps() bool { return l.Ground != nil }

// Adopt sets the users whose credentials are kept alive.
func (l *Ledger) Adopt(users []auth.User) { l.Custody = newCustody(users, l.ops, l.Keeps()) }

// Restarted forgets the resources: the system was started anew.
func (l *Ledger) Restarted() { l.Ground = newGround() }

// Begin starts a test.
func (l *Ledger) Begin() {
	l.Ground.begin()
	l.Mender.begin()
	l.Custody.begin()
}

// Called learns from a call and its answer. It returns what earlier calls tell about the answer.
func (l *Ledger) Called(x *link.Exchange) Seen {
	l.Mender.called(x)
	return l.Ground.called(x)
}

// LoggedIn learns from a log-in of a user. path is without the base path.
func (l *Ledger) LoggedIn(user int, path string, r *sut.Request, answer *sut.Response) {
	l.Ground.loggedIn(path, r, answer)
	l.Mender.entered(user, path, r, answer)
}

// Warnings says which credentials ended, which calls were not made, and which calls spoil others.
func (l *Ledger) Warnings() []openapi.Warning {
	return append(l.Custody.warnings(), l.Mender.warnings()...)
}
