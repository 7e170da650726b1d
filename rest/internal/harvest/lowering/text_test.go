package lowering

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// Variables stand where earlier answers were used, in whatever order that was,
// and what is literal beside them is escaped as its place demands.
func TestTextsWithVariables(t *testing.T) {
	from := func(name string) *link.Origin {
		return &link.Origin{Template: "/books", Source: suite.FromBody, Name: name, Field: name[1:]}
	}
	members := value.Object{{Name: "evoke", Value: "a"}, {Name: "n", Value: int64(1)}, {Name: "t", Value: `say "x" y`}}
	step := execute.TraceStep{
		Call: &action.Call{Op: &api.Operation{Spec: &openapi.Operation{}}},
		Encoded: message.Request{
			Path: []message.PathPiece{{Raw: "/b/", Text: "/b/"},
				{Param: "p", Prefix: ";p=", Raw: "a/7", Text: ";p=a%2F7"}},
			Cookies: []message.Pair{{Name: "a", Value: "1"}, {Name: "b", Value: "7"}},
			Body:    value.AppendJSON(nil, members), HasBody: true, JSONBody: true, Value: members,
		},
		Uses: []link.Use{
			{In: link.InBodyText, At: []genotype.Step{{Name: "t"}},
				Text: []link.Piece{{Literal: `say "`}, {Origin: from("/x")}, {Literal: `" y`}}},
			{In: openapi.InCookie, Piece: 1, Text: []link.Piece{{Origin: from("/id")}}},
			{In: openapi.InPath, Piece: 1, Text: []link.Piece{{Literal: "a/"}, {Origin: from("/id")}}},
			{In: link.InBodyText, Bare: true, At: []genotype.Step{{Name: "n"}},
				Text: []link.Piece{{Origin: from("/id")}}},
		},
	}
	l := &lowering{w: &Writer{Executor: &execute.Executor{}}, at: []int{0}, vars: map[string]bool{}}
	l.w.Executor.BasePath = "/api"
	l.test.Steps = []suite.Step{{Call: &suite.Call{}}}
	assert.Equal(t, suite.Text{{Literal: "/api/b/;p=a%2F"}, {Var: "bookID"}}, l.path(&step))
	step.Call.Op.Spec.Base = "/own"
	assert.Equal(t, suite.Text{{Literal: "/own/b/;p=a%2F"}, {Var: "bookID"}}, l.path(&step))
	assert.Equal(t, suite.Text{{Literal: `{"evoke":"a","n":`}, {Var: "bookID"}, {Literal: `,"t":"say \"`},
		{Var: "bookX"}, {Literal: `\" y"}`}}, l.bodyText(&step))
	assert.Equal(t, suite.Text{{Literal: "a=1; b="}, {Var: "bookID"}}, l.cookies(&step))
	assert.Len(t, l.test.Steps[0].Call.Captures, 2, "the id is read once")

	step.Uses = nil
	assert.Equal(t, suite.Literal(string(step.Encoded.Body)), l.bodyText(&step))
	step.Encoded.Body = nil
	assert.Empty(t, l.bodyText(&step))
}

func TestNamesBecomeVariables(t *testing.T) {
	l := &lowering{vars: map[string]bool{"club": true}, Executions: Executions{Traces: []*execute.Trace{
		{Names: []execute.Name{{Stem: "oak", Text: "oak123456789", Variable: "club"}}},
		{Names: []execute.Name{{Stem: "oak", Text: "oak987654321", Variable: "club"}}},
	}}}
	assert.Equal(t, `{"oak123456789":1}`,
		string(likeFirst(l.Traces[0].Names, l.Traces[1].Names, []byte(`{"oak987654321":1}`))))
	name := suite.Piece{Var: "club2", Stem: "oak"}
	step := suite.Step{Call: &suite.Call{Request: suite.Request{
		Path: suite.Literal("/clubs/oak123456789"), Query: []suite.Field{{Name: "a", Value: suite.Literal("b")}},
		Body: &suite.Body{Text: suite.Text{{Literal: `["oak123456789`}, {Var: "x"}, {Literal: `"]`}}},
	}, Expect: suite.Expect{Checks: []suite.Check{
		{Pointer: "/name", Op: suite.Equal, Value: "the oak123456789"}, {Pointer: "/oak123456789", Op: suite.Exists},
		{Pointer: "/list", Op: suite.Equal, Value: []any{"oak123456789"}},
		{Pointer: "/n", Op: suite.Equal, Value: int64(1)},
	}}}}
	l.name(&step)
	r := step.Call.Request
	assert.Equal(t, suite.Text{{Literal: "/clubs/"}, name}, r.Path)
	assert.Equal(t, suite.Literal("b"), r.Query[0].Value)
	assert.Equal(t, suite.Text{{Literal: `["`}, name, {Var: "x"}, {Literal: `"]`}}, r.Body.Text)
	assert.Equal(t, []suite.Check{
		{Pointer: "/name", Op: suite.Equal, Text: suite.Text{{Literal: "the "}, name}},
		{Pointer: "/n", Op: suite.Equal, Value: int64(1)},
	}, step.Call.Expect.Checks)
	assert.Equal(t, "no oak", unnumbered(l.Traces[0].Names, "no oak123456789"))
}
