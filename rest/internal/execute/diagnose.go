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

// Diagnosis is what a search learned of the log-ins that its user configured.
type Diagnosis struct {
	Remedies []auth.Remedy
	// Vain says of log-ins that succeed and let nobody in what was tried.
	Vain []openapi.Warning
	// Calls counts the calls that it took.
	Calls int
}

// Given is what a diagnosis begins with.
type Given struct {
	Users    []auth.User
	Document *openapi.Document
	LeaveOut func(operation string) bool
	NewCall  func(*rand.Rand, *api.Operation, int) *action.Call
}

// doctor finds out why users are refused who log in.
type doctor struct {
	porter
	doc     *openapi.Document
	out     Diagnosis
	unclear bool // it takes a way in that works to know that what answers nobody 400 refuses nobody
}

// Diagnose logs users in as they are configured, and looks for another path or another way to carry
// what the log-in gives where the service lets nobody in.
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
		for _, r := range d.out.Remedies[known:] { // users may sign up others, who log in in the same way
			mended = r.Mend(mended)
		}
	}
	d.out.Calls = d.found.Calls
	return d.out, err
}

// maxGroups is how many different log-ins are tried.
const maxGroups = 3

// alike returns the indexes of users who log in, together where one remedy is for all.
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

// isAlike reports whether two log-ins differ in their bodies at most.
func isAlike(a, b *auth.Login) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Path == b.Path && sentAlike(a, b)
}

// treat looks for what is wrong with the log-in of the first user of a group.
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

// hearing keeps what the calls of a log-in are answered.
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

// logIn logs a user in, in a system that begins anew.
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

// nowhere reports whether nothing is at the path of a call.
func nowhere(status int) bool {
	return status == http.StatusNotFound || status == http.StatusMethodNotAllowed
}

// findPath looks for the paths of a log-in and of its sign-up where nothing is at those that were given.
// It reports whether the user may log in.
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

// nth returns an element of a list, "" where it has too few.
func nth(list []string, i int) string {
	if i >= len(list) {
		return ""
	}
	return list[i]
}

// findForm looks for a way to carry what a log-in gives, where the operations that refused nobody refuse the user
// as well.
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

// sentAlike reports whether two log-ins take the same from the answer and send it in the same way.
func sentAlike(a, b *auth.Login) bool {
	return a.Cookies == b.Cookies && reflect.DeepEqual(a.Token, b.Token)
}

// joined puts two sentences together, of which the first may be empty.
func joined(a, b string) string {
	if a == "" {
		return b
	}
	return a + ", and " + b
}

// vain says that a log-in succeeds and lets nobody in.
func vain(u *auth.User, h *hearing, refused *turnedDown, tried []string) openapi.Warning {
	reason := fmt.Sprintf("the log-in %s answers %d, but %s answers %d to calls with %s", u.Login.Path,
		h.answer.Status, refused.op.Spec.Name(), refused.status, u.Login.Sent())
	slices.Sort(tried)
	if tried = slices.Compact(tried); len(tried) > 0 {
		reason += "; the search also tried " + strings.Join(tried, ", ")
	}
	return openapi.Warning{Where: "user " + u.Name, Reason: reason}
}
