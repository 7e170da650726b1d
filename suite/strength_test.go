package suite_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/suite"
)

// answer returns a step with checks of every kind.
func answer() suite.Step {
	return suite.Step{Operation: "GET /books", Call: &suite.Call{
		Request:  suite.Request{Method: "GET", Path: suite.Literal("/books")},
		Captures: []suite.Capture{{Var: "id", Source: suite.FromBody, Name: "/books/0/id"}},
		Expect: suite.Expect{Status: 200, ContentType: "application/json", Checks: []suite.Check{
			{Pointer: "/total", Op: suite.Equal, Value: int64(2)},
			{Pointer: "/next", Op: suite.Equal},
			{Pointer: "/at", Op: suite.HasType, Value: suite.TypeString},
			{Pointer: "/books", Op: suite.Length, Value: int64(2)},
			{Pointer: "/books/0/id", Op: suite.Equal, Value: "a"},
			{Pointer: "/books/0/last", Op: suite.Equal},
			{Pointer: "/books/1/id", Op: suite.Equal, Value: "b"},
			{Pointer: "/byID/0", Op: suite.Equal, Value: true},
			{Pointer: "/some", Op: suite.Exists},
			{Op: suite.Whole, Value: "text"},
			suite.Law(suite.AtMost, "the size of /books", "/total"),
			{Op: suite.Empty},
		}},
	}}
}

func held(at suite.Strength, faults ...suite.Fault) []suite.Expect {
	s := &suite.Suite{Tests: []suite.Test{{Steps: []suite.Step{answer(), answer(), answer()}, Faults: faults}}}
	s.Hold(at)
	s.Hold(at) // a second call changes nothing
	var out []suite.Expect
	for _, step := range s.Tests[0].Steps {
		out = append(out, step.Call.Expect)
	}
	return out
}

func TestHold(t *testing.T) {
	status, most, full := suite.Expect{Status: 200}, answer().Call.Expect, answer().Call.Expect
	full.Checks = slices.DeleteFunc(full.Checks, func(c suite.Check) bool { return c.Op.IsLaw() })
	shape := suite.Expect{Status: 200, ContentType: "application/json", Checks: []suite.Check{
		{Pointer: "/total", Op: suite.HasType, Value: suite.TypeNumber},
		{Pointer: "/next", Op: suite.Exists},
		{Pointer: "/at", Op: suite.HasType, Value: suite.TypeString},
		{Pointer: "/books", Op: suite.HasType, Value: suite.TypeArray},
		{Pointer: "/books/*/id", Op: suite.HasType, Value: suite.TypeString},
		{Pointer: "/byID/0", Op: suite.HasType, Value: suite.TypeBool},
		{Pointer: "/some", Op: suite.Exists},
		{Op: suite.Empty},
	}}
	for at, want := range map[suite.Strength]suite.Expect{"": full, suite.Full: full,
		suite.Invariants: most, suite.Shape: shape, suite.Status: status} {
		assert.Equal(t, []suite.Expect{status, status, want}, held(at), at)
		assert.Equal(t, []suite.Expect{status, want, status}, held(at, suite.Fault{Step: 1}), at)
	}
	assert.Equal(t, []suite.Expect{full, status, full}, held(suite.Full, suite.Fault{Step: 2}, suite.Fault{Step: 0}))
}

// TestHoldAsksTheFirstElementForNothingOfOthers: a check with Element is about the first element, so it is made only of
// checks of first elements.
func TestHoldAsksTheFirstElementForNothingOfOthers(t *testing.T) {
	s := suite.Suite{Tests: []suite.Test{{Steps: []suite.Step{{Call: &suite.Call{Expect: suite.Expect{Status: 200,
		Checks: []suite.Check{
			{Op: suite.Length, Value: int64(2)},
			{Pointer: "/0", Op: suite.Equal, Value: nil},
			{Pointer: "/1/id", Op: suite.Equal, Value: "x"},
		}}}}}}}}
	s.Hold(suite.Shape)
	assert.Equal(t, []suite.Check{{Op: suite.HasType, Value: suite.TypeArray}}, s.Tests[0].Steps[0].Call.Expect.Checks)
}

func TestHoldFunctions(t *testing.T) {
	results := []suite.Result{{Type: "int", Op: suite.Equal, Value: int64(1)},
		{Type: "[]int", Op: suite.Length, Value: int64(1)}, {Type: "error", Op: suite.Equal, Value: "no"}}
	call := func() suite.Step {
		return suite.Step{
			Function: &suite.Function{Expect: suite.Return{Results: append([]suite.Result{}, results...)}},
		}
	}
	s := &suite.Suite{Tests: []suite.Test{{Steps: []suite.Step{call(), call()}}}}
	s.Hold("")
	assert.Equal(t, []suite.Result{{Type: "int"}, {Type: "[]int"}, {Type: "error", Op: suite.NotNil}},
		s.Tests[0].Steps[0].Function.Expect.Results)
	assert.Equal(t, results, s.Tests[0].Steps[1].Function.Expect.Results)
	s.Hold(suite.Shape)
	assert.Equal(t, s.Tests[0].Steps[0], s.Tests[0].Steps[1])
}

func TestStrengthsByName(t *testing.T) {
	var s suite.Strength
	for _, want := range append(suite.Strengths(), "") {
		data, err := json.Marshal(want)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(data, &s))
		assert.Equal(t, want, s)
	}
	require.ErrorContains(t, s.UnmarshalText([]byte("most")),
		`"most" is no strength of assertions, those are [status shape full invariants]`)
}
