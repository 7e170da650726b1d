package gotest_test

import (
	"encoding/json"

	"github.com/evoke-go/evoke/output/internal/features"
	"github.com/evoke-go/evoke/suite"
)

const (
	numbersPath = "example.com/numbers"
	item        = numbersPath + ".Item"
	color       = numbersPath + ".Color"
)

// itemTypes define numbers.Item.
var itemTypes = []suite.Type{
	{Name: item, Underlying: "struct{Name string; Tags []string; Price float32; Next *" + item +
		"; Limit *int8; Sizes map[int]" + color + "; Inner struct{A any; B any}; note string}"},
	{Name: color, Underlying: "string"},
	{Name: "time.Duration", Underlying: "int64"},
}

func arg(typ string, v any) suite.Argument { return suite.Argument{Type: typ, Value: v} }

// result returns the assertion that a result is equal to a value.
func result(typ string, v any) suite.Result {
	return suite.Result{Type: typ, Op: suite.Equal, Value: v}
}

var (
	noError = suite.Result{Type: "error", Op: suite.Nil}
	anError = suite.Result{Type: "error", Op: suite.NotNil}
)

// call returns the call of a function of package numbers.
func call(name string, args []suite.Argument, results ...suite.Result) suite.Step {
	return suite.Step{Operation: "numbers." + name, Function: &suite.Function{
		ImportPath: numbersPath, Name: name, Args: args, Expect: suite.Return{Results: results}, Types: itemTypes,
	}}
}

func args(as ...suite.Argument) []suite.Argument { return as }

func panics(s suite.Step) suite.Step {
	s.Function.Expect.Panics = true
	return s
}

// functions returns a suite that calls functions. It passes on testdata/numbers.
func functions() *suite.Suite {
	long := []any{}
	for range 12 {
		long = append(long, features.Object("Name", "a rather long name", "Price", 1.5))
	}
	divide := panics(call("Divide", args(arg("int", int64(1)), arg("int", int64(0))), suite.Result{Type: "int"}))
	test := func(name string, kind suite.Kind, steps ...suite.Step) suite.Test {
		return suite.Test{Name: name, Kind: kind, Steps: steps}
	}
	faulty := func(t suite.Test, f suite.Fault) suite.Test {
		t.Faults = []suite.Fault{f}
		return t
	}
	everything := features.Object("Name", "x", "Tags", []any{"a", ""}, "Price", 0.1, "Next",
		features.Object(), "Limit", int64(-3),
		"Sizes", features.Object("-1", "red", "2", "blue"), "Inner",
		features.Object("A", int64(1), "B", []any{"x", 1.5, nil, features.Object("k", true)}))
	return &suite.Suite{Title: "Numbers", Tests: []suite.Test{
		test("ParseReturns18", suite.Success,
			call("Parse", args(arg("string", "12"), arg("int", int64(16))), result("int64", int64(18)), noError),
			call("Parse", args(arg("string", "7"), arg("int", int64(10))), suite.Result{Type: "int64"}, noError)),
		test("ParseFails", suite.ErrorKind,
			call("Parse", args(arg("string", "a\"b\\\x00%s"), arg("int", int64(10))),
				suite.Result{Type: "int64"}, anError),
			call("Parse", args(arg("string", "x"), arg("int", int64(10))), result("int64", int64(0)),
				result("error", `strconv.ParseInt: parsing "x": invalid syntax`))),
		test("SplitReturns", suite.Success,
			call("Split", args(arg("string", "a,%d")), result("[]string", []any{"a", "%d"})),
			call("Split", args(arg("string", ",,")), suite.Result{Type: "[]string", Op: suite.Length, Value: int64(3)}),
			call("Split", args(arg("string", "")), suite.Result{Type: "[]string", Op: suite.NotNil})),
		test("FindReturns", suite.Success,
			call("Find", args(arg("[]*"+item, []any{features.Object("Name", "a"), features.Object("Name", "b")}),
				arg("string", "b")), result("*"+item, features.Object("Name", "b")), result("bool", true)),
			call("Find", args(arg("[]*"+item, nil), arg("string", "b")), result("*"+item, nil), result("bool", false))),
		test("TotalReturns", suite.Success,
			call("Total", args(arg("[]"+item, long),
				arg("map[string]float64", features.Object("a rather long name", int64(2)))), result("float64", 36.0))),
		test("MakeReturns", suite.Success, call("Make", args(arg("string", "x")), result(item, everything)),
			call("Noted", args(arg(item, everything)), result("bool", false))),
		test("MixReturns", suite.Success,
			call("Mix", args(arg(color, "red"), arg("[2]int8", []any{int64(-128)}), arg("rune", int64('ä')),
				arg("[]byte", "\x00\xff"),
				arg("time.Duration", int64(1500000000)), arg("uint64", json.Number("18446744073709551615")),
				arg("float32", 0.5), arg("float32", int64(2))),
				result("string", "red [-128 0] ä [0 255] 1.5s 18446744073709551615 [0.5 2]")),
			call("Paint", nil, result(color, "red"), result("uint8", int64(7)),
				result("time.Duration", int64(1000000000)))),
		test("SameReturns", suite.Success,
			call("Same", args(arg("any", int64(1))), result("any", int64(1))),
			call("Same", args(arg("interface{}", features.Object("a", []any{1.5, "x", nil}))),
				result("any", features.Object("a", []any{1.5, "x", nil}))),
			call("Same", args(arg("any", true)), result("any", true)),
			call("Same", args(arg("", 2.5)), result("", 2.5)),
			call("Same", args(arg("*int8", int64(3))), suite.Result{Type: "any", Op: suite.NotNil}),
			call("Same", args(arg("any", nil)), result("any", nil))),
		test("NegativeReturnsTrue", suite.Success,
			call("Negative", args(arg("float64", json.Number("-0.0"))), result("bool", true)),
			call("Negative", args(arg("float64", int64(0))), result("bool", false)), call("Nothing", nil)),
		test("FailFails", suite.ErrorKind, call("Fail", args(arg("error", "why `not`")), result("error", "why `not`")),
			call("Fail", args(arg("error", nil)), noError)),
		faulty(test("DividePanics", suite.FaultKind, divide),
			suite.Fault{Code: 900, Category: "panic", Operation: "numbers.Divide", Reason: "division by zero"}),
		faulty(test("DivideReturns2", suite.FaultKind,
			call("Divide", args(arg("int", int64(5)), arg("int", int64(2))), result("int", int64(2)))),
			suite.Fault{Code: 901, Category: "wrong result", Operation: "numbers.Divide", Reason: "2.5 was expected"}),
	}}
}

// unexportedFunctions returns a suite of functions that can be called only in their package.
func unexportedFunctions() *suite.Suite {
	s := functions()
	s.Tests = append(s.Tests, suite.Test{Name: "HalfReturns2", Kind: suite.Success, Steps: []suite.Step{
		call("half", args(arg("int", int64(5))), result("int", int64(2))),
		call("got", args(arg("bool", true)), result("bool", true)),
	}})
	return s
}

// mixedSuite returns a suite whose tests have both calls and functions.
func mixedSuite() *suite.Suite {
	return &suite.Suite{Title: "Shop and numbers", Tests: []suite.Test{{
		Name: "GetBooksReturns200AfterSplit", Kind: suite.Success,
		Steps: []suite.Step{features.LoginStep(), call("Split", args(arg("string", "a,b")),
			result("[]string", []any{"a", "b"})), features.Step("GET /books", 200, features.Equal("/cookie", ""))},
	}, {
		Name: "SplitReturns", Kind: suite.Success,
		Steps: []suite.Step{features.LoginStep(),
			call("Split", args(arg("string", "")), result("[]string", []any{""}))},
	}}}
}
