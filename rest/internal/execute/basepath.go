package execute

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/sut"
)

// maxKnocks is how many operations are called below one base path.
const maxKnocks = 12

// knocker tells paths that a system knows from others.
type knocker struct{ *Executor }

// FindBasePath looks for the path below which the system serves its operations.
// It keeps the present path if no candidate is better. newCall makes the calls.
func (x *Executor) FindBasePath(ctx context.Context, candidates []string, leaveOut func(operation string) bool, newCall func(*rand.Rand, *api.Operation, int) *action.Call) (string, error) {
	own, k := x.BasePath, knocker{x}
	ops := k.knocked(leaveOut)
	for _, path := range append([]string{own}, candidates...) {
		x.BasePath = path
		known, err := k.answers(ctx, newCall, ops)
		if err != nil {
			x.BasePath = own
			return own, err
		}
		if known {
			return path, nil
		}
	}
	x.BasePath = own
	return own, nil
}

// knocked returns the operations to try. Those that change nothing and need
// nothing come first. For a remote service, only those that change nothing are
// tried.
func (k knocker) knocked(leaveOut func(operation string) bool) []*api.Operation {
	var ops []*api.Operation
	for _, op := range k.api.Ops {
		if !leaveOut(op.Spec.Name()) && (knockRank(op) < 2 || k.baseURL == "") {
			ops = append(ops, op)
		}
	}
	slices.SortStableFunc(ops, func(a, b *api.Operation) int { return knockRank(a) - knockRank(b) })
	return ops[:min(len(ops), maxKnocks)]
}

func knockRank(o *api.Operation) int {
	switch {
	case o.Spec.Method != http.MethodGet:
		return 2
	case o.Chained:
		return 1
	}
	return 0
}

// answers reports whether any of the operations gets another answer than a path
// below the same base path that does not exist.
func (k knocker) answers(ctx context.Context, newCall func(*rand.Rand, *api.Operation, int) *action.Call, ops []*api.Operation) (bool, error) {
	if err := k.System.Reset(ctx); err != nil {
		return false, fmt.Errorf("rest: reset: %w", err)
	}
	k.Users.Begin(k.anew)
	r := rand.New(rand.NewPCG(1, 1))
	nowhere := map[string]face{} // by method
	for _, op := range ops {
		method := op.Spec.Method
		strange, ok := nowhere[method]
		if !ok {
			var err error
			if strange, err = k.nowhere(ctx, method); err != nil {
				return false, err
			}
			nowhere[method] = strange
		}
		c := newCall(r, op, k.firstUser())
		e := k.Begin(Purpose{})
		c.Genotype.Encode(op.Spec, &e.encoded)
		got, err := k.knock(ctx, c, e)
		if err != nil {
			return false, err
		}
		if !got.like(strange) {
			return true, nil
		}
	}
	return false, nil
}

// firstUser returns the identity that makes most calls.
func (k knocker) firstUser() int {
	if len(k.names) > 0 {
		return 0
	}
	return auth.Anonymous
}

// nowhere returns the answer to paths that do not exist. It calls two such
// paths, and ignores what differs between their answers.
func (k knocker) nowhere(ctx context.Context, method string) (face, error) {
	op := &api.Operation{Spec: &openapi.Operation{Method: method, Path: "/"}}
	var faces [2]face
	for i, name := range []string{"/nowhere-to-be-found", "/no-such-path-either"} {
		e := k.Begin(Purpose{})
		e.encoded.Reset()
		e.encoded.Path = append(e.encoded.Path, message.PathPiece{Text: name})
		c := &action.Call{Op: op, User: action.Identity{Index: k.firstUser()}}
		var err error
		if faces[i], err = k.knock(ctx, c, e); err != nil {
			return face{}, err
		}
	}
	faces[0].unstable = faces[0].body != faces[1].body
	return faces[0], nil
}

// face holds the parts of an answer that distinguish a path that exists from
// one that does not.
type face struct {
	outcome     sut.Outcome
	status      int
	kind, allow string
	body        string // without the path
	unstable    bool   // the body is another each time
}

func (f face) like(other face) bool {
	if f.unstable = f.unstable || other.unstable; f.unstable {
		f.body = other.body
	}
	other.unstable = f.unstable
	return f == other
}

// knock makes the encoded call.
func (k knocker) knock(ctx context.Context, c *action.Call, e *execution) (face, error) {
	_, resp, err := k.send(ctx, c, e)
	if err != nil {
		return face{}, fmt.Errorf("rest: %s: %w", c.Op.Spec.Name(), err)
	}
	path, _, _ := strings.Cut(e.request.Target, "?")
	body := strings.ReplaceAll(string(resp.Body), e.request.Target, "")
	body = strings.ReplaceAll(body, path, "")
	return face{
		outcome: resp.Outcome, status: resp.Status, body: body,
		kind: resp.Header.Get("Content-Type"), allow: resp.Header.Get("Allow"),
	}, nil
}
