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
	// minRefused is the number of refusals after which a credential counts as ended: calls of a user in a row that are
	// answered 401, in several tests and by several operations that let the user in before.
	minRefused = 3
	// minAtOne is that number for refusals by a single operation.
	minAtOne = 6
)

// watch detects credentials that ended.
type watch struct {
	users  []watched
	last   string // last call that may have changed something, with its target
	lastOp string // its operation
	test   int
	deaths map[string]*deaths // by operation
}

// deaths counts how often the successes of an operation ended credentials.
type deaths struct {
	successes, ends int
	tries           int    // calls since the operation is known to end credentials
	user            string // user whose credential was ended first
}

// tryEvery says that only every tryEvery-th call is made of an operation that ends credentials which a log-in renews.
const tryEvery = 10

// deadly reports whether to leave out a call of an operation, because most of its successes ended a credential. It
// counts the call.
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

// Renewed notes that a user had to log in again and succeeded.
func (k *Custody) Renewed(user int) {
	if d := k.watch.deaths[k.watch.lastOp]; d != nil && user >= 0 && user < len(k.watch.users) {
		d.ends++
		if d.user == "" {
			d.user = k.watch.users[user].name
		}
		k.watch.lastOp = "" // later log-ins are not its fault
	}
}

// watched holds the state of the credential of one user.
type watched struct {
	name    string
	entered map[string]bool // operations that let the user in, and need a credential
	suspect string          // the last changing call that succeeded before the first refusal
	refused int             // number of refusals in a row
	where   map[string]bool // operations that refused the user
	tests   map[int]bool    // tests with refusals
	ended   string          // the call that probably ended the credential, "" while it is valid
}

// begin begins a test.
func (k *Custody) begin() { k.watch.test++ }

// Answered learns from the answer to a call of a user: whether the credential is still valid, and which resources
// belong to users.
func (k *Custody) Answered(op *api.Operation, user int, r *sut.Request, resp *sut.Response) {
	k.watched(op, user, r, resp)
	k.heard(op, user, resp)
}

// watched learns whether the credential of a user is still valid.
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
	if resp.Status/100 == 2 && !api.IsSafe(op.Spec.Method) {
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

// alive notes that an operation let the user in.
func (u *watched) alive(op string) {
	if u.entered == nil {
		u.entered = map[string]bool{}
	}
	u.entered[op] = true
	u.refused, u.ended = 0, ""
	clear(u.where)
	clear(u.tests)
}

// refuse notes that an operation refused the user whom it had let in before.
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

// warnings says which credentials ended, and which calls were not made to keep credentials valid.
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
