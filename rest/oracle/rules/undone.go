package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/rules/internal/sentence"
	"github.com/evoke-go/evoke/value"
)

// Codes of the relation "undone by".
const (
	CodeUndone        = 1043 // an act that was taken back still counts
	CodeCountsDeleted = 1017 // a number still counts a deleted element
	CodeRelation      = 1044 // a number still follows from a deleted element
	CodeNotFreed      = 1041 // a deleted or cancelled element still blocks a creation
)

// undone says that a number which moved with an act moves back once the element that the act made is deleted, once the
// element is back in the state before the act, or once another act undoes it. What was taken back blocks no act either.
func undone(m *model) Relation {
	stays := func(found ...taking) func(x *oracle.Exchange) []oracle.Finding {
		return m.judge(func(s *scene) []oracle.Finding { return notBack(s, found) })
	}
	return Relation{
		Name:     "undone by",
		Law:      "What moved with an act moves back with the act that takes it back.",
		Scenario: "observe, act, observe, act that takes it back, observe",
		Rules: []*oracle.Rule{
			{Code: CodeUndone, Name: "consequence that stays", Check: m.judge(func(s *scene) []oracle.Finding {
				return append(notBack(s, []taking{undoing, lifting, restoring}), backOtherwise(s)...)
			}),
				Explanation: "A number moved with an act, and does not move back when that is " +
					"undone, cancelled or given back."},
			{Code: CodeCountsDeleted, Name: "count of what was deleted", Check: stays(deletingOne),
				Explanation: "A number rose by one when something was made, and stays when it is deleted."},
			{Code: CodeRelation, Name: "number that follows no more", Check: stays(deleting),
				Explanation: "A number moved when something was made, and stays when it is deleted."},
			{Code: CodeNotFreed, Name: "what is gone in the way", Check: notFreed,
				Explanation: "A call is refused for what another one made, which was deleted or cancelled."},
		},
	}
}

// taking is the way in which an act takes back what an earlier act did.
type taking int

const (
	notTaken    taking = iota
	deleting           // it deletes the element that the earlier act made
	deletingOne        // the same, of an element that a number counted as one
	undoing            // its name says that it restores the state before the earlier act
	lifting            // its name, or the state that it sets, says that it gives back what was held
	restoring          // the element is in the state before the earlier act again
)

// takenBack returns the act that another one takes back, and the way. It returns nil if there is none.
func (s *scene) takenBack(by *act) (prior *act, how taking) {
	how = deleting
	if by.kind != remove {
		how = undoes(by)
	}
	var known []entity // of later acts
	for _, a := range slices.Backward(s.acts) {
		if a.index >= by.index || !a.accepted() || slices.Contains(known, a.entity) {
			continue
		}
		switch {
		case how != notTaken && a.kind == create && a.entity == by.entity:
			return a, how
		case how == notTaken && a.kind != create && s.returns(a, by):
			return a, restoring
		case how == notTaken:
			known = append(known, a.entity)
		}
	}
	return nil, notTaken
}

// undoes returns the way in which an act takes back what made its element, by its name or by the state that it sets:
// undoing, lifting or notTaken.
func undoes(w *act) taking {
	word := path.Base(w.Operation.Path)
	switch {
	case w.Request.Method == "POST" && api.LastParam(w.Operation.Path) == "" && words.Undoing.Has(word):
		return undoing
	case w.Request.Method == "POST" && api.LastParam(w.Operation.Path) == "" && words.Lifting.Has(word):
		return lifting
	case w.kind != patch:
		return notTaken
	}
	now, _ := got(w.Exchange)
	said, _ := sent(w.Exchange)
	for _, m := range said {
		is, _ := now.Get(m.Name)
		if isState(m.Value) && words.Lifting.Has(text(m.Value)) && same(m.Value, is) &&
			slices.Contains(choicesOf(w.Operation, m.Name), strings.ToLower(text(is))) {
			return lifting
		}
	}
	return notTaken
}

// returns reports whether an act brings the element of an earlier act back to the state before that. Without a state,
// its whole content has to be as before.
func (s *scene) returns(prior, by *act) bool {
	first, ok := s.shown(prior.entity, prior.index, true)
	then, both := s.shown(prior.entity, prior.index, false)
	last, all := s.shown(prior.entity, by.index, false)
	if !ok || !both || !all {
		return false
	}
	for _, m := range first {
		if words.States.Has(m.Name) && isState(m.Value) {
			v, _ := then.Get(m.Name)
			w, _ := last.Get(m.Name)
			return !same(m.Value, v) && same(m.Value, w)
		}
	}
	moved := func(d difference) bool { return !words.Restless().MatchString(d.member) }
	return prior.entity == by.entity && sameNames(first, last) &&
		slices.ContainsFunc(differencesOf(first, then), moved) &&
		!slices.ContainsFunc(differencesOf(first, last), moved)
}

// notBack looks for numbers of other reads that an act moved and that stay when the act is taken back in one of the
// given ways: an act that undoes has to bring them back, others have to move them.
func notBack(s *scene, ways []taking) []oracle.Finding {
	_, acts := s.last()
	if len(acts) == 0 || len(s.looks) < 2 || !acts[len(acts)-1].accepted() {
		return nil
	}
	by := acts[len(acts)-1]
	prior, how := s.takenBack(by)
	if prior == nil || about(below(s.Path(), s.Base), prior.entity.at) || words.Waits().MatchString(by.Operation.Text) {
		return nil // who waits may come in its place
	}
	before, after := s.around(prior)
	until, _ := s.around(by)
	if before == nil || after == nil || until == nil || until.index < after.index {
		return nil
	}
	_, isList := elements(s.Exchange)
	if isList && how != deleting && listedIn(s.Exchange, prior.entity.id()) == prior.entity {
		return nil // what takes it back may be an element as well
	}
	return s.staying(differences(before.Exchange, after.Exchange), differences(after.Exchange, until.Exchange),
		differences(until.Exchange, s.Exchange), prior, by, how, ways)
}

// staying looks among the numbers that moved for one that neither changed until an act took that back nor since then.
func (s *scene) staying(moved, until, since []difference, prior, by *act, how taking, ways []taking) []oracle.Finding {
	if len(s.acts.between(prior.index, by.index)) > 0 && len(since) > 0 && how == deleting {
		return nil // something else may have come in its place
	}
	for _, d := range moved {
		if d.element == prior.entity.id() && d.element != "" || !rose(d.was, d.now) && !rose(d.now, d.was) ||
			words.EverMade().MatchString(d.member) || words.PageCounts.Has(d.member) || d.among(until) != nil {
			continue
		}
		way, then := how, d.among(since)
		_, holds := (words.Taken + words.Spare).Cut(d.member)
		switch {
		case how == undoing:
			counts := then == nil && words.Counts().MatchString(d.member) // no read moved it
			if words.Restless().MatchString(d.member) && !counts || then != nil && equalNumbers(then.now, d.was) {
				continue
			}
		case then != nil || how == lifting && !holds:
			continue
		case how == deleting && oneMore(d.was, d.now):
			way = deletingOne
		}
		if !slices.Contains(ways, way) {
			continue
		}
		reason := fmt.Sprintf("%s of %s does not come back to what it was before %s", d.member, s.Operation.Name(),
			prior.Operation.Name())
		if how == deleting {
			reason = fmt.Sprintf("%s of %s still counts what it deleted", d.member, s.Operation.Name())
		}
		return []oracle.Finding{{Of: by.Operation, Detail: s.Operation.Path + " " + d.member, Reason: reason}}
	}
	return nil
}

// among returns the difference of the same member in other differences, or nil if there is none.
func (d difference) among(all []difference) *difference {
	i := slices.IndexFunc(all, func(o difference) bool {
		return o.member == d.member && o.element == d.element && o.top == d.top
	})
	if i < 0 {
		return nil
	}
	return &all[i]
}

// notFreed looks for a creation that is refused because of an earlier equal one, although the earlier element was
// deleted, or was cancelled and the schema says that cancelled ones do not count or both are about a time.
func notFreed(x *oracle.Exchange) []oracle.Finding {
	if x.Request.Method != "POST" || x.Status() != 409 || x.Invalid != nil {
		return nil
	}
	w, i := lastChange(x.Before)
	if w == nil || !w.Succeeded() || w.Status() == 202 {
		return nil
	}
	refused := slices.IndexFunc(x.Before[:i], func(b *oracle.Exchange) bool {
		return equal(b, x) && b.Status() == 409 && string(b.Response.Body) == string(x.Response.Body)
	})
	if refused < 0 {
		return nil
	}
	first, k := lastChange(x.Before[:refused])
	if first == nil || !equal(first, x) || !first.Succeeded() || slices.ContainsFunc(x.Before[k+1:i], changes) {
		return nil
	}
	if how := takenAway(first, w, x); how != "" {
		return []oracle.Finding{{Detail: "after " + w.Operation.Name(),
			Reason: fmt.Sprintf("it is refused with 409 for what is %s by %s", how, w.Operation.Name())}}
	}
	return nil
}

// takenAway returns how call w removed the element of the first call so that it no longer blocks x, or "" if it did
// not.
func takenAway(first, w, x *oracle.Exchange) string {
	at, template := w.Path(), w.Operation.Path
	if w.Request.Method == "DELETE" {
		if api.LastParam(template) != "" && made(first, at, template) && !words.Kept().MatchString(w.Operation.Text) {
			return "deleted"
		}
		return ""
	}
	if api.LastParam(template) == "" {
		at, template = at[:max(0, strings.LastIndexByte(at, '/'))], template[:strings.LastIndexByte(template, '/')]
	}
	reached, _ := got(w)
	if api.LastParam(template) == "" || !made(first, at, template) {
		return ""
	}
	for _, m := range reached {
		state, isText := m.Value.(string)
		if !isText || !words.Over.Has(state) ||
			!slices.Contains(choicesOf(w.Operation, m.Name), strings.ToLower(state)) {
			continue
		}
		said := slices.ContainsFunc(sentence.All(x.Operation.Text), func(line string) bool {
			return words.Uncounted().MatchString(line) && slices.Contains(sentence.Words(line), strings.ToLower(state))
		})
		if said || slices.ContainsFunc(inputsOf(x.Operation), func(p openapi.Property) bool {
			return strings.HasPrefix(p.Schema.Format, "date")
		}) {
			return state
		}
	}
	return ""
}

// backOtherwise looks for elements that come back after their deletion in another state than before it.
func backOtherwise(s *scene) []oracle.Finding {
	e := entityOf(s.Exchange)
	var gone, back *act
	for _, a := range slices.Backward(s.acts) {
		switch {
		case gone != nil || !a.accepted() || !about(a.entity.at, e.at):
		case a.entity != e || gone == nil && a.kind != remove && (a.kind != step || back != nil):
			return nil
		case a.kind == remove && gone == nil:
			gone = a
		case gone == nil:
			back = a
		}
	}
	now, shown := got(s.Exchange)
	if !reads(s.Exchange) || e.template != s.Operation.Path || gone == nil || back == nil || !shown {
		return nil
	}
	was, known := s.acts.stateBefore(s.Before[:gone.index], e)
	said := sentence.State(back.Operation.Text + " " + gone.Operation.Text)
	for _, d := range differencesOf(was, now) {
		if _, isText := d.was.(string); known && isText && d.top == d.member && words.States.Has(d.member) &&
			!strings.Contains(said, sentence.State(text(d.now))) {
			return []oracle.Finding{{Of: back.Operation, Detail: d.member, Reason: fmt.Sprintf("%s of %s is another "+
				"one than before %s", d.member, s.Operation.Name(), gone.Operation.Name())}}
		}
	}
	return nil
}

// stateBefore returns the content of an element before a call of the test, as the last answer that shows it has it. It
// returns false if a later act may have changed it.
func (h history) stateBefore(before []*oracle.Exchange, e entity) (value.Object, bool) {
	for _, b := range slices.Backward(before) {
		if o, ok := h.shows(b, e); ok {
			return o, true
		}
		if changes(b) && about(below(b.Path(), b.Base), e.at) {
			break
		}
	}
	return nil, false
}
