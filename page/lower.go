package page

import (
	"cmp"
	"context"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/execute"
	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/suite"
)

// write makes a test of some executions. It also returns the first execution; nil if the executions ended in different
// ways.
func (h *harvester) write(ctx context.Context, c *reduce.Candidate) (suite.Test, *execute.Trace, error) {
	var traces []*execute.Trace
	for range executions {
		t, err := h.run(ctx, c.Test, execute.Write)
		if err != nil {
			return suite.Test{}, nil, err
		}
		if !whole(t, c.Test) {
			return suite.Test{}, nil, nil
		}
		traces = append(traces, t)
	}
	h.gallery.pass(traces[0])
	out := suite.Test{Kind: suite.Success, Faults: shown(h.x, c.Need, traces[0])}
	if len(out.Faults) > 0 {
		out.Kind = suite.FaultKind
	}
	for i := range c.Test.Actions {
		s := &traces[0].Steps[i]
		a := actOf(s)
		if a.Kind == suite.Wait {
			a.Value = s.Told.Time
		}
		out.Steps = append(out.Steps, suite.Step{Operation: operationOf(s.Act), Act: a})
	}
	patient, err := h.patient(ctx, c, traces[0])
	for i := range out.Steps {
		var all []*execute.Step
		for _, t := range traces {
			all = append(all, &t.Steps[i])
		}
		expect(out.Steps[i].Act, all, patient && i < len(out.Steps)-1)
	}
	return out, traces[0], err
}

// patient reports whether a test ends differently if no time passes after acts that leave nothing to do.
func (h *harvester) patient(ctx context.Context, c *reduce.Candidate, t *execute.Trace) (bool, error) {
	if !slices.ContainsFunc(t.Steps[:len(t.Steps)-1], func(s execute.Step) bool { return !s.Told.Busy }) {
		return false, nil
	}
	hasty, err := h.run(ctx, c.Test, execute.Hasty)
	return err == nil && !(slices.Equal(hasty.Scores, t.Scores) && slices.EqualFunc(hasty.Steps, t.Steps,
		func(a, b execute.Step) bool {
			return slices.Equal(a.Told.Asked, b.Told.Asked) && reflect.DeepEqual(a.After, b.After)
		})), err
}

// actOf returns a step as plain data, without assertions.
func actOf(s *execute.Step) *suite.Act {
	out := &suite.Act{Kind: suite.ActKind(s.Act.Kind), Value: s.Act.Given()}
	if s.Act.Kind == act.Open {
		out.Value = pathOf(s.Told.Address)
		return out
	}
	if f := s.Act.File(); f != nil {
		out.File, out.Media = f.Name, f.Type
	}
	if len(s.Told.Asked) > 0 {
		out.Answers = s.Act.Answer()
	}
	if s.On != nil {
		out.On = elementOf(s.On)
	}
	return out
}

// elementOf identifies an element by properties that no other element has.
func elementOf(n *visitor.Named) suite.DOMElement {
	out := suite.DOMElement{Path: n.Path, Tag: n.Tag, ID: n.ID}
	if n.ByRole == 1 && n.Role != "" && n.Name != "" {
		out.Role, out.Name = n.Role, n.Name
	}
	if n.ByLabel == 1 {
		out.Label = n.Label
	}
	return out
}

// pathOf returns an address without its site.
func pathOf(address string) string {
	at, err := url.Parse(address)
	if err != nil {
		return address
	}
	at.Scheme, at.Host, at.User = "", "", nil
	return at.String()
}

// maxSights is the maximum number of assertions after an act.
const maxSights = 8

// expect adds assertions of everything that was the same in all executions: the dialogs of the page, a changed address,
// and changed properties of elements. rests says that the test has to wait for the page to rest in any case.
func expect(a *suite.Act, all []*execute.Step, rests bool) {
	first := all[0]
	busy := func(s *execute.Step) bool { return rests || s.Told.Busy }
	a.Rests = a.Kind != suite.OpenPage && a.Kind != suite.Wait && slices.ContainsFunc(all, busy)
	a.Errs = slices.ContainsFunc(all, func(s *execute.Step) bool {
		return slices.ContainsFunc(s.Told.Troubles, visitor.Trouble.IsError)
	})
	same := func(holds func(s *execute.Step) bool) bool {
		return !slices.ContainsFunc(all, func(s *execute.Step) bool { return !holds(s) })
	}
	if same(func(s *execute.Step) bool { return slices.Equal(s.Told.Asked, first.Told.Asked) }) {
		for _, q := range first.Told.Asked {
			if suite.Answered(q.Kind) {
				a.Asks = append(a.Asks, suite.Question(q))
			}
		}
	}
	if a.Kind == suite.OpenPage {
		if title := first.Told.Title; title != "" && same(func(s *execute.Step) bool { return s.Told.Title == title }) {
			a.Expect = []suite.Sight{{Kind: suite.HasTitle, Value: title}}
		}
		return
	}
	changes := sightsOf(first.Before, first.After)
	for _, s := range all[1:] {
		others := sightsOf(s.Before, s.After)
		changes = slices.DeleteFunc(changes, func(c suite.Sight) bool { return !slices.Contains(others, c) })
	}
	given := func(c suite.Sight) bool { // the browser guarantees that a field has the value that was entered
		return (a.Kind == suite.Fill || a.Kind == suite.Upload) && c.Kind == suite.HasValue && c.Of.Path == a.On.Path
	}
	changes = slices.DeleteFunc(changes, given)
	a.Expect = changes[:min(len(changes), maxSights)]
}

// sightsOf returns the properties that an act changed, the most informative first.
func sightsOf(before, after map[string]visitor.Sight) (out []suite.Sight) {
	for _, path := range slices.Sorted(maps.Keys(after)) {
		sight, was := before[path]
		out = append(out, differences(elementAt(path), sight, after[path], was)...)
	}
	for _, path := range slices.Sorted(maps.Keys(before)) {
		if _, is := after[path]; !is {
			out = append(out, suite.Sight{Of: elementAt(path), Kind: suite.IsNotThere})
		}
	}
	out = slices.DeleteFunc(out, func(c suite.Sight) bool { return implied(&c, before, after) })
	slices.SortStableFunc(out, func(a, b suite.Sight) int { return cmp.Compare(rankOf(a.Kind), rankOf(b.Kind)) })
	return out
}

// implied reports whether a change follows from the same change of an element around: it was removed, shown or hidden.
func implied(c *suite.Sight, earlier, later map[string]visitor.Sight) bool {
	around := c.Of.Path[:max(0, strings.LastIndex(c.Of.Path, " > "))]
	before, was := earlier[around]
	after, is := later[around]
	switch c.Kind {
	case suite.IsNotThere:
		return was && !is
	case suite.IsShown:
		return is && strconv.FormatBool(after.Shown) == c.Value && (!was || before.Shown != after.Shown)
	}
	return false
}

// rankOf returns the rank of a property by how informative it is for a reader.
func rankOf(k suite.SightKind) int {
	return slices.Index([]suite.SightKind{
		suite.HasText, suite.HasTitle, suite.IsNotThere, suite.HasValue, suite.IsChecked, suite.IsShown,
		suite.IsThereOnly,
		suite.IsDisabled, suite.HasClasses, suite.HasStyle,
	}, k)
}

// elementAt returns the element at a path, which may be "#id".
func elementAt(path string) suite.DOMElement {
	last := path[strings.LastIndexByte(path, ' ')+1:]
	tag, _, _ := strings.Cut(last, ":")
	out := suite.DOMElement{Path: path, Tag: strings.TrimPrefix(tag, "#")}
	if len(path) > 1 && path[0] == '#' && !slices.Contains([]byte(path), ' ') {
		out.ID = path[1:]
	}
	return out
}

// differences returns the changed properties of an element. was says whether the element existed before.
func differences(of suite.DOMElement, before, after visitor.Sight, was bool) (out []suite.Sight) {
	add := func(differs bool, kind suite.SightKind, v string) {
		if differs {
			out = append(out, suite.Sight{Of: of, Kind: kind, Value: v})
		}
	}
	if !was && after.Text == "" && after.Value == nil {
		add(after.Shown, suite.IsShown, "true")
		return out
	}
	text := suite.HasText
	if of.Path == "" {
		text = suite.HasTitle
	}
	add(before.Text != after.Text && !after.Inner && (text == suite.HasText || after.Text != ""), text, after.Text)
	if v := after.Value; v != nil {
		add(before.Value == nil || *before.Value != *v, suite.HasValue, *v)
	}
	if v := after.Checked; v != nil {
		add(was && (before.Checked == nil || *before.Checked != *v), suite.IsChecked, strconv.FormatBool(*v))
	}
	add(was && before.Shown != after.Shown, suite.IsShown, strconv.FormatBool(after.Shown))
	add(was && before.Disabled != after.Disabled, suite.IsDisabled, strconv.FormatBool(after.Disabled))
	add(was && before.Classes != after.Classes, suite.HasClasses, after.Classes)
	add(was && before.Style != after.Style, suite.HasStyle, after.Style)
	return out
}
