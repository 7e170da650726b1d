package effects

import (
	"context"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/payoff"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/sut"
)

// Custody knows the credentials of the users of a search. The zero Custody has no users.
type Custody struct {
	users   []holder
	standIn int // index of the user who makes calls that end the credential of their caller, -1 for none
	passed  int // number of calls that this user made in place of others
	lasting bool
	makers  map[string]bool // paths of collections: another path appends a parameter
	own     own
	spared  []Spared
	watch   watch
}

// Spared counts the calls of an operation that were not made, because they would have changed the account, the session
// or the token of a user.
type Spared struct {
	Operation string
	Calls     int
}

// newCustody returns the custody of users. lasting says that the system keeps what tests do; only then some calls are
// not made.
func newCustody(users []auth.User, ops []*api.Operation, lasting bool) *Custody {
	k := &Custody{standIn: slices.IndexFunc(users, func(u auth.User) bool { return u.Expendable() }), lasting: lasting,
		makers: map[string]bool{}, own: own{items: map[item]bool{}, given: map[item]bool{}, paths: map[string]bool{}}}
	for i := range users {
		if users[i].Forged() || users[i].Alternate() {
			break // forged and alternate users come last
		}
		k.users = append(k.users, newHolder(&users[i]))
		k.watch.users = append(k.watch.users,
			watched{name: users[i].Name, where: map[string]bool{}, tests: map[int]bool{}})
	}
	for _, op := range ops {
		if cut := strings.LastIndexByte(op.Spec.Path, '/'); cut > 0 && strings.HasPrefix(op.Spec.Path[cut:], "/{") {
			k.makers[op.Spec.Path[:cut]] = true
		}
	}
	return k
}

// Spared returns the operations with calls that were not made, in the order of their first such call.
func (k *Custody) Spared() []Spared { return k.spared }

// passes returns how many calls may end the credential of an expendable user. That user signs up again after each.
func passes() payoff.Allowance { return payoff.Allowance{Free: 20, Tests: 50} }

// By returns the user who makes a call, and whether to make it at all. A call is not made if it would delete what a
// user needs to log in, or change how a user logs in. If only the caller of such a call would lose access, an
// expendable user makes it now and then. e is the encoded call. ready reports whether the expendable user can log in.
// ready is nil while the suite is made. Then calls keep their users, and deletions are allowed, because the next
// sign-up creates the account again. Changes of a password are not: they would last.
func (k *Custody) By(user int, op *api.Operation, e *message.Request, ready func(user int) bool) (by int, ok bool) {
	if i := k.knocking(op, e); k.lasting && i >= 0 {
		return i, true
	}
	if !k.lasting || len(k.users) == 0 {
		return user, true
	}
	name, own, safe := op.Spec.Name(), user >= 0 && user == k.standIn, api.IsSafe(op.Spec.Method)
	_, named := k.own.item(e)
	named = named && !safe
	harmless := func() bool { return safe || !k.ends(op, e) }
	switch {
	case own && ready == nil && !named:
		return user, op.Spec.Method == "DELETE" || harmless()
	case !own && !k.watch.deadly(name) && harmless():
		return user, true
	case own && !k.watch.ending(name) && harmless():
		return user, true
	case (own || user >= 0 && user < len(k.users)) && k.standIn >= 0 && ready != nil && !named &&
		passes().Allows(k.passed, 0, k.watch.test) && ready(k.standIn):
		k.passed++
		return k.standIn, true
	}
	k.spare(name)
	return user, false
}

// knocking returns the user that a call logs in, if this user has a sign-up, else -1. If this user makes the call, the
// sign-up precedes the call in the suite, too.
func (k *Custody) knocking(op *api.Operation, e *message.Request) int {
	if !k.Door(op) {
		return -1
	}
	return slices.IndexFunc(k.users, func(h holder) bool {
		return h.joins && members(e, func(name string, v any) bool {
			text, _ := v.(string)
			return words.Identity.Has(name) && slices.Contains(h.names, text)
		})
	})
}

// spare counts a call that is not made.
func (k *Custody) spare(name string) {
	i := slices.IndexFunc(k.spared, func(s Spared) bool { return s.Operation == name })
	if i < 0 {
		i = len(k.spared)
		k.spared = append(k.spared, Spared{Operation: name})
	}
	k.spared[i].Calls++
}

// ends reports whether a call may end a credential.
func (k *Custody) ends(op *api.Operation, e *message.Request) bool {
	last, below := k.own.named(op, e)
	switch {
	case op.Spec.Method == "DELETE" && last:
		return true
	case below && words.Secrets.Has(api.Noun(op.Spec.Path)):
		return true
	case last || below:
		return members(e, func(name string, v any) bool {
			return words.Secrets.Has(name) || words.Rights.Has(name) || words.Identity.Has(name) && !k.identifies(v)
		})
	}
	return !strings.Contains(op.Spec.Path, "{") && !k.makers[op.Spec.Path] && !k.logsIn(op) &&
		(op.Admission != nil && !op.Admission.Admits(auth.Anonymous)) &&
		members(e, func(name string, _ any) bool { return words.Password.Has(name) })
}

// identifies reports whether a value is a name with which a user logs in.
func (k *Custody) identifies(v any) bool {
	text, _ := v.(string)
	return slices.ContainsFunc(k.users, func(h holder) bool { return slices.Contains(h.names, text) })
}

// Door reports whether an operation is a log-in whose body alone identifies the user. If it refuses a call, the body is
// wrong. The refusal says nothing about the credential of the caller.
func (k *Custody) Door(op *api.Operation) bool {
	return slices.ContainsFunc(k.users, func(h holder) bool {
		method, path, ok := strings.Cut(h.door, " ")
		return ok && method == op.Spec.Method && strings.HasSuffix(path, op.Spec.Path)
	})
}

// logsIn reports whether an operation is the sign-up or the log-in of a user.
func (k *Custody) logsIn(op *api.Operation) bool {
	return slices.ContainsFunc(k.users, func(h holder) bool {
		return slices.ContainsFunc(h.logins, func(path string) bool { return strings.HasSuffix(path, op.Spec.Path) })
	})
}

// Caller returns a caller for the log-in of a user. The custody learns from its answers.
func (k *Custody) Caller(to sut.Caller, user int) sut.Caller {
	if !k.lasting || user < 0 || user >= len(k.users) {
		return to
	}
	return caller{to, k, user}
}

type caller struct {
	to   sut.Caller
	k    *Custody
	user int
}

// Call implements [sut.Caller].
func (c caller) Call(ctx context.Context, r *sut.Request) (*sut.Response, error) {
	resp, err := c.to.Call(ctx, r)
	if err == nil && resp.Outcome == sut.Answered && resp.Status/100 == 2 {
		path, _, _ := strings.Cut(r.Target, "?")
		c.k.own.logIn(api.Noun(path), resp.Body)
	}
	return resp, err
}

// Issued sets the credentials that the last log-in gave a user.
func (k *Custody) Issued(user int, credentials []auth.Secret) {
	if !k.lasting || user < 0 || user >= len(k.users) {
		return
	}
	k.users[user].issued = nil
	for _, s := range credentials {
		k.users[user].issued = append(k.users[user].issued, bare(s.Value))
	}
}
