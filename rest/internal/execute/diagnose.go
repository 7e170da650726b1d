package execute

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/sut"
)

// Diagnosis is the result of a check of the log-ins that the user configured.
type Diagnosis struct {
	Remedies []auth.Remedy
	// Vain has a warning for each log-in that succeeds but whose credentials are refused. It lists the attempts.
	Vain []openapi.Warning
	// Calls is the number of HTTP calls of the diagnosis.
	Calls int
}

// Given is the input of a diagnosis.
type Given struct {
	Users    []auth.User
	Document *openapi.Document
	LeaveOut func(operation string) bool
	NewCall  func(*rand.Rand, *api.Operation, int) *action.Call
}

// doctor finds out why the system refuses the credentials of users who logged in.
type doctor struct {
	porter
	doc     *openapi.Document
	out     Diagnosis
	unclear bool // operations answer anonymous calls 400; whether that is a refusal only a working log-in shows
}

// Diagnose logs users in as they are configured. If the service refuses the log-in or its credentials, Diagnose looks
// for another path, or another way to send the credential.
func Diagnose(ctx context.Context, x *Executor, g *Given) (Diagnosis, error) {
	d := &doctor{porter: porter{knocker: x.knocker(g.NewCall)}, doc: g.Document}
	groups := alike(g.Users)
	if len(groups) == 0 || g.LeaveOut(auth.LoginOperation) {
		return d.out, nil
	}
	users, names, keeper := x.Users, x.names, x.Effects.Custody
	defer func() { x.Users, x.names, x.Effects.Custody = users, names, keeper }()
	var candidates []auth.Candidate
	for _, group := range groups {
		candidates = append(candidates, auth.Candidate{Users: g.Users[group[0] : group[0]+1]})
	}
	err := d.knockAsNobody(ctx, candidates, g.LeaveOut)
	if d.unclear = len(d.refused) == 0; d.unclear {
		d.refused = d.vague
	}
	mended := g.Users
	for i := 0; i < len(groups) && err == nil; i++ {
		known := len(d.out.Remedies)
		err = d.treat(ctx, mended, groups[i])
		for _, r := range d.out.Remedies[known:] { // one user may sign up another, who logs in in the same way
			mended = r.Mend(mended)
		}
	}
	d.out.Calls = d.found.Calls
	return d.out, err
}

// maxGroups is the number of different log-ins that are tried.
const maxGroups = 3

// alike returns the indexes of the users who log in, grouped so that one remedy fits each group.
func alike(users []auth.User) (groups [][]int) {
	for i := range users {
		u := &users[i]
		if u.Login == nil || elsewhere(users[i:i+1]) {
			continue
		}
		at := slices.IndexFunc(groups, func(g []int) bool {
			return isAlike(users[g[0]].Login, u.Login) && isAlike(users[g[0]].SignUp, u.SignUp)
		})
		if at >= 0 {
			groups[at] = append(groups[at], i)
		} else if len(groups) < maxGroups {
			groups = append(groups, []int{i})
		}
	}
	return groups
}

// isAlike reports whether two log-ins differ only in their bodies.
func isAlike(a, b *auth.Login) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Path == b.Path && sentAlike(a, b)
}

// treat looks for the defect in the log-in of the first user of a group.
func (d *doctor) treat(ctx context.Context, users []auth.User, group []int) error {
	as := group[0]
	r := auth.Remedy{}
	for _, i := range group {
		r.Users = append(r.Users, users[i].Name)
	}
	heard, err := d.logIn(ctx, users, as)
	if err != nil {
		return err
	}
	if found, err := d.findPath(ctx, users, as, heard, &r); err != nil || !found {
		return err
	}
	given := users
	users = r.Mend(users)
	if heard, err = d.logIn(ctx, users, as); err != nil {
		return err
	}
	if heard.admitted() {
		if err := d.findForm(ctx, users, as, heard, &r); err != nil {
			return err
		}
	}
	if r.Carries || r.Login+r.SignUp != "" {
		if r.SignUp == "" {
			r.Users = alikeTo(given[as].Login, given)
		}
		d.out.Remedies = append(d.out.Remedies, r)
	}
	return nil
}

// alikeTo returns the names of the users who log in as given.
func alikeTo(l *auth.Login, users []auth.User) (names []string) {
	for i := range users {
		if users[i].Login != nil && isAlike(users[i].Login, l) && !elsewhere(users[i:i+1]) {
			names = append(names, users[i].Name)
		}
	}
	return names
}

// hearing records the answers to the calls of a log-in.
type hearing struct {
	listener
	statuses []int
}

// Call implements [sut.Caller].
func (h *hearing) Call(ctx context.Context, r *sut.Request) (*sut.Response, error) {
	resp, err := h.listener.Call(ctx, r)
	if err == nil {
		h.statuses = append(h.statuses, h.answer.Status)
	}
	return resp, err
}

// admitted reports whether the log-in succeeded.
func (h *hearing) admitted() bool {
	return h.answer.Outcome == sut.Answered && h.answer.Status/100 <= 3 && len(h.statuses) > 0
}

// logIn logs a user in after a reset of the system.
func (d *doctor) logIn(ctx context.Context, users []auth.User, as int) (*hearing, error) {
	h := &hearing{listener: listener{Caller: d.System}}
	if d.found.Calls > maxLoginCalls {
		return h, nil
	}
	if err := d.System.Reset(ctx); err != nil {
		return h, fmt.Errorf("rest: reset: %w", err)
	}
	d.Adopt(users)
	calls, err := d.Users.Apply(ctx, h, as, &message.Request{})
	d.found.Calls += calls
	return h, err
}

// nowhere reports whether a status says that the path of a call does not exist.
func nowhere(status int) bool {
	return status == http.StatusNotFound || status == http.StatusMethodNotAllowed
}

// findPath looks for the paths of a log-in and of its sign-up if the configured ones do not exist. It reports whether
// the user may log in.
func (d *doctor) findPath(ctx context.Context, users []auth.User, as int, h *hearing, r *auth.Remedy) (bool, error) {
	u := &users[as]
	signUp := u.SignUp != nil && len(h.statuses) > 1 && nowhere(h.statuses[0])
	login := nowhere(h.answer.Status)
	if !signUp && !login {
		return true, nil
	}
	bases := append([]string{d.BasePath}, d.doc.BasePaths...)
	var logins, signUps []string
	if login {
		logins, r.Refused = u.Login.Elsewhere(bases), fmt.Sprintf("%s answers %d", u.Login.Path, h.answer.Status)
	}
	if signUp {
		signUps, r.Refused = u.SignUp.Elsewhere(bases), fmt.Sprintf("%s answers %d", u.SignUp.Path, h.statuses[0])
	}
	for i := range max(len(logins), len(signUps)) {
		try := *r
		try.Login, try.SignUp = nth(logins, i), nth(signUps, i)
		again, err := d.logIn(ctx, try.Mend(users), as)
		if err != nil {
			return false, err
		}
		if again.admitted() {
			*r = try
			return true, nil
		}
	}
	return false, nil
}

// nth returns the element of a list at an index, or "" if the list is too short.
func nth(list []string, i int) string {
	if i >= len(list) {
		return ""
	}
	return list[i]
}

// findForm looks for another way to send the credential of a log-in, if the operations that refuse anonymous calls
// refuse the user as well.
func (d *doctor) findForm(ctx context.Context, users []auth.User, as int, h *hearing, r *auth.Remedy) error {
	if len(d.refused) == 0 {
		return nil
	}
	got, err := d.enter(ctx, users, as)
	if err != nil || got.works || got.known {
		return err
	}
	refused := d.refused[0]
	given := auth.Given(users[as], d.doc, refused.challenges)
	settled := given.Settle(&h.answer)
	var tried []string
	for i := range settled {
		login := settled[i].Users[0].Login
		if d.found.Calls > maxLoginCalls || sentAlike(login, users[as].Login) {
			continue
		}
		try := *r
		try.Carries, try.Token, try.Cookies = true, login.Token, login.Cookies
		got, err := d.enter(ctx, try.Mend(users), as)
		if err != nil {
			return err
		}
		if got.works || got.known {
			*r = try
			says := fmt.Sprintf("%s answers %d to calls with %s", refused.op.Spec.Name(),
				refused.status, users[as].Login.Sent())
			r.Refused = joined(r.Refused, says)
			return nil
		}
		tried = append(tried, login.Sent())
	}
	if !d.unclear {
		d.out.Vain = append(d.out.Vain, vain(&users[as], h, &refused, tried))
	}
	return nil
}

// sentAlike reports whether two log-ins take the same credential from the answer and send it in the same way.
func sentAlike(a, b *auth.Login) bool {
	return a.Cookies == b.Cookies && reflect.DeepEqual(a.Token, b.Token)
}

// joined joins two sentences. The first one may be empty.
func joined(a, b string) string {
	if a == "" {
		return b
	}
	return a + ", and " + b
}

// vain returns the warning about a log-in that succeeds but whose credential is refused.
func vain(u *auth.User, h *hearing, refused *turnedDown, tried []string) openapi.Warning {
	reason := fmt.Sprintf("the log-in %s answers %d, but %s answers %d to calls with %s", u.Login.Path,
		h.answer.Status, refused.op.Spec.Name(), refused.status, u.Login.Sent())
	slices.Sort(tried)
	if tried = slices.Compact(tried); len(tried) > 0 {
		reason += "; the search also tried " + strings.Join(tried, ", ")
	}
	return openapi.Warning{Where: "user " + u.Name, Reason: reason}
}
