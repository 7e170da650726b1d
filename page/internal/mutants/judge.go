package mutants

import (
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/page/internal/execute"
	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/suite"
)

// unmet returns the assertions of a step that fail.
func unmet(t *suite.Test, i int, s *execute.Step) (failed []suite.Assertion) {
	a := t.Steps[i].Act
	if s.Broken != nil || s.Told.Missing || !asks(a, s.Told) || !fails(t, i, s.Told) {
		return []suite.Assertion{{Step: i, Op: suite.StatusOp}}
	}
	for j := range a.Expect {
		sight, there := s.After[a.Expect[j].Of.Path]
		if !holds(&a.Expect[j], &sight, there) {
			failed = append(failed, a.Expect[j].Assertion(i))
		}
	}
	return failed
}

// asks reports whether the page opened exactly the expected dialogs.
func asks(a *suite.Act, told *visitor.Told) bool {
	var asked []suite.Question
	for _, q := range told.Asked {
		if suite.Answered(q.Kind) {
			asked = append(asked, suite.Question(q))
		}
	}
	return slices.Equal(asked, a.Asks)
}

// fails reports whether a step fails in the way that the test expects: it shows the expected faults, and no other
// errors.
func fails(t *suite.Test, i int, told *visitor.Told) bool {
	for _, f := range t.FaultsAt(i) {
		shows := func(trouble visitor.Trouble) bool { return trouble.Text == f.Reason }
		if !slices.ContainsFunc(told.Troubles, shows) {
			return false
		}
	}
	return len(t.Faults) > 0 || t.Errs() || !slices.ContainsFunc(told.Troubles, visitor.Trouble.IsError)
}

// holds reports whether an element has an expected property. there says whether the element exists.
func holds(want *suite.Sight, got *visitor.Sight, there bool) bool {
	is := func(b bool) bool { return strconv.FormatBool(b) == want.Value }
	if !there {
		return want.Kind == suite.IsNotThere || want.Kind == suite.IsShown && is(false)
	}
	switch want.Kind {
	case suite.HasText, suite.HasTitle:
		return got.Text == want.Value
	case suite.HasValue:
		return got.Value != nil && *got.Value == want.Value
	case suite.HasClasses:
		return got.Classes == want.Value
	case suite.HasStyle:
		return got.Style == want.Value
	case suite.IsChecked:
		return got.Checked != nil && is(*got.Checked)
	case suite.IsDisabled:
		return is(got.Disabled)
	case suite.IsShown:
		return is(got.Shown)
	}
	return want.Kind == suite.IsThereOnly
}
