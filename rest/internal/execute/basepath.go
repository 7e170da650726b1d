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

// maxKnocks is the number of operations that are called below one base path.
const maxKnocks = 12

// newCall returns a call of an operation by a user, with valid data.
type newCall func(r *rand.Rand, op *api.Operation, user int) *action.Call

// knocker makes calls before the first test, to find out which paths a system knows.
type knocker struct {
	*client
	ops     []*api.Operation
	begin   func(Purpose) *execution
	newCall newCall
}

// knocker returns a knocker that uses the client of the executor.
func (x *Executor) knocker(make newCall) knocker { return knocker{&x.client, x.api.Ops, x.Begin, make} }

// FindBasePath looks for the path below which the system serves its operations. It keeps the present path if no
// candidate is better. newCall makes the calls. For an operation with a server of its own, it tries the path of this
// server first, then the base path of the other operations, then the root.
func (x *Executor) FindBasePath(
	ctx context.Context, candidates []string, leaveOut func(operation string) bool, newCall newCall,
) (string, error) {
	own, k := x.BasePath, x.knocker(newCall)
	var err error
	if len(candidates) > 0 {
		ops := k.knocked("", leaveOut)
		err = k.find(ctx, ops, append([]string{own}, candidates...), func(path string) { x.BasePath = path })
	}
	for _, op := range x.specs {
		if _, done := x.Moved[op.Base]; done || op.Base == "" || err != nil {
			continue
		}
		if x.Moved == nil {
			x.Moved = map[string]string{}
		}
		ops, paths := k.knocked(op.Base, leaveOut), []string{x.Below(op), x.BasePath, ""}
		err = k.find(ctx, ops, paths, func(path string) { x.Moved[op.Base] = path })
	}
	return x.BasePath, err
}

// find tries paths for some operations. take sets a path for them. If no path is better, find sets the first one.
func (k knocker) find(
	ctx context.Context, ops []*api.Operation, paths []string, take func(path string),
) error {
	if take(paths[0]); len(ops) == 0 {
		return nil
	}
	for _, path := range paths {
		take(path)
		known, err := k.answers(ctx, ops)
		if err != nil {
			take(paths[0])
			return err
		}
		if known {
			return nil
		}
	}
	take(paths[0])
	return nil
}

// knocked returns the operations to call among those whose server in the schema has the given base path. "" stands for
// operations without a server of their own. Operations with a safe method that need nothing come first. For a remote
// service, only operations with a safe method are called.
func (k knocker) knocked(base string, leaveOut func(operation string) bool) []*api.Operation {
	var ops []*api.Operation
	for _, op := range k.ops {
		if op.Spec.Base == base && !leaveOut(op.Spec.Name()) && (knockRank(op) < 2 || k.baseURL == "") {
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
func (k knocker) answers(ctx context.Context, ops []*api.Operation) (bool, error) {
	if err := k.System.Reset(ctx); err != nil {
		return false, fmt.Errorf("rest: reset: %w", err)
	}
	k.Users.Begin(k.anew)
	r := rand.New(rand.NewPCG(1, 1))
	nowhere := map[string]face{} // the answers to paths that do not exist, by method
	for _, op := range ops {
		method := op.Spec.Method
		strange, ok := nowhere[method]
		if !ok {
			var err error
			if strange, err = k.nowhere(ctx, method, op.Spec.Base); err != nil {
				return false, err
			}
			nowhere[method] = strange
		}
		c := k.newCall(r, op, k.firstUser())
		e := k.begin(Purpose{})
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

// nowhere returns the answer to paths that do not exist. It calls two such paths, and ignores the differences between
// their answers.
func (k knocker) nowhere(ctx context.Context, method, base string) (face, error) {
	op := &api.Operation{Spec: &openapi.Operation{Method: method, Path: "/", Base: base}}
	var faces [2]face
	for i, name := range []string{"/nowhere-to-be-found", "/no-such-path-either"} {
		e := k.begin(Purpose{})
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
	unstable    bool   // the body differs from call to call
}

func (f face) like(other face) bool {
	if f.unstable = f.unstable || other.unstable; f.unstable {
		f.body = other.body
	}
	other.unstable = f.unstable
	return f == other
}

// knock makes the encoded call, and returns the face of its answer.
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
