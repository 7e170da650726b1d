package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/rules/internal/sentence"
	"github.com/evoke-go/evoke/value"
)

// Codes of the relation "unchanged". Those below 1000 are codes of EvoMaster.
const (
	CodeUnsafe        = 1003 // a call that only reads changes something
	CodeRefusedChange = 901  // a refused call changes something
	CodePatchMore     = 906  // PATCH changes a member that was not sent
	CodeRepeatPut     = 905  // the second PUT changes something
	CodeDeletesMore   = 1022 // a deletion removes other elements
	CodeCopy          = 1045 // a copied value changes with its original
	CodeSibling       = 1060 // what is done to one element happens to another one
)

// unchanged says that no act, a refused act and a repeated PUT explain no difference of two equal observations, PATCH
// those of what it sends, DELETE those of what it names and of what refers to that, and a change of an element none of
// its siblings.
func unchanged(m *model) Relation {
	return Relation{
		Name:     "unchanged",
		Law:      "Between two equal observations, each difference has an act that explains it.",
		Scenario: "observe, act, observe",
		Rules: []*oracle.Rule{
			{Code: CodeUnsafe, Name: "change by a read",
				Check:       m.judge(byReads),
				Explanation: "GET is safe (RFC 9110, 9.2.1): caches and crawlers call it at will."},
			{Code: CodeRefusedChange, Name: "change by a refused call", Severity: oracle.High,
				Check:       m.judge(byRefused),
				Explanation: "The answer says that the call was refused, so a client believes that nothing happened."},
			{Code: CodePatchMore, Name: "change of what was not sent", Severity: oracle.High,
				Check: m.judge(func(s *scene) []oracle.Finding {
					return append(changedMore(s.Exchange), changedLeftOut(s)...)
				}),
				Explanation: "PATCH changes the members that it sends (RFC 5789, RFC 7396). Others lose their values."},
			{Code: CodeRepeatPut, Name: "PUT that adds up", Check: m.judge(byRepeated),
				Explanation: "PUT is idempotent (RFC 9110, 9.2.2): clients repeat it when they get no answer."},
			{Code: CodeDeletesMore, Name: "deletion of others", Severity: oracle.High, Check: m.judge(byDeletion),
				Explanation: "DELETE takes away what it names. Elements that do not refer to it are gone as well."},
			{Code: CodeCopy, Name: "change of what stays", Check: m.judge(func(s *scene) []oracle.Finding {
				return append(byOthers(s.Exchange), ofCopy(s)...)
			}),
				Explanation: "The description says that something stays as it is when another thing is changed " +
					"or deleted, and it does not."},
			{Code: CodeSibling, Name: "change of another element", Severity: oracle.High, Check: m.judge(besides),
				Explanation: "A call that names one element happens to another one too, of which nothing speaks."},
		},
	}
}

// settled is true of the names of members that change by acts only.
func settled(name string) bool {
	return !words.Restless().MatchString(name) || words.Changed().MatchString(name)
}

// byReads looks for changes that calls with a safe method made.
func byReads(s *scene) []oracle.Finding {
	b, acts := s.last()
	unsafe := func(a *act) bool { return a.index > b.index }
	if b == nil || len(acts) > 0 || s.comes(b) || slices.ContainsFunc(s.acts, unsafe) {
		return nil
	}
	d := first(b.Exchange, s.Exchange, func(name string) bool {
		return settled(name) && (writable(s.Exchange, name) || words.Changed().MatchString(name))
	})
	if d == "" {
		return nil
	}
	of := s.Operation
	for i, c := range slices.Backward(s.Before[b.index+1:]) { // prefer a call of the same collection
		if own := c.Path() == path.Dir(s.Path()) || c.Path() == s.Path(); own || i == len(s.Before)-b.index-2 {
			of = c.Operation
			if own {
				break
			}
		}
	}
	return []oracle.Finding{{Of: of, Detail: d,
		Reason: fmt.Sprintf("%s shows a change of %s after calls that only read", s.Operation.Name(), d)}}
}

// byRefused looks for changes that refused calls made. It blames the last of them, rather another one than a DELETE.
func byRefused(s *scene) []oracle.Finding {
	b, acts := s.last()
	if b == nil || len(acts) > 0 || s.comes(b) {
		return nil
	}
	var w *act
	for _, a := range s.acts {
		if a.index > b.index && (w == nil || w.Request.Method == "DELETE" || a.Request.Method != "DELETE") {
			w = a
		}
	}
	if w == nil {
		return nil
	}
	moved := first(b.Exchange, s.Exchange, settled)
	if moved == "" {
		moved = s.countMoved(b.Exchange)
	}
	if d := moved; d != "" {
		return []oracle.Finding{{Of: w.Operation, Detail: d, Reason: fmt.Sprintf("it is refused with %d, and yet "+
			"%s shows a change of %s", w.Status(), s.Operation.Name(), d)}}
	}
	return nil
}

// countMoved returns the name of a number of things that differs from an earlier equal observation, if it counts
// neither reads nor refusals: it fell, or two observations before agree on it. It returns "" for none.
func (s *scene) countMoved(b *oracle.Exchange) string {
	for _, d := range differences(b, s.Exchange) {
		rests := rose(d.now, d.was)
		for i := 1; i < len(s.looks) && !rests; i++ {
			rests = d.among(differences(s.looks[i-1].Exchange, s.looks[i].Exchange)) == nil
		}
		if _, numeric := value.Rat(d.was); numeric && rests && words.Counts().MatchString(d.member) &&
			!words.Trouble.Has(d.member) {
			return d.top
		}
	}
	return ""
}

// first returns the first difference of two observations: "the elements", or the name of a member for which counts is
// true. It returns "" if there is none.
func first(a, b *oracle.Exchange, counts func(member string) bool) string {
	for _, d := range differences(a, b) {
		if d.member == "" || counts(d.member) && counts(d.top) {
			return d.top
		}
	}
	return ""
}

// writable reports whether clients can send a member of a resource, to its path or to the path of its collection.
func writable(x *oracle.Exchange, member string) bool {
	return slices.ContainsFunc(x.Operations, func(op *operation) bool {
		s := inputsOf(op).get(member)
		return s != nil && !s.ReadOnly && (op.Path == x.Operation.Path || op.Path == path.Dir(x.Operation.Path))
	})
}

// changedMore looks for members that a PATCH changed though they were not sent.
func changedMore(x *oracle.Exchange) (found []oracle.Finding) {
	c, ok := lastOf(x)
	if !ok || !merges(c.Exchange) || len(notStored(x)) > 0 {
		return nil // the finding about the sent members is more useful than one about the others
	}
	was, ok := seen(c.earlier, x.Path(), x.Operation.Path, x.User, func(b *oracle.Exchange) bool {
		// the answer to a change need not show the stored state
		return !replaces(b) && (b.Request.Method != "GET" || queryOf(b) == queryOf(x))
	})
	fields := inputsOf(c.Operation)
	for _, m := range was {
		now, shown := c.now.Get(m.Name)
		if lost := lostWithin(c, m, now); ok && lost != "" {
			found = append(found, oracle.Finding{Of: c.Operation, Detail: m.Name + " " + lost, Reason: fmt.Sprintf(
				"%s of %s changes by %s, which does not send it", lost, m.Name, c.Operation.Name())})
		}
		if _, touched := c.sent.Get(m.Name); !ok || touched || fields.get(m.Name) == nil ||
			words.Restless().MatchString(m.Name) || same(m.Value, now) {
			continue
		}
		how := "changes"
		if !shown || blank(now) {
			how = "is lost"
		}
		found = append(found, oracle.Finding{Of: c.Operation, Detail: m.Name,
			Reason: fmt.Sprintf("%s %s by %s, which does not send it", m.Name, how, c.Operation.Name())})
	}
	return found
}

// byRepeated looks for what the second of two equal PUTs changes. Texts do not count, since services generate many of
// them at each call. Such a PUT may not be refused either.
func byRepeated(s *scene) []oracle.Finding {
	if f := append(refusedAgain(s.Exchange), countedAgain(s)...); f != nil {
		return f
	}
	c, at := lastChange(s.Before)
	if !reads(s.Exchange) || c == nil || c.Request.Method != "PUT" || !c.Succeeded() ||
		words.Records.Has(s.Operation.Path) {
		return nil
	}
	prior, i := lastChange(s.Before[:at])
	if prior == nil || !prior.Succeeded() || !equal(prior, c) ||
		slices.ContainsFunc(s.Before[i:], isRefusedChange) {
		return nil
	}
	var all []difference
	if l := len(s.looks); l > 0 && s.looks[l-1].index > i && s.looks[l-1].index < at {
		all = differences(s.looks[l-1].Exchange, s.Exchange)
	} else if was, ok := viewed(s.Before[i:at], s.Exchange); ok && about(c.Path(), s.Path()) {
		now, _ := got(s.Exchange)
		all = differencesOf(was, now)
	}
	for _, d := range all {
		list, isList := d.now.([]any)
		switch {
		case d.member == "" && d.was == nil, isList && grew(d.was, list) && len(list) > len(d.was.([]any)):
			return []oracle.Finding{{Of: c.Operation, Detail: "the elements",
				Reason: fmt.Sprintf("the same %s once more adds to %s", c.Operation.Name(), s.Operation.Name())}}
		case d.member != "" && !words.Restless().MatchString(d.member) && grew(d.was, d.now) &&
			!words.PerChange().MatchString(saysOf(s.Operation, d.member)):
			return []oracle.Finding{{Of: c.Operation, Detail: d.top,
				Reason: fmt.Sprintf("the same %s once more changes %s", c.Operation.Name(), d.top)}}
		}
	}
	return nil
}

// isRefusedChange reports whether a call is refused that may change the system. It may do so all the same, which is a
// fault of its own.
func isRefusedChange(x *oracle.Exchange) bool { return !x.Safe() && x.Refused() }

// grew reports whether a number, a bool or the length of a list differs between two values.
func grew(a, b any) bool {
	switch a := a.(type) {
	case []any:
		list, ok := b.([]any)
		if !ok || len(list) != len(a) {
			return ok
		}
		for i := range a {
			if grew(a[i], list[i]) {
				return true
			}
		}
		return false
	case value.Object:
		return slices.ContainsFunc(differencesOf(a, object(b)), func(d difference) bool {
			return !words.Restless().MatchString(d.member) && grew(d.was, d.now)
		})
	case bool:
		is, ok := b.(bool)
		return ok && is != a
	}
	return rose(a, b) || rose(b, a)
}

// refusedAgain looks for the second of two equal PUTs that is refused because another element has the same text, which
// the answer names. A PUT that names the version that it changes does not count.
func refusedAgain(x *oracle.Exchange) []oracle.Finding {
	prior, _ := lastChange(x.Before)
	said, ok := sent(x)
	if prior == nil || x.Request.Method != "PUT" || x.Status() != 409 || x.Invalid != nil || !ok ||
		x.Request.Header.Get("If-Match") != "" || !words.Another().Match(x.Response.Body) ||
		!equal(prior, x) || !prior.Succeeded() {
		return nil
	}
	terms, fields, names := sentence.Words(string(x.Response.Body)), inputsOf(x.Operation), false
	for _, m := range said {
		if words.Versions.Has(m.Name) {
			return nil
		}
		f := fields.get(m.Name)
		called := f != nil && f.Is("string") && len(f.Enum) == 0 && slices.Contains(terms, strings.ToLower(m.Name))
		names = names || called
	}
	if !names {
		return nil
	}
	return one("again", "the same call once more is refused with 409, though it changes nothing")
}

// byDeletion looks for elements of a whole list that are gone with a DELETE of another element and that refer neither
// to it nor to what goes with it.
func byDeletion(s *scene) []oracle.Finding {
	b, acts := s.last()
	if b == nil || len(acts) != 1 || acts[0].kind != remove || !acts[0].accepted() || len(s.Query()) > 0 {
		return nil
	}
	was, _ := elements(b.Exchange)
	now, isList := elements(s.Exchange)
	ids := []string{acts[0].entity.id()} // the last part of the path, and the ids of elements that the path may name
	for i, id := range idsIn(s.Exchange, was) {
		if mayBe(s.Exchange, object(was[i]), acts[0].entity) {
			ids = append(ids, id)
		}
	}
	if !isList || len(ids) == 1 || len(was) >= wholeList || len(now) >= wholeList {
		return nil
	}
	left := slices.DeleteFunc(differences(b.Exchange, s.Exchange), func(d difference) bool {
		return d.member != "" || d.now != nil || slices.Contains(ids[1:], d.element)
	})
	for more := true; more; { // elements that refer to an element that is gone go too, and so on
		more = false
		left = slices.DeleteFunc(left, func(d difference) bool {
			goes := refers(d, ids)
			if goes {
				ids, more = append(ids, d.element), true
			}
			return goes
		})
	}
	if len(left) == 0 {
		return nil
	}
	return []oracle.Finding{{Of: acts[0].Operation, Detail: "others", Reason: fmt.Sprintf("with what %s "+
		"deletes goes another element of %s", acts[0].Operation.Name(), s.Operation.Name())}}
}

// refers reports whether an element has one of the ids in a member that is not its own id.
func refers(d difference, ids []string) bool {
	return slices.ContainsFunc(object(d.was), func(m value.Member) bool {
		return text(m.Value) != d.element && slices.ContainsFunc(ids, func(id string) bool {
			return (len(id) > 3 || words.Related().MatchString(m.Name)) && mentions(m.Value, id)
		})
	})
}

// mentions reports whether a value is the id, or has it as an element or member at any depth.
func mentions(v any, id string) bool {
	switch v := v.(type) {
	case []any:
		return slices.ContainsFunc(v, func(e any) bool { return mentions(e, id) })
	case value.Object:
		return slices.ContainsFunc(v, func(m value.Member) bool { return mentions(m.Value, id) })
	}
	return text(v) == id
}

// byOthers looks for values or elements that change or disappear together with another resource, although its
// description says that they stay as they are.
func byOthers(x *oracle.Exchange) []oracle.Finding {
	w, i := lastChange(x.Before)
	if x.Request.Method != "GET" || x.Status() != 200 && x.Status() != 404 || x.Invalid != nil ||
		api.LastParam(x.Operation.Path) == "" || w == nil || !w.Succeeded() || w.Status() == 202 || w.Invalid != nil ||
		!replaces(w) && w.Request.Method != "DELETE" || about(x.Path(), w.Path()) || about(w.Path(), x.Path()) ||
		x.Operation.Path == w.Operation.Path && w.Request.Method == "DELETE" || // itself stays in some way
		!leavesAlone(w.Operation, api.Noun(x.Operation.Path)) {
		return nil
	}
	was, seen := viewed(x.Before[:i], x)
	if !seen {
		return nil
	}
	if x.Status() == 404 {
		return []oracle.Finding{{Of: w.Operation, Detail: x.Operation.Path,
			Reason: fmt.Sprintf("%s answers 404 after it, and its description says that it stays", x.Operation.Name())}}
	}
	now, _ := got(x)
	for _, d := range differencesOf(was, now) {
		if !words.Restless().MatchString(d.top) {
			return []oracle.Finding{{Of: w.Operation, Detail: x.Operation.Path + " " + d.top, Reason: fmt.Sprintf(
				"%s of %s changes with it, and its description says that it stays", d.top, x.Operation.Name())}}
		}
	}
	return nil
}

// leavesAlone reports whether a sentence in the description of an operation says that elements, such as "task", stay as
// they are.
func leavesAlone(op *operation, noun string) bool {
	return noun != "" && slices.ContainsFunc(sentence.All(op.Text), func(line string) bool {
		return slices.Contains(sentence.Left(line), noun)
	})
}

// changedLeftOut looks for members that an act of another form than PATCH changed though they were not sent, where its
// description says that what is left out stays. The act is about the element, or has a part that is.
func changedLeftOut(s *scene) []oracle.Finding {
	b, acts := s.last()
	if b == nil || len(acts) != 1 || !acts[0].accepted() || merges(acts[0].Exchange) {
		return nil
	}
	a := acts[0]
	for _, d := range differences(b.Exchange, s.Exchange) {
		e := elementIn(s.Exchange, d)
		o, shown := s.acts.shows(s.Exchange, e)
		part, schema := a.partFor(e, o)
		if !shown || schema == nil || message.Property(schema, d.top) == nil ||
			words.Restless().MatchString(d.top) {
			continue
		}
		if _, touched := part.Get(d.top); !touched && words.LeftOut().MatchString(a.Operation.Text) {
			return []oracle.Finding{{Of: a.Operation, Detail: d.top,
				Reason: fmt.Sprintf("%s changes by %s, which does not send it, and the description says that it "+
					"stays", d.top, a.Operation.Name())}}
		}
	}
	return nil
}
