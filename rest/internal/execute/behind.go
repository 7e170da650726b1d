package execute

import (
	"context"
	"fmt"
	"slices"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/effects"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// behind makes the calls after those of a test: one that shows the effect of the last call, and others that clean up.
// It returns the number of HTTP calls.
func (x *client) behind(ctx context.Context, c *testcase.Case, e *execution) (calls int, err error) {
	n, err := x.looked(ctx, c, e)
	if err != nil {
		return n, err
	}
	calls, err = x.mended(ctx, len(c.Actions)+min(n, 1), e)
	return n + calls, err
}

// mended cleans up after a test. It deletes the elements that the test left behind and that would spoil other tests;
// the trace records these calls. Then it brings the system back to a state in which calls that succeeded before
// succeed again; the trace does not record these calls. i is the index of the next call of the test. It returns the
// number of HTTP calls.
func (x *client) mended(ctx context.Context, i int, e *execution) (calls int, err error) {
	if !x.Effects.Keeps() {
		return 0, nil
	}
	for _, d := range x.Effects.Mender.Own() {
		n, done, err := x.undo(ctx, i, d, e)
		if calls += n; err != nil {
			return calls, err
		}
		if !done {
			effects.Spoils(x.Effects.Ground, d.Step, d.Operation)
			continue
		}
		x.Effects.Mender.Undone(d)
		i++
	}
	apart := *e
	apart.Trace = nil
	err = x.Effects.Mender.Restore(ctx, effects.Means{
		Again: func(ctx context.Context, r *sut.Request) (int, error) {
			calls++
			resp, err := read(ctx, x.System, r)
			if err != nil {
				return 0, fmt.Errorf("rest: %s: %w", r.Operation, err)
			}
			return answeredStatus(resp), ctx.Err()
		},
		Undo: func(ctx context.Context, d *effects.Leftover) (bool, error) {
			old := *d
			old.Uses = nil // of another test
			n, done, err := x.undo(ctx, i, &old, &apart)
			calls += n
			return done, err
		},
	})
	return calls, err
}

// undo deletes an element that a call left behind, unless a user would lose a credential. It reports whether the
// element is gone.
func (x *client) undo(ctx context.Context, i int, d *effects.Leftover, e *execution) (calls int, done bool, err error) {
	if d.Undo == nil {
		return 0, false, nil
	}
	c := d.Undo
	e.encoded.Reset()
	c.Genotype.Encode(c.Op.Spec, &e.encoded)
	d.Name(&e.encoded)
	if x.Effects.Gave(&e.encoded) {
		return 0, false, nil
	}
	e.uses, e.stray = d.Uses, nil
	e.Trace.begin(c, e)
	calls, resp, err := x.send(ctx, c, e)
	if err != nil {
		return calls, false, fmt.Errorf("rest: %s: %w", c.Op.Spec.Name(), err)
	}
	if e.Trace == nil {
		return calls, gone(resp), nil
	}
	e.completed(i, c, resp)
	x.note(e)
	e.Trace.sent(x.Users.Standing(c.User.Index), e.encoded.Path)
	e.Trace.end(resp, nil)
	e.Trace.Steps[len(e.Trace.Steps)-1].Tidies = true
	return calls, gone(resp), nil
}

func gone(resp *sut.Response) bool { return resp.Outcome == sut.Answered && resp.Status/100 == 2 }

// looked shows the effect of the last call of a test, if that call was accepted: the same user calls the look
// operation with the ids from the path of the last call, and with the id of the element that it created. The trace
// records the call, but the search does not learn from it. It returns the number of HTTP calls.
func (x *client) looked(ctx context.Context, c *testcase.Case, e *execution) (calls int, err error) {
	last := len(c.Actions) - 1
	if e.Look == nil || e.Trace == nil || last < 0 || len(e.Trace.Steps) != last+1 {
		return 0, nil
	}
	about := &e.Trace.Steps[last]
	if !e.Idle && (about.Answer.Outcome != sut.Answered || about.Answer.Status/100 != 2) {
		return 0, nil
	}
	look := action.New(e.Look, 0, 0)
	look.Unchain()
	look.User = about.Call.User
	e.encoded.Reset()
	look.Genotype.Encode(e.Look.Spec, &e.encoded)
	uses, ok := named(&e.encoded, e.Look, about, last)
	if !ok {
		return 0, nil
	}
	e.uses, e.stray = uses, nil
	e.Trace.begin(look, e)
	calls, resp, err := x.send(ctx, look, e)
	if err != nil {
		return calls, fmt.Errorf("rest: %s: %w", e.Look.Spec.Name(), err)
	}
	e.completed(last+1, look, resp)
	x.note(e)
	e.Trace.sent(x.Users.Standing(look.User.Index), e.encoded.Path)
	e.Trace.end(resp, nil)
	e.Trace.Steps[last+1].Looks = true
	return calls, nil
}

// named gives the parameters of a request the values that an earlier call, made at a step, has for parameters of the
// same names. It leaves out all other parameters of the query. It returns the values that come from earlier answers,
// and whether each parameter in the path has a value.
func named(to *message.Request, op *api.Operation, about *TraceStep, step int) (uses []link.Use, ok bool) {
	copied := func(in string, from, at int) {
		for _, u := range about.Uses {
			if u.In == in && u.Piece == from {
				u.Piece = at
				uses = append(uses, u)
			}
		}
	}
	for i := range to.Path {
		piece := &to.Path[i]
		if piece.Param == "" {
			continue
		}
		if from := slices.IndexFunc(about.Encoded.Path, sameAs(piece.Param, op, about)); from >= 0 {
			piece.Set(about.Encoded.Path[from].Raw)
			copied(openapi.InPath, from, i)
			continue
		}
		made, name, ok := link.Made(
			step, about.Call.Op, &about.Answer, api.BeforeParam(op.Spec.Path, piece.Param), piece.Param,
		)
		if !ok {
			return nil, false
		}
		piece.Set(name)
		uses = append(uses, link.Use{In: openapi.InPath, Piece: i, Text: []link.Piece{{Origin: &made}}})
	}
	to.Query = slices.DeleteFunc(to.Query, func(q message.Pair) bool {
		return indexOf(about.Encoded.Query, q.Name) < 0
	})
	for i := range to.Query {
		from := indexOf(about.Encoded.Query, to.Query[i].Name)
		to.Query[i] = about.Encoded.Query[from]
		copied(openapi.InQuery, from, i)
	}
	return uses, true
}

// sameAs returns a function that reports whether a piece of a path names the same resource as a parameter of another
// operation: the path before both is the same, or the name of the parameter contains the noun of the resource.
func sameAs(param string, op *api.Operation, about *TraceStep) func(message.PathPiece) bool {
	path := about.Call.Op.Spec.Path
	return func(p message.PathPiece) bool {
		same := api.BeforeParam(path, param) == api.BeforeParam(op.Spec.Path, param)
		return p.Param == param && (same || words.Plain(param) != "id")
	}
}

func indexOf(pairs []message.Pair, name string) int {
	return slices.IndexFunc(pairs, func(p message.Pair) bool { return p.Name == name })
}
