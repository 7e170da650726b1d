package execute

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/effects"
	"github.com/evoke-go/evoke/sut"
)

// client makes the calls of tests as users of a system: below the paths where the system serves its operations, with
// credentials that have not expired. It records the elements that calls leave behind.
type client struct {
	around   Surroundings // nil for none
	System   system
	specs    []*openapi.Operation // all of them
	baseURL  string               // of a system in another process
	BasePath string
	routes

	Users *auth.Session
	names []string // of the users
	anew  bool     // users log in anew in each test
	// Effects is the record of the effects of all calls on the system.
	Effects *effects.Ledger
}

// system is a started system under test.
type system interface {
	sut.Caller
	// Reset brings the system back to its state after the start.
	Reset(ctx context.Context) error
}

// Adopt replaces the users who make calls from now on.
func (x *client) Adopt(users []auth.User) {
	x.Users, x.names = auth.NewSession(users), nil
	x.Effects.Adopt(users)
	x.anew = x.anew || !x.Effects.Keeps() && signUp(users)
	for i := range users {
		x.names = append(x.names, users[i].Name)
	}
	x.Users.Begin(true)
}

// signUp reports whether some users create their accounts themselves. A reset removes these accounts, and a token may
// outlive its account.
func signUp(users []auth.User) bool {
	return slices.ContainsFunc(users, func(u auth.User) bool { return u.SignUp != nil })
}

// call makes the call of an execution. If an earlier effect may still come, it waits and repeats the call.
func (x *client) call(
	ctx context.Context, tally *Tally, c *action.Call, e *execution,
) (calls int, resp *sut.Response, err error) {
	given, err := arrange(ctx, x.around, e.encoded.Given)
	if err != nil {
		return 0, nil, err
	}
	if len(given) > 0 { // the state changed, so earlier exchanges say nothing about this answer
		e.arranged, e.before = true, nil
	}
	calls, resp, err = x.send(ctx, c, e)
	if e.Trace != nil {
		e.Trace.sent(x.Users.Standing(c.User.Index), e.encoded.Path)
		e.Trace.Steps[len(e.Trace.Steps)-1].Given = given
	}
	if err != nil || resp.Outcome == sut.Skipped {
		return calls, resp, err
	}
	n, resp, err := x.awaited(ctx, tally, c, resp, e)
	return calls + n, resp, err
}

// send adds the user's credentials to the encoded call and makes it. If the
// credentials have expired, it logs in again and repeats the call.
func (x *client) send(ctx context.Context, c *action.Call, e *execution) (calls int, resp *sut.Response, err error) {
	if e.stray == nil {
		x.spell(c.Op, &e.encoded)
	}
	user, renewed := c.User.Index, false
	for {
		n, err := x.Users.Apply(ctx, x.Effects.Caller(trodden{x.System, x, user}, user), user, &e.encoded)
		calls += n
		if err != nil {
			return calls, nil, err
		}
		if n > 0 {
			x.Effects.Issued(user, x.Users.Issued(user))
		}
		e.prepare(c.Op.Spec, x.Below(c.Op.Spec))
		calls++
		resp, err = read(ctx, x.System, &e.request)
		if err == nil {
			err = ctx.Err() // a call that the end of ctx interrupts shows no fault of the system
		}
		if err != nil {
			return calls, nil, err
		}
		calls += resp.Repeats
		if e.encoded.Gone {
			e.exchange.Renewed = renewed
			return calls, resp, nil // no client could react to such an answer
		}
		expired := resp.Status == http.StatusUnauthorized && !c.Op.Admission.Turns(user) &&
			!x.Effects.Door(c.Op) && x.Users.Expire(user)
		if !expired && (e.stray != nil || !x.respell(c.Op, resp, e)) {
			if renewed && resp.Status != http.StatusUnauthorized {
				x.Effects.Renewed(user)
			}
			e.exchange.Renewed = renewed
			return calls, resp, nil
		}
		renewed = renewed || expired
	}
}

// trodden is a caller for log-ins. It records the elements that their answers show.
type trodden struct {
	sut.Caller
	x    *client
	user int
}

// Call implements [sut.Caller].
func (t trodden) Call(ctx context.Context, r *sut.Request) (*sut.Response, error) {
	resp, err := read(ctx, t.Caller, r)
	if err == nil {
		path, _, _ := strings.Cut(r.Target, "?")
		path = t.x.within(r.Method, path)
		t.x.Effects.LoggedIn(t.user, path, r, resp)
	}
	return resp, err
}

// note records the effect of the current call on the system.
func (x *client) note(e *execution) {
	e.sent.Lost = x.Users.Lost(e.sent.Call.User.Index)
	seen := x.Effects.Called(&e.sent)
	if e.Trace != nil {
		e.Trace.Steps[len(e.Trace.Steps)-1].Seen = seen
	}
}

// Below returns the path below which the system serves an operation, relative to its base URL.
func (x *client) Below(op *openapi.Operation) string {
	if op.Base == "" {
		return x.BasePath
	}
	if path, ok := x.Moved[op.Base]; ok {
		return path
	}
	path, _ := Seen(op, x.baseURL)
	return path
}

// Seen returns the path of the server of an operation, relative to the path of a base URL. It reports whether the
// former lies below the latter.
func Seen(op *openapi.Operation, baseURL string) (path string, ok bool) {
	path = op.Below("")
	if at, err := url.Parse(baseURL); err == nil {
		prefix := strings.TrimSuffix(at.EscapedPath(), "/")
		rest, below := strings.CutPrefix(path, prefix)
		return rest, below && (rest == "" || rest[0] == '/')
	}
	return path, true
}

// within returns the path of a call without the base path.
func (x *client) within(method, path string) string {
	for _, op := range x.specs {
		if op.Base != "" && op.Method == method && path == x.Below(op)+op.Path {
			return op.Path
		}
	}
	return strings.TrimPrefix(path, x.BasePath)
}
