package gotest_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/output/internal/features"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// FuzzTexts puts a text into all places of a suite. The code is formatted Go code, and its literals have the same
// bytes.
func FuzzTexts(f *testing.F) {
	for _, s := range []string{"", "plain", "`", "a\x00\xff\n\r\t\u2028", `{"a":[1,{"b":"c"}],"d":"` + "`" + `"}`,
		"*/ // +build x\n//go:embed y", `{"k":"` + strings.Repeat("long ", 20) + `"}`, "%s%d", "[[[[[[]]]]]]",
		"\ufeff- list\n# head\n1. one"} {
		for how := range uint8(3) {
			f.Add(s, how == 1, how)
		}
	}
	faults := []output.Faults{output.RecordFaults, output.FailFaults, output.SkipFaults}
	f.Fuzz(func(t *testing.T, s string, testify bool, how uint8) {
		w := gotest.Writer{Testify: testify, Constructor: gotest.Func{Name: "New"},
			Faults: faults[int(how)%len(faults)]}
		checkTexts(t, &w, s)
	})
}

// textSuite returns a suite with a text in all places.
func textSuite(s string) *suite.Suite {
	test := suite.Test{
		Name: "A", Purpose: s, Kind: suite.FaultKind,
		Faults: []suite.Fault{{Code: 101, Category: s, Operation: s, Reason: s, Frame: s, Curl: s}},
	}
	one := features.Step("GET /x", 200, features.Equal("", s), features.Equal("", []any{s}),
		features.Equal("", value.Object{{Name: s, Value: s}}), suite.Check{Op: suite.Whole, Value: s})
	one.Note, one.Operation, one.Call.Expect.ContentType = s, s, s
	one.Call.Captures = []suite.Capture{{Var: "v", Source: suite.FromBody, Name: ""}}
	one.Call.Request.Query = features.Fields(s, s)
	one.Call.Request.Headers = features.Fields("X-A", s)
	one.Call.Request.Body = &suite.Body{Text: features.Lit(s)}
	two := features.WithJSON(features.Step("POST /y", 200), features.Lit(s))
	quoted, _ := json.Marshal(s)
	three := features.WithJSON(features.Step("PUT /z", 200),
		features.Text(`{"a":`+string(quoted)+`,"b":`, "v", `,"c":"`, "v", `"}`))
	test.Steps = []suite.Step{one, two, three}
	before, call := one, *one.Call
	before.Call = &call
	before.Call.Captures = []suite.Capture{{Var: "v", Source: suite.FromCookie, Name: "c"},
		{Var: "w", Source: suite.FromBody, Name: ""}}
	again := suite.Test{Name: "B", Kind: suite.FaultKind, Steps: []suite.Step{before, three}}
	return &suite.Suite{Title: s, BaseURL: s, Repeat: s, Tests: []suite.Test{test, again}}
}

func checkTexts(t *testing.T, w *gotest.Writer, s string) {
	for _, f := range write(t, w, textSuite(s)) {
		file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Content, parser.ParseComments)
		if err != nil {
			t.Fatalf("%v\n%s", err, f.Content)
		}
		if again, err := format.Source(f.Content); err != nil || !bytes.Equal(again, f.Content) {
			t.Fatalf("gofmt changes %s\n%s", f.Name, f.Content)
		}
		if len(f.Tests) == 0 {
			continue
		}
		got := arguments(t, file)
		if got["query"] != s || got["header"] != s || got["body"] != s {
			t.Errorf("the texts became %q", got)
		}
		if bodies := got["json"]; isCompact(s) && !strings.Contains(bodies, s+"\n") {
			t.Errorf("the JSON %q became %q", s, bodies)
		}
		if !w.Testify && got["equalText"] != s {
			t.Errorf("the text %q became %q", s, got["equalText"])
		}
	}
}

func isCompact(s string) bool {
	var b bytes.Buffer
	return json.Compact(&b, []byte(s)) == nil && b.String() == s
}

// arguments returns the values of the last arguments of calls, by method: of the first call of each method, and of all
// calls of json, which are made compact.
func arguments(t *testing.T, file *ast.File) map[string]string {
	out := map[string]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		method, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		name := method.Sel.Name
		value, ok := evaluate(t, call.Args[len(call.Args)-1])
		if !ok {
			return true
		}
		// In a chain of calls the last one is visited first.
		if _, known := out[name]; name == "json" {
			var b bytes.Buffer
			if err := json.Compact(&b, []byte(value)); err != nil {
				t.Errorf("%q: %v", value, err)
			}
			out[name] += b.String() + "\n"
		} else if !known {
			out[name] = value
		}
		return true
	})
	return out
}

// evaluate returns the value of literals that are concatenated.
func evaluate(t *testing.T, e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind != token.STRING {
			return "", false
		}
		s, err := strconv.Unquote(e.Value)
		if err != nil {
			t.Errorf("%s: %v", e.Value, err)
		}
		return s, true
	case *ast.BinaryExpr:
		left, ok := evaluate(t, e.X)
		right, ok2 := evaluate(t, e.Y)
		return left + right, ok && ok2
	}
	return "", false
}

// The layout keeps every byte of a body, whatever plain JSON value it has.
func TestLayoutKeepsBodies(t *testing.T) {
	value := rapid.Deferred(func() *rapid.Generator[any] { return plainValue(4) })
	rapid.Check(t, func(t *rapid.T) {
		b, err := json.Marshal(value.Draw(t, "value"))
		if err != nil {
			t.Fatal(err)
		}
		w := gotest.Writer{}
		s := &suite.Suite{Tests: []suite.Test{{Name: "A", Kind: suite.Success,
			Steps: []suite.Step{features.WithJSON(features.Step("POST /", 200), features.Lit(string(b)))}}}}
		files, err := w.Files(s)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), "", files[0].Content, 0)
		if err != nil {
			t.Fatal(err)
		}
		var got string
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if m, ok := call.Fun.(*ast.SelectorExpr); ok && m.Sel.Name == "json" {
					got, _ = evaluate(&testing.T{}, call.Args[0])
				}
			}
			return true
		})
		var compact bytes.Buffer
		if err := json.Compact(&compact, []byte(got)); err != nil || compact.String() != string(b) {
			t.Fatalf("%s became %s: %v", b, got, err)
		}
	})
}

func plainValue(depth int) *rapid.Generator[any] {
	scalar := rapid.OneOf(rapid.String().AsAny(), rapid.Int64().AsAny(), rapid.Bool().AsAny(), rapid.Just[any](nil))
	if depth == 0 {
		return scalar
	}
	next := plainValue(depth - 1)
	return rapid.OneOf(scalar, rapid.SliceOfN(next, 0, 4).AsAny(), rapid.MapOfN(rapid.String(), next, 0, 4).AsAny())
}
