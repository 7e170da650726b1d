package gotest_test

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/output/internal/features"
	"github.com/evoke-go/evoke/suite"
)

// FuzzFunctions puts a text into all places of a function call. The written file is formatted Go code, and the argument
// is the same text.
func FuzzFunctions(f *testing.F) {
	for _, s := range []string{"plain", "`", "a\x00\xff\n\r\t\u2028%s%d", "*/ // +build x\n//go:embed y", "strings",
		strings.Repeat("long ", 40)} {
		f.Add(s, "string", "example.com/p", false)
		f.Add(s, "any", "strings", true)
		f.Add(s, s, s, false)
	}
	f.Add("0", "string", "", true)
	f.Fuzz(func(t *testing.T, s, typ, importPath string, testify bool) {
		step := suite.Step{Operation: s, Note: s, Function: &suite.Function{
			ImportPath: importPath, Name: "Name", Args: []suite.Argument{{Name: s, Type: typ, Value: s}},
			Expect: suite.Return{Results: []suite.Result{
				{Type: typ, Op: suite.Equal, Value: s}, {Type: "string", Op: suite.Equal, Value: s},
				{Type: "error", Op: suite.Equal, Value: s},
				{Type: "any", Op: suite.Equal, Value: []any{s}}, {Type: "bool", Op: suite.Equal, Value: true},
				{Type: typ, Op: suite.Nil},
			}},
		}}
		w := &gotest.Writer{Testify: testify, Faults: map[bool]output.Faults{true: output.FailFaults}[testify]}
		files, err := w.Files(&suite.Suite{Tests: []suite.Test{
			{Name: "A", Purpose: s, Kind: suite.FaultKind, Steps: []suite.Step{step},
				Faults: []suite.Fault{{Code: 1, Reason: s, Operation: s, Curl: s}}},
		}})
		if err != nil {
			return // no such type or package
		}
		for _, f := range files {
			file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Content, parser.ParseComments)
			if err != nil {
				t.Fatalf("%v\n%s", err, f.Content)
			}
			if again, err := format.Source(f.Content); err != nil || !bytes.Equal(again, f.Content) {
				t.Fatalf("gofmt changes %s\n%s", f.Name, f.Content)
			}
			if got, ok := argument(t, file); len(f.Tests) > 0 && typ == "string" && (!ok || got != s) {
				t.Errorf("the argument %q became %q", s, got)
			}
		}
	})
}

// argument returns the text with which the written test calls the function.
func argument(t *testing.T, file *ast.File) (text string, ok bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		call, is := n.(*ast.CallExpr)
		if !is || len(call.Args) != 1 {
			return true
		}
		if f, is := call.Fun.(*ast.SelectorExpr); is && f.Sel.Name == "Name" {
			text, ok = evaluate(t, call.Args[0])
		}
		return true
	})
	return text, ok
}

// Functions that a test cannot call are refused. The error names the test and the step.
func TestFunctionsRefused(t *testing.T) {
	item := func(change func(*suite.Function)) *suite.Suite {
		s := call("Split", args(arg("string", "a")), result("[]string", []any{"a"}))
		change(s.Function)
		return &suite.Suite{Tests: []suite.Test{{Name: "A", Kind: suite.Success,
			Steps: []suite.Step{features.Step("GET /", 200), s}}}}
	}
	own := gotest.Writer{Package: "numbers", ImportPath: numbersPath}
	for name, c := range map[string]struct {
		w      gotest.Writer
		change func(*suite.Function)
		want   string
	}{
		"not exported": {gotest.Writer{}, func(f *suite.Function) { f.Name = "split" },
			"test A: step 2: the function split of example.com/numbers is not exported"},
		"no package": {own, func(f *suite.Function) { f.ImportPath = "" }, "the function Split has no package"},
		"nowhere": {gotest.Writer{}, func(f *suite.Function) { f.ImportPath = "" },
			"the function Split has no package"},
		"import path": {gotest.Writer{}, func(f *suite.Function) { f.ImportPath = "a b" },
			`"a b" cannot be imported`},
		"hidden": {own, func(f *suite.Function) { f.Name = "t" },
			`the function "t" has a name that means something else in a test`},
		"init": {own, func(f *suite.Function) { f.Name = "init" }, `the function "init"`},
		"argument": {gotest.Writer{}, func(f *suite.Function) { f.Args[0].Value = int64(1) },
			"argument 1: no Go literal gives this value: 1 of type string"},
		"argument's type": {gotest.Writer{}, func(f *suite.Function) { f.Args[0].Type = "a/b.c" },
			"the type a/b.c cannot be named in another package"},
		"result": {gotest.Writer{}, func(f *suite.Function) { f.Expect.Results[0].Type = "[]int" },
			`result 1: no Go literal gives this value: "a" of type int`},
		"field": {gotest.Writer{}, func(f *suite.Function) {
			f.Args[0] = arg("example.com/numbers.Item", features.Object("note", "x"))
		}, `numbers.Item has no field "note" to set`},
		"not described": {gotest.Writer{}, func(f *suite.Function) {
			f.Args[0] = arg("example.com/numbers.Other", features.Object())
		}, "what numbers.Other is made of is not known"},
	} {
		t.Run(name, func(t *testing.T) {
			files, err := c.w.Files(item(c.change))
			if err == nil || !strings.Contains(err.Error(), c.want) || files != nil {
				t.Errorf("got %d files and the error %v", len(files), err)
			}
		})
	}
}
