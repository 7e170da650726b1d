package suite_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// atoi returns a test of one call of a function.
func atoi(given any, change func(*suite.Function)) suite.Test {
	f := &suite.Function{ImportPath: "strconv", Name: "Atoi",
		Args: []suite.Argument{{Name: "s", Type: "string", Value: given}}}
	change(f)
	return suite.Test{Name: "A", Kind: suite.Success, Steps: []suite.Step{{Operation: "strconv.Atoi", Function: f}}}
}

func results(rs ...suite.Result) func(*suite.Function) {
	return func(f *suite.Function) { f.Expect.Results = rs }
}

var (
	succeeds = suite.Result{Type: "error", Op: suite.Nil}
	fails    = suite.Result{Type: "error", Op: suite.NotNil}
)

func returns(v any) suite.Result { return suite.Result{Type: "int", Op: suite.Equal, Value: v} }

func saying(given any, text string) suite.Test {
	return atoi(given, results(suite.Result{Type: "error", Op: suite.Equal, Value: text}))
}

func TestFunctionsAreNamed(t *testing.T) {
	unnamed := func(t suite.Test) suite.Test { t.Name = ""; return t }
	panics := func(f *suite.Function) { f.Expect.Panics = true }
	for name, c := range map[string]struct {
		tests          []suite.Test
		names, purpose []string
	}{
		"value": {[]suite.Test{atoi("12", results(returns(int64(12)), succeeds))}, []string{"AtoiReturnsPositive"},
			[]string{"strconv.Atoi returns a positive number"}},
		"negative": {[]suite.Test{atoi("x", results(returns(-1.5)))}, []string{"AtoiReturnsNegative"},
			[]string{"strconv.Atoi returns a negative number"}},
		"boundary": {[]suite.Test{atoi("x", results(returns(int64(-1))))}, []string{"AtoiReturnsMinus1"},
			[]string{"strconv.Atoi returns -1"}},
		"word": {[]suite.Test{atoi("x", results(returns("low")))}, []string{"AtoiReturnsLow"},
			[]string{"strconv.Atoi returns low"}},
		"given word": {[]suite.Test{atoi("LOW", results(returns("low")))}, []string{"AtoiReturnsText"},
			[]string{"strconv.Atoi returns a text"}},
		"no word": {[]suite.Test{atoi("x", results(returns("EgXXYy")))}, []string{"AtoiReturnsText"},
			[]string{"strconv.Atoi returns a text"}},
		"error": {[]suite.Test{atoi("x", results(suite.Result{Type: "int"}, fails))}, []string{"AtoiFails"},
			[]string{"strconv.Atoi returns an error"}},
		"text": {[]suite.Test{atoi("x", results(suite.Result{Type: "error", Op: suite.Equal, Value: "no"}))},
			[]string{"AtoiFails"}, []string{"strconv.Atoi returns an error"}},
		"panic":   {[]suite.Test{atoi("x", panics)}, []string{"AtoiPanics"}, []string{"strconv.Atoi panics"}},
		"nothing": {[]suite.Test{atoi("x", results())}, []string{"AtoiReturns"}, []string{"strconv.Atoi returns"}},
		"odd value": {[]suite.Test{atoi("x", results(returns([]any{int64(1)})))}, []string{"AtoiReturnsList"},
			[]string{"strconv.Atoi returns a list"}},
		"long value": {[]suite.Test{atoi("x", results(returns(strings.Repeat("1", 61))))}, []string{"AtoiReturnsText"},
			[]string{"strconv.Atoi returns a text"}},
		"empty": {[]suite.Test{atoi("x", results(returns("")))}, []string{"AtoiReturnsEmpty"},
			[]string{`strconv.Atoi returns ""`}},
		"errors": {
			[]suite.Test{saying("x", "a price begins with a number"), saying("x", "cents have two digits"),
				saying("EgX", "there is no egx"), saying("x", "no 7")},
			[]string{"AtoiFailsSayingAPriceBeginsWithANumber", "AtoiFailsSayingCentsHaveTwoDigits",
				"AtoiFails", "AtoiFails_2"},
			slices.Repeat([]string{"strconv.Atoi returns an error"}, 4),
		},
		"arguments": {
			[]suite.Test{atoi("x", results(fails)), atoi("", results(fails)), atoi("a b", results(fails))},
			[]string{"AtoiFails", "AtoiFailsWithSEmpty", "AtoiFails_2"},
			[]string{"strconv.Atoi returns an error", `strconv.Atoi returns an error with s=""`,
				"strconv.Atoi returns an error"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := &suite.Suite{}
			for _, test := range c.tests {
				s.Tests = append(s.Tests, unnamed(test))
			}
			s.NameTests()
			require.NoError(t, s.Validate())
			for i, test := range s.Tests {
				assert.Equal(t, c.names[i], test.Name)
				assert.Equal(t, c.purpose[i], test.Purpose)
			}
		})
	}
}

func TestSucceeds(t *testing.T) {
	panics := atoi("x", func(f *suite.Function) { f.Expect.Panics = true })
	fine, failing := atoi("1", results(returns(int64(1)), succeeds)), atoi("x", results(fails))
	for name, c := range map[string]struct {
		step *suite.Step
		want bool
	}{
		"nothing":  {&suite.Step{}, false},
		"status":   {&suite.Step{Call: &suite.Call{Expect: suite.Expect{Status: 204}}}, true},
		"refused":  {&suite.Step{Call: &suite.Call{Expect: suite.Expect{Status: 404}}}, false},
		"no error": {&fine.Steps[0], true},
		"error":    {&failing.Steps[0], false},
		"panic":    {&panics.Steps[0], false},
	} {
		assert.Equal(t, c.want, c.step.Succeeds(), name)
	}
}

func TestValidateFunctions(t *testing.T) {
	for name, c := range map[string]struct {
		test suite.Test
		want string // "" for a valid function
	}{
		"nothing": {atoi("x", results(returns(int64(1)), succeeds, suite.Result{Op: suite.Length, Value: int64(0)},
			suite.Result{})), ""},
		"name": {atoi("x", func(f *suite.Function) { f.Name = "a.b" }),
			`the function "a.b" is not an identifier`},
		"digit":    {atoi("x", func(f *suite.Function) { f.Name = "1" }), `the function "1" is not an identifier`},
		"argument": {atoi(math.Inf(1), results()), "argument 1: +Inf has no JSON form"},
		"result":   {atoi("x", results(returns(1))), "result 1: int is not plain data"},
		"operator": {atoi("x", results(succeeds, suite.Result{Op: suite.Whole})),
			`result 2: the comparison "whole" is not one of results`},
		"length": {atoi("x", results(suite.Result{Op: suite.Length, Value: "1"})), "result 1: the length is 1"},
		"error": {atoi("x", results(suite.Result{Type: "error", Op: suite.Equal, Value: int64(1)})),
			"the text of an error is a int64"},
		"both": {atoi("x", func(f *suite.Function) {
			f.Expect = suite.Return{Panics: true, Results: []suite.Result{fails}}
		}), "result 1 of a function that panics is asserted"},
		"no kind": {suite.Test{Name: "A", Kind: suite.Success, Steps: []suite.Step{{}}},
			"step 1: the step does nothing"},
		"of two kinds": {suite.Test{Name: "A", Kind: suite.Success, Steps: []suite.Step{{Call: &suite.Call{},
			Function: &suite.Function{}}}}, "step 1: the step is of two kinds"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := c.test.Validate(); c.want == "" {
				assert.NoError(t, err)
			} else {
				assert.ErrorContains(t, err, c.want)
			}
		})
	}
}

// plain draws plain values. If odd is set, texts may have any bytes.
func plain(depth int, odd bool) *rapid.Generator[any] {
	text := rapid.String()
	if odd {
		text = rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })
	}
	scalar := rapid.OneOf(
		text.AsAny(), rapid.Int64().AsAny(), rapid.Float64().AsAny(), rapid.Bool().AsAny(), rapid.Just[any](nil),
		rapid.SampledFrom([]json.Number{"1e400", "1.50", "-0", "12345678901234567890"}).AsAny(),
	)
	if depth == 0 {
		return scalar
	}
	next := plain(depth-1, odd)
	object := rapid.Custom(func(t *rapid.T) value.Object {
		out := value.Object{}
		for range rapid.IntRange(0, 3).Draw(t, "members") {
			out = append(out, value.Member{Name: text.Draw(t, "name"), Value: next.Draw(t, "value")})
		}
		return out
	})
	return rapid.OneOf(scalar, rapid.SliceOfN(next, 0, 3).AsAny(), object.AsAny())
}

// sentSuite draws a suite of calls and functions with any plain values.
func sentSuite(t *rapid.T, odd bool) *suite.Suite {
	v := plain(3, odd)
	s := drawSuite(t)
	for i := range s.Tests {
		s.Tests[i].Steps[0].Call.Expect.Checks = []suite.Check{{Pointer: "/a", Op: suite.Equal,
			Value: v.Draw(t, "check")}}
		s.Tests[i].Steps = append(s.Tests[i].Steps, suite.Step{Operation: "f", Function: &suite.Function{
			Name: "f", Args: []suite.Argument{{Name: "a", Type: "any", Value: v.Draw(t, "argument")}},
			Expect: suite.Return{Results: []suite.Result{{Type: "any", Op: suite.Equal, Value: v.Draw(t, "result")}}},
			Types:  []suite.Type{{Name: "x.T", Underlying: "struct{}"}},
		}})
	}
	return s
}

// A suite is unchanged after it was sent to another process.
func TestSuitesCanBeSent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, got := sentSuite(t, true), &suite.Suite{}
		var b bytes.Buffer
		require.NoError(t, gob.NewEncoder(&b).Encode(s))
		require.NoError(t, gob.NewDecoder(&b).Decode(got))
		assert.Equal(t, s, got)

		s, got = sentSuite(t, false), &suite.Suite{}
		text, err := json.Marshal(s)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, got))
		assert.Equal(t, s, got)
	})
}

func TestDataOfAnotherFormIsRefused(t *testing.T) {
	for _, text := range []string{`1`, `[1]`, `["a",1,2]`, `["a","b"]`, `["a","b","c","d"]`, `["a"`} {
		assert.Error(t, new(suite.Check).GobDecode([]byte(text)), text)
		assert.Error(t, new(suite.Argument).UnmarshalJSON([]byte(text)), text)
		assert.Error(t, new(suite.Result).GobDecode([]byte(text)), text)
	}
}
