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
	standIn int // index of the user who makes the calls that end credentials of whoever makes them, -1 for none
	passed  int // how many it made in the place of others
	lasting bool
	makers  map[string]bool // paths that have elements
	own     own
	spared  []Spared
	watch   watch
}

// Spared says of an operation how many of its calls were not made, because they would
// have changed the account, the session or the token of a user.
type Spared struct {
	Operation string
	Calls     int
}

// newCustody returns a custody of users. lasting says that what tests do stays in the system;
// only then there are calls that are not to be made.
func newCustody(users []auth.User, ops []*api.Operation, lasting bool) *Custody {
	k := &Custody{standIn: slices.IndexFunc(users, func(u auth.User) bool { return u.Expendable() }), lasting: lasting,
		makers: map[string]bool{}, own: own{items: map[item]bool{}, given: map[item]bool{}, paths: map[string]bool{}}}
	for i := range users {
		if users[i].Forged() || users[i].Alternate() {
			break // the others are as well
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

// Spared returns the operations of which calls were not made, in the order in which
// that began.
func (k *Custody) Spared() []Spared { return k.spared }

// passes is how many calls an expendable user makes that end its own credential: it signs up again after each.
func passes() payoff.Allowance { return payoff.Allowance{Free: 20, Tests: 50} }

// By says who makes a call of a user, and whether it is to be made at all: it would delete
// what a user needs to be let in, or change how it is let in. Where only whoever makes the
// call would lose that, an expendable user makes it now and then, if there is one. e is the
// call as it is sent. ready says whether that user can log in; it is nil where a suite is made,
// whose calls have their users, and where what is deleted is made again by the next sign-up,
// but a password that was changed stays so.
func (k *Custody) By(user int, op *api.Operation, e *message.Request, ready func(user int) bool) (by int, ok bool) {
	if i := k.knocking(op, e); k.lasting && i >= 0 {
		return i, true
	}
	if !k.lasting || len(k.users) == 0 {
		return user, true
	}
	name := op.Spec.Name()
	switch own := user >= 0 && user == k.standIn; {
	case own && ready == nil && !k.endsOther(op, e):
		return user, op.Spec.Method == "DELETE" || reads(op) || !k.ends(op, e)
	case !own && !k.watch.deadly(name) && (reads(op) || !k.ends(op, e)):
		return user, true
	case own && !k.watch.ending(name) && (reads(op) || !k.ends(op, e)):
		return user, true
	case (own || user >= 0 && user < len(k.users)) && k.standIn >= 0 && ready != nil && !k.endsOther(op, e) &&
		passes().Allows(k.passed, 0, k.watch.test) && ready(k.standIn):
		k.passed++
		return k.standIn, true
	}
	k.spare(name)
	return user, false
}

// knocking returns the user whose log-in a call is, if the user signs up before, else -1:
// only with that user does the call have the sign-up before it wherever it is made again.
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

// endsOther reports whether a call may end a credential of a user whom it names.
func (k *Custody) endsOther(op *api.Operation, e *message.Request) bool {
	last, below := k.own.item(e)
	return (last || below) && !reads(op)
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

// identifies reports whether a value is what a user logs in with.
func (k *Custody) identifies(v any) bool {
	text, _ := v.(string)
	return slices.ContainsFunc(k.users, func(h holder) bool { return slices.Contains(h.names, text) })
}

// Door reports whether an operation is a log-in of a user whose body alone says who it is: a
// refusal there says that the body is wrong, and nothing of the credential that was sent.
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

// Caller returns a caller for the log-in of a user, which learns from the answers.
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

// Issued tells what the last log-in of a user gave it.
func (k *Custody) Issued(user int, credentials []auth.Secret) {
	if !k.lasting || user < 0 || user >= len(k.users) {
		return
	}
	k.users[user].issued = nil
	for _, s := range credentials {
		k.users[user].issued = append(k.users[user].issued, bare(s.Value))
	}
}
