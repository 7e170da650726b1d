package suite

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestActsTellWhatTheyAreFor: the name and purpose of a test of a page say what the user does, and what the page shows
// then.
func TestActsTellWhatTheyAreFor(t *testing.T) {
	button, list := DOMElement{Role: "button", Name: "Save all", Path: "#b"}, DOMElement{ID: "list", Path: "#list"}
	open := Step{Operation: "open", Act: &Act{Kind: OpenPage, Value: "/"}}
	for _, tt := range []struct {
		act           Act
		name, purpose string
	}{
		{Act{Kind: Click, On: button}, "ClickSaveAll", "click Save all"},
		{Act{
			Kind: Click, On: button, Asks: []Question{{"confirm", "Sure?"}},
		}, "ClickSaveAllAsksSure", `click Save all asks "Sure?"`},
		{Act{
			Kind: Click, On: button, Expect: []Sight{{list, HasText, "Done."}},
		}, "ClickSaveAllShowsDone", `click Save all shows "Done."`},
		{Act{
			Kind: Click, On: button, Expect: []Sight{{list, IsNotThere, ""}},
		}, "ClickSaveAllRemovesList", "click Save all removes list"},
		{Act{
			Kind: Click, On: button, Expect: []Sight{{list, IsThereOnly, ""}},
		}, "ClickSaveAllAddsList", "click Save all adds list"},
		{Act{
			Kind: Click, On: button, Expect: []Sight{{list, IsShown, "false"}},
		}, "ClickSaveAllHidesList", "click Save all hides list"},
		{Act{
			Kind: Click, On: button, Expect: []Sight{{list, IsShown, "true"}},
		}, "ClickSaveAllShowsList", "click Save all shows list"},
		{Act{
			Kind: Fill, On: list, Value: "x", Expect: []Sight{{list, HasValue, "X"}},
		}, "FillListChangesList", "fill list changes list"},
	} {
		s := Suite{
			Tests: []Test{{Kind: Success,
				Steps: []Step{open, {Operation: string(tt.act.Kind) + " " + tt.act.On.Title(), Act: &tt.act}}}},
		}
		s.NameTests()
		require.NoError(t, s.Validate())
		assert.Equal(t, tt.name, s.Tests[0].Name)
		assert.Equal(t, tt.purpose, s.Tests[0].Purpose)
	}
	assert.Equal(t, `fill list with "x"`, (&Act{Kind: Fill, On: list, Value: "x"}).String())
	assert.Equal(t, `open /a?b`, (&Act{Kind: OpenPage, Value: "/a?b"}).String())
	asked := Act{
		Kind: Click, On: button, Asks: []Question{{"confirm", "Sure?"}, {"alert", "!"}},
		Answers: map[string]any{"confirm": true, "prompt": nil},
	}
	assert.Equal(t, `click Save all and answer confirm with true`, asked.String())
	bad := Test{
		Kind: Success,
		Steps: []Step{{Act: &Act{Kind: "fly", Expect: []Sight{{Kind: HasText}}}},
			{Call: &Call{}, Act: &Act{Kind: Click}}},
	}
	err := bad.Validate()
	assert.ErrorContains(t, err, `there is no act "fly"`)
	assert.ErrorContains(t, err, "assertion 1 is of no element")
	assert.ErrorContains(t, err, "the step is of two kinds")
}

// TestWeakerTestsOfPages: a weaker test asserts nothing after acts that only prepare.
func TestWeakerTestsOfPages(t *testing.T) {
	sight := []Sight{{DOMElement{Path: "#a"}, HasText, "a"}}
	s := Suite{
		Tests: []Test{{Kind: Success,
			Steps: []Step{{Act: &Act{Kind: Click, Expect: sight}}, {Act: &Act{Kind: Click, Expect: sight}}}}},
	}
	s.Hold(Full)
	assert.Empty(t, s.Tests[0].Steps[0].Act.Expect)
	assert.NotEmpty(t, s.Tests[0].Steps[1].Act.Expect)
}

// TestUnits: what a valid unit must have, and the name of its test.
func TestUnits(t *testing.T) {
	u := Unit{Function: "setDim", Call: "setDim(10)", Scripts: []string{"/a.js"}}
	step := func(expect ...UnitCheck) Test {
		u.Expect = expect
		return Test{Kind: Success, Steps: []Step{{Operation: u.Function, Unit: new(u)}}}
	}
	s := Suite{Tests: []Test{
		step(UnitCheck{Of: UnitResult, Is: "30"}), step(UnitCheck{Of: "currentDim", Is: "50"}),
		step(UnitCheck{Of: "document.querySelector('#a').className", Is: "'b'"}),
		step(UnitCheck{Of: UnitResult, Is: "1", Or: []string{"2"}}, UnitCheck{Of: "n", Is: "1"},
			UnitCheck{Of: "document.querySelector('#qunit-fixture > p:nth-of-type(1)')", Is: "null"}),
		step(UnitCheck{Of: UnitResult, Is: "document.querySelector('#a')"}),
	}}
	s.NameTests()
	require.NoError(t, s.Validate())
	var got []string
	for i := range s.Tests {
		got = append(got, s.Tests[i].Purpose)
	}
	assert.Equal(t, []string{
		"setDim returns 30", "setDim sets currentDim to 50", "setDim sets className of #a to 'b'",
		"setDim returns 1 or 2, sets n and removes p:nth-of-type(1)", "setDim finds an element",
	}, got)
	for want, broken := range map[string]Unit{
		"no function is called": {Function: "f", Scripts: u.Scripts}, "there is no script": {Function: "f",
			Call: "f()"},
		"lacks an expression": {Function: "f", Call: "f()", Scripts: u.Scripts, Expect: []UnitCheck{{Of: "n"}}},
	} {
		test := Test{Kind: Success, Steps: []Step{{Unit: &broken}}}
		assert.ErrorContains(t, test.Validate(), want)
	}
}
