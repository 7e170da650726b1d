package suite

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// asserted returns a test with each kind of assertion.
func asserted() Test {
	return Test{Steps: []Step{
		{Operation: "POST /books", Call: &Call{Captures: []Capture{{Var: "bookID"}}, Expect: Expect{Status: 201}}},
		{Operation: "books.Count", Function: &Function{}},
		{Operation: "GET /books",
			Call: &Call{Expect: Expect{Status: 200, ContentType: "application/json", Checks: []Check{
				{Pointer: "/items", Op: Length, Value: int64(1)}, {Pointer: "/items", Op: Exists},
				{Pointer: "/total", Op: Equal, Value: int64(1)},
			}}}},
		{Operation: "click Save", Act: &Act{Kind: Click, Expect: []Sight{
			{DOMElement{Path: "#a"}, HasText, "1"}, {DOMElement{Path: "#b"}, HasText, "2"},
		}}},
	}}
}

func TestAssertions(t *testing.T) {
	one := asserted()
	all := one.Assertions()
	assert.Equal(t, []Assertion{
		{0, StatusOp, ""}, {0, CaptureOp, "bookID"}, {2, StatusOp, ""}, {2, ContentTypeOp, ""},
		{2, Length, "/items"}, {2, Exists, "/items"}, {2, Equal, "/total"},
		{3, StatusOp, ""}, {3, "text", "#a"}, {3, "text", "#b"},
	}, all)
	assert.True(t, Assertion{Op: AtMost}.Fixed())
	fixed := 0
	for _, a := range all {
		if a.Fixed() {
			fixed++
		}
	}
	assert.Equal(t, 4, fixed)
}

// TestLeaveOut: LeaveOut removes exactly the given assertions, also after they were stored and read again.
func TestLeaveOut(t *testing.T) {
	plan := []Assertion{{2, Exists, "/items"}, {2, ContentTypeOp, ""}, {2, Equal, "/none"}, {0, StatusOp, ""},
		{0, CaptureOp, "bookID"}, {1, Equal, ""}, {9, Equal, ""}, {-1, Equal, ""}, {3, "text", "#a"}}
	data, err := json.Marshal(plan)
	require.NoError(t, err)
	var stored []Assertion
	require.NoError(t, json.Unmarshal(data, &stored))
	before := asserted()
	one := before.Clone()
	one.LeaveOut(stored)
	assert.Equal(t, asserted(), before)
	assert.Equal(t, []Assertion{
		{0, StatusOp, ""}, {0, CaptureOp, "bookID"}, {2, StatusOp, ""}, {2, Length, "/items"}, {2, Equal, "/total"},
		{3, StatusOp, ""}, {3, "text", "#b"},
	}, one.Assertions())
	whole := asserted()
	whole.LeaveOut(nil)
	assert.Equal(t, asserted(), whole)
}
