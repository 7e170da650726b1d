package mutants

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/execute"
	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/suite"
)

func TestHolds(t *testing.T) {
	text, yes := "7", true
	shown := visitor.Sight{Text: "a", Shown: true, Value: &text, Checked: &yes, Classes: "x y", Style: "top: 1px"}
	hidden := visitor.Sight{Disabled: true}
	for _, tt := range []struct {
		kind   suite.SightKind
		value  string
		sight  *visitor.Sight // nil: there is no such element
		wanted bool
	}{
		{suite.HasText, "a", &shown, true}, {suite.HasText, "b", &shown, false}, {suite.HasText, "", nil, false},
		{suite.HasValue, "7", &shown, true}, {suite.HasValue, "8", &shown, false}, {suite.HasValue, "", &hidden, false},
		{suite.HasClasses, "x y", &shown, true}, {suite.HasClasses, "x", &shown, false},
		{suite.HasStyle, "top: 1px", &shown, true}, {suite.HasStyle, "", &shown, false},
		{suite.IsChecked, "true", &shown, true}, {suite.IsChecked, "false", &shown, false},
		{suite.IsChecked, "false", &hidden, false},
		{suite.IsDisabled, "true", &hidden, true}, {suite.IsDisabled, "false", &hidden, false},
		{suite.IsShown, "true", &shown, true}, {suite.IsShown, "true", &hidden, false},
		{suite.IsShown, "false", &hidden, true}, {suite.IsShown, "false", nil, true},
		{suite.IsShown, "true", nil, false}, {suite.IsNotThere, "", nil, true}, {suite.IsNotThere, "", &shown, false},
		{suite.IsThereOnly, "", &shown, true}, {suite.IsThereOnly, "", nil, false},
	} {
		sight, there := visitor.Sight{}, tt.sight != nil
		if there {
			sight = *tt.sight
		}
		got := holds(&suite.Sight{Kind: tt.kind, Value: tt.value}, &sight, there)
		assert.Equal(t, tt.wanted, got, "%s %q of %+v", tt.kind, tt.value, tt.sight)
	}
}

// TestUnmet: the assertions notice an impossible act, another dialog, a missing fault and an error.
func TestUnmet(t *testing.T) {
	is := suite.Sight{Of: suite.DOMElement{Path: "#a"}, Kind: suite.HasText, Value: "1"}
	plain := suite.Test{Steps: []suite.Step{{Act: &suite.Act{Kind: suite.Click, Expect: []suite.Sight{is}}}}}
	asking := suite.Test{Steps: []suite.Step{{Act: &suite.Act{Asks: []suite.Question{{Kind: "alert", Text: "no"}}}}}}
	errs := suite.Test{Steps: []suite.Step{{Act: &suite.Act{Errs: true}}}}
	fault := suite.Test{Steps: []suite.Step{{Act: &suite.Act{}}}, Faults: []suite.Fault{{Reason: "Error: x"}}}
	status := []suite.Assertion{{Op: suite.StatusOp}}
	trouble := []visitor.Trouble{{Kind: "error", Text: "Error: x"}}
	after := map[string]visitor.Sight{"#a": {Text: "1"}}
	for name, tt := range map[string]struct {
		test   suite.Test
		step   execute.Step
		wanted []suite.Assertion
	}{
		"holds":         {plain, execute.Step{Told: &visitor.Told{}, After: after}, nil},
		"another text":  {plain, execute.Step{Told: &visitor.Told{}}, []suite.Assertion{is.Assertion(0)}},
		"not possible":  {plain, execute.Step{Told: &visitor.Told{Missing: true}, After: after}, status},
		"an error":      {plain, execute.Step{Told: &visitor.Told{Troubles: trouble}, After: after}, status},
		"a known error": {errs, execute.Step{Told: &visitor.Told{Troubles: trouble}}, nil},
		"no question":   {asking, execute.Step{Told: &visitor.Told{}}, status},
		"print": {plain,
			execute.Step{Told: &visitor.Told{Asked: []visitor.Question{{Kind: "print"}}}, After: after}, nil},
		"a fault":        {fault, execute.Step{Told: &visitor.Told{Troubles: trouble}}, nil},
		"without fault":  {fault, execute.Step{Told: &visitor.Told{}}, status},
		"broken at once": {plain, execute.Step{Act: &act.Act{}, Told: &visitor.Told{}, Broken: assert.AnError}, status},
	} {
		assert.Equal(t, tt.wanted, unmet(&tt.test, 0, &tt.step), name)
	}
}
