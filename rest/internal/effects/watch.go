package effects

import (
	"fmt"
	"net/http"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/sut"
)

const (
	// minRefused is how many calls of a user in a row have to be answered 401, in more
	// than one test and at more than one operation that let it in before.
	minRefused = 3
	// minAtOne is how many they have to be at a single operation.
	minAtOne = 6
)

// watch notices credentials that ended.
type watch struct {
	users  []watched
	last   string // the last call that may have changed something
	lastOp string // its operation
	test   int
	deaths map[string]*deaths // by operation
}

// deaths counts what the successes of an operation did to credentials.
type deaths struct {
	successes, ends int
	tries           int    // since it is known to end credentials
	user            string // whose credential was the first
}

// tryEvery says that one in so many calls is made that ends a credential which a log-in
// renews.
const tryEvery = 10

// deadly reports whether a call of an operation is left out, since most of its
// successes ended a credential.
func (w *watch) deadly(op string) bool {
	if !w.ending(op) {
		return false
	}
	d := w.deaths[op]
	d.tries++
	return d.tries%tryEvery != 0
}

// ending reports whether most successes of an operation ended a credential.
func (w *watch) ending(op string) bool {
	d := w.deaths[op]
	return d != nil && d.deadly()
}

func (d *deaths) deadly() bool { return d.ends > 1 && 2*d.ends >= d.successes }

// Renewed notes that a user had to log in anew, and was let in then.
func (k *Custody) Renewed(user int) {
	if d := k.watch.deaths[k.watch.lastOp]; d != nil && user >= 0 && user < len(k.watch.users) {
		d.ends++
		if d.user == "" {
			d.user = k.watch.users[user].name
		}
		k.watch.lastOp = "" // lest it is blamed for what comes later
	}
}

// watched is what is known of the credential of one user.
type watched struct {
	name    string
	entered map[string]bool // operations that let the user in, and not nobody
	suspect string          // the last call that succeeded and may have changed something, before the first refusal
	refused int             // in a row
	where   map[string]bool // operations that refused
	tests   map[int]bool    // in which they did
	ended   string          // the call after which the credential had ended, "" while it lives
}

// begin begins a test.
func (k *Custody) begin() { k.watch.test++ }

// Answered learns from the answer to a call of a user whether it is still let in, and what belongs to users.
func (k *Custody) Answered(op *api.Operation, user int, r *sut.Request, resp *sut.Response) {
	k.watched(op, user, r, resp)
	k.heard(op, user, resp)
}

// watched learns whether a user is still let in.
func (k *Custody) watched(op *api.Operation, user int, r *sut.Request, resp *sut.Response) {
	if resp.Outcome != sut.Answered || len(k.users) == 0 {
		return
	}
	w := &k.watch
	if user >= 0 && user < len(w.users) {
		u, name := &w.users[user], op.Spec.Name()
		switch closed := op.Admission != nil && !op.Admission.Admits(auth.Anonymous) && !k.logsIn(op); {
		case resp.Status/100 == 2 && closed:
			u.alive(name)
		case resp.Status == http.StatusUnauthorized && u.entered[name]:
			u.refuse(name, w.last, w.test)
		}
	}
	if resp.Status/100 == 2 && !reads(op) {
		w.last, w.lastOp = op.Spec.Name(), op.Spec.Name()
		if w.deaths == nil {
			w.deaths = map[string]*deaths{}
		}
		if w.deaths[w.lastOp] == nil {
			w.deaths[w.lastOp] = &deaths{}
		}
		w.deaths[w.lastOp].successes++
		if r.Target != "" {
			w.last += " (" + r.Target + ")"
		}
	}
}

// alive notes that a user was let in.
func (u *watched) alive(op string) {
	if u.entered == nil {
		u.entered = map[string]bool{}
	}
	u.entered[op] = true
	u.refused, u.ended = 0, ""
	clear(u.where)
	clear(u.tests)
}

// refuse notes that a user was not let in where it was before.
func (u *watched) refuse(op, last string, test int) {
	if u.refused == 0 {
		u.suspect = last
	}
	u.refused++
	u.where[op], u.tests[test] = true, true
	if len(u.tests) > 1 && (u.refused >= minRefused && len(u.where) > 1 || u.refused >= minAtOne) {
		u.ended = u.suspect
		if u.ended == "" {
			u.ended = "no call that is known"
		}
	}
}

// warnings says which credentials ended, and which calls were not made lest one ends.
func (k *Custody) warnings() (out []openapi.Warning) {
	for i := range k.watch.users {
		if u := &k.watch.users[i]; u.ended != "" {
			out = append(out, openapi.Warning{Where: "user " + u.name, Reason: fmt.Sprintf(
				"its credential has ended: the last %d calls of operations that had let it in were answered 401. The "+
					"last call before that which changed something was %s", u.refused, u.ended)})
		}
	}
	if k.passed > 0 {
		out = append(out, openapi.Warning{Where: "users", Reason: fmt.Sprintf(
			"calls that were made by a user of their own, who signs up, since they would end the credential of the "+
				"user who makes them: %d", k.passed)})
	}
	for _, s := range k.spared {
		reason := "calls that were not made, since they would delete or change the account, the password or the " +
			"token of a user of the search, and the system keeps what tests do: %d"
		if d := k.watch.deaths[s.Operation]; d != nil && d.deadly() {
			reason = "calls that were not made, since earlier ones ended the credential of user " + d.user +
				", who had to log in again: %d"
		}
		out = append(out, openapi.Warning{Where: s.Operation, Reason: fmt.Sprintf(reason, s.Calls)})
	}
	return out
}
