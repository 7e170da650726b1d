package execute

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/sut"
)

const (
	// maxRefused is the number of operations refusing anonymous calls that are enough to judge log-ins by.
	maxRefused = 2
	// maxLoginCalls bounds the calls that look for a log-in.
	maxLoginCalls = 80
	// maxSilent is the number of calls without an answer that end the search for a log-in.
	maxSilent = 2
)

// Welcome is the result of the search for a log-in before the first test.
type Welcome struct {
	// Refused are the operations that refused anonymous calls.
	Refused []string
	// Status is the status that the first of them answered.
	Status int
	// Users are users whose calls are accepted where anonymous calls are refused. There are none if no log-in works.
	Users []auth.User
	// Why says which part of the schema suggested the log-in.
	Why string
	// Tried has the answer to each log-in that does not work.
	Tried []string
	// Calls is the number of HTTP calls that were made.
	Calls int
}

// porter looks for a log-in that the system accepts.
type porter struct {
	knocker
	refused []turnedDown
	unsure  []turnedDown // operations with security that answered anonymous calls 400
	vague   []turnedDown // two of them with the same answer, as some services answer a missing credential
	found   Welcome
}

// turnedDown is an operation that refused an anonymous call.
type turnedDown struct {
	op         *api.Operation
	status     int
	challenges []string
	body       []byte
}

// admits reports whether the status of an answer to a user shows that the operation lets the user in.
func (r *turnedDown) admits(status int) bool { return !refuses(status) && status != r.status }

// FindLogin tries the log-ins that a schema suggests, if the system refuses anonymous calls. It stops at the first
// log-in that changes the answer of an operation. newCall makes the calls.
func (x *Executor) FindLogin(
	ctx context.Context, candidates []auth.Candidate, leaveOut func(operation string) bool, newCall newCall,
) (Welcome, error) {
	p := &porter{knocker: x.knocker(newCall)}
	users, names, anew := x.Users, x.names, x.anew
	defer func() { x.Users, x.names, x.anew = users, names, anew }()
	if leaveOut(auth.LoginOperation) {
		return p.found, nil
	}
	if err := p.knockAsNobody(ctx, candidates, leaveOut); err != nil || len(p.refused)+len(p.vague) == 0 {
		return p.found, err
	}
	if len(p.refused) == 0 {
		return p.enterVague(ctx, candidates)
	}
	return p.tryAll(ctx, candidates)
}

// enterVague tries log-ins if operations with security answer anonymous calls 400. This is a refusal only if a log-in
// changes the answer; otherwise the meaning of 400 stays unknown.
func (p *porter) enterVague(ctx context.Context, candidates []auth.Candidate) (Welcome, error) {
	p.refused = p.vague
	found, err := p.tryAll(ctx, candidates)
	if err != nil || len(found.Users) == 0 {
		return Welcome{Calls: found.Calls}, err
	}
	for _, r := range p.vague {
		found.Refused = append(found.Refused, r.op.Spec.Name())
	}
	found.Status = p.vague[0].status
	return found, nil
}

// tryAll tries candidates until one works.
func (p *porter) tryAll(ctx context.Context, candidates []auth.Candidate) (Welcome, error) {
	admitted := false
	for i := range candidates {
		c := &candidates[i]
		if !c.Complete || elsewhere(c.Users) {
			continue
		}
		best, err := p.try(ctx, c)
		if err != nil {
			return p.found, err
		}
		switch {
		case best.works:
			p.found.Users, p.found.Why = best.users, c.Why
			return p.found, nil
		case best.known && !admitted:
			admitted, p.found.Users, p.found.Why = true, best.users, c.Why
		}
	}
	return p.found, nil
}

// elsewhere reports whether users log in on another server. A search does not
// call servers that its user did not name.
func elsewhere(users []auth.User) bool {
	return slices.ContainsFunc(users, func(u auth.User) bool {
		return u.SignUp != nil && strings.Contains(u.SignUp.Path, "://") ||
			u.Login != nil && strings.Contains(u.Login.Path, "://")
	})
}

// knockAsNobody finds operations that refuse anonymous calls.
func (p *porter) knockAsNobody(ctx context.Context, candidates []auth.Candidate, leaveOut func(string) bool) error {
	ops := p.doors(candidates, leaveOut)
	if err := p.System.Reset(ctx); err != nil {
		return fmt.Errorf("rest: reset: %w", err)
	}
	p.Adopt(nil)
	silent := 0
	for _, op := range ops[:min(len(ops), maxKnocks)] {
		got, err := p.call(ctx, op, auth.Anonymous)
		if err != nil {
			return err
		}
		if got.status == 0 {
			silent++
		}
		if silent == maxSilent {
			return nil // the search finds out whether the system hangs
		}
		down := turnedDown{op, got.status, got.challenges, got.body}
		if !refuses(got.status) {
			p.suspect(down)
			continue
		}
		p.refused = append(p.refused, down)
		p.found.Refused = append(p.found.Refused, op.Spec.Name())
		if p.found.Status == 0 {
			p.found.Status = got.status
		}
		if len(p.refused) == maxRefused {
			break
		}
	}
	return nil
}

// suspect records an operation that needs authentication by the schema and answers an anonymous call 400. The answer
// counts once a second operation gives the same one: the two calls have only the missing credential in common.
func (p *porter) suspect(down turnedDown) {
	if len(down.op.Spec.Security) == 0 || down.status != http.StatusBadRequest || len(p.vague) == maxRefused {
		return
	}
	if i := slices.IndexFunc(p.unsure, func(other turnedDown) bool {
		return bytes.Equal(other.body, down.body)
	}); i >= 0 {
		p.vague = append(p.vague, p.unsure[i], down)
		return
	}
	p.unsure = append(p.unsure, down)
}

// doors returns the operations that may refuse anonymous calls. Operations that need authentication by the schema come
// first.
func (p *porter) doors(candidates []auth.Candidate, leaveOut func(string) bool) (ops []*api.Operation) {
	for _, op := range p.ops {
		if !leaveOut(op.Spec.Name()) && !p.admits(op, candidates) {
			ops = append(ops, op)
		}
	}
	rank := func(op *api.Operation) int {
		if len(op.Spec.Security) == 0 {
			return 10 + knockRank(op)
		}
		return knockRank(op)
	}
	slices.SortStableFunc(ops, func(a, b *api.Operation) int { return rank(a) - rank(b) })
	return ops
}

func refuses(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden
}

// admits reports whether users sign up or log in with an operation. Such an operation refuses a call because of its
// values.
func (p *porter) admits(op *api.Operation, candidates []auth.Candidate) bool {
	return slices.ContainsFunc(candidates, func(c auth.Candidate) bool {
		for _, l := range []*auth.Login{c.Users[0].SignUp, c.Users[0].Login} {
			if l == nil {
				continue
			}
			path, _, _ := strings.Cut(l.Path, "?")
			if path == p.Below(op.Spec)+op.Spec.Path {
				return true
			}
		}
		return false
	})
}

// call calls an operation with valid data.
func (p *porter) call(ctx context.Context, op *api.Operation, user int) (answer, error) {
	e := p.begin(Purpose{})
	c := p.newCall(rand.New(rand.NewPCG(1, 1)), op, user)
	c.Genotype.Encode(op.Spec, &e.encoded)
	calls, resp, err := p.send(ctx, c, e)
	p.found.Calls += calls
	if err != nil {
		return answer{}, fmt.Errorf("rest: %s: %w", op.Spec.Name(), err)
	}
	challenges := slices.Clone(resp.Header.Values("WWW-Authenticate"))
	return answer{resp.Outcome, resp.Status, challenges, bytes.Clone(resp.Body)}, nil
}

// answer is the answer of an operation.
type answer struct {
	outcome    sut.Outcome
	status     int
	challenges []string
	body       []byte
}

// admission is how far the system let the users of a log-in in.
type admission struct {
	users []auth.User
	works bool // an operation accepted a call
	known bool // an operation knows the user, but refused the call
}

// try logs the first user of a candidate in, and tries each way to send the credential.
func (p *porter) try(ctx context.Context, c *auth.Candidate) (best admission, err error) {
	if p.found.Calls > maxLoginCalls {
		return best, nil
	}
	if err := p.System.Reset(ctx); err != nil {
		return best, fmt.Errorf("rest: reset: %w", err)
	}
	last := &listener{Caller: p.System}
	p.Adopt(c.Users[:1])
	calls, err := p.Users.Apply(ctx, last, 0, &message.Request{})
	p.found.Calls += calls
	if err != nil {
		return best, err
	}
	settled := c.Settle(&last.answer)
	if len(settled) == 0 {
		p.found.Tried = append(p.found.Tried, fmt.Sprintf("%s: %s", c.Why, last.String()))
	}
	for i := range settled {
		if p.found.Calls > maxLoginCalls {
			break
		}
		got, err := p.enter(ctx, settled[i].Users, 0)
		if err != nil || got.works {
			return got, err
		}
		if got.known && !best.known {
			best = got
		}
	}
	if len(settled) > 0 && !best.known {
		p.found.Tried = append(p.found.Tried, c.Why+": the operations refuse what it gives")
	}
	return best, nil
}

// enter calls the operations that refused anonymous calls as one of some users.
func (p *porter) enter(ctx context.Context, users []auth.User, as int) (got admission, err error) {
	got.users = users
	if err := p.System.Reset(ctx); err != nil {
		return got, fmt.Errorf("rest: reset: %w", err)
	}
	p.Adopt(users)
	for _, r := range p.refused {
		f, err := p.call(ctx, r.op, as)
		if err != nil {
			return got, err
		}
		switch {
		case f.outcome != sut.Answered || f.status >= http.StatusInternalServerError:
		case r.admits(f.status):
			got.works = true
			return got, nil
		case r.status != http.StatusForbidden && f.status == http.StatusForbidden:
			got.known = true
		}
	}
	return got, nil
}

// listener keeps the last answer of a caller.
type listener struct {
	sut.Caller
	answer sut.Response
}

// Call implements [sut.Caller].
func (l *listener) Call(ctx context.Context, r *sut.Request) (*sut.Response, error) {
	resp, err := read(ctx, l.Caller, r)
	if err == nil {
		l.answer = *resp
		l.answer.Header, l.answer.Body = resp.Header.Clone(), bytes.Clone(resp.Body)
	}
	return resp, err
}

// String describes the last answer.
func (l *listener) String() string {
	switch {
	case l.answer.Outcome != sut.Answered:
	case l.answer.Status >= http.StatusBadRequest:
		return fmt.Sprintf("it answered %d", l.answer.Status)
	default:
		return fmt.Sprintf("it answered %d, with nothing that looks like a token or a cookie", l.answer.Status)
	}
	return "it " + l.answer.Outcome.String()
}

// LogsIn reports whether an operation is the log-in of a user.
func LogsIn(op *openapi.Operation, u *auth.User) bool {
	l := u.Login
	return l != nil && cmp.Or(l.Method, http.MethodPost) == op.Method &&
		strings.HasSuffix(path.Clean("/"+l.Path), op.Path)
}
