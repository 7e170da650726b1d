package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/rules/internal/sentence"
	"github.com/evoke-go/evoke/value"
)

// Codes of the rules about how changes are stored. Those below 1000 are codes of EvoMaster.
const (
	CodePartialPut = 904  // PUT keeps a member that was left out
	CodeNotStored  = 1000 // a read shows another value than the accepted one
	CodeStaleList  = 1011 // a list shows other values than its elements have
	// CodeMassAssignment is for members that clients may not write and that take what is sent (Web Fuzzing Commons).
	CodeMassAssignment = 203
	CodeDefault        = 1021 // what is left out gets another value than its default
)

// written says that each read of an element shows what was accepted for it: what was sent, the default of what was left
// out, nothing of what PUT left out, and not what clients may not write.
func written(*model) Relation {
	return Relation{
		Name:     "written is read",
		Law:      "Each observation of an element shows what was accepted for it.",
		Scenario: "act, observe",
		Rules: []*oracle.Rule{
			{Code: CodeNotStored, Name: "lost change", Severity: oracle.High, Check: notStored,
				Explanation: "A value was accepted, and a read directly after it shows another one."},
			{Code: CodeStaleList, Name: "list with old values", Check: staleList,
				Explanation: "A list shows another value of an element than a read of the element directly before it."},
			{Code: CodePartialPut, Name: "value that PUT leaves", Severity: oracle.Low, Check: keptOld,
				Explanation: "PUT replaces the whole resource (RFC 9110, 9.3.4). A client cannot take the value away."},
			{Code: CodeDefault, Name: "other default", Check: otherDefault,
				Explanation: "What is left out gets the default that the schema declares."},
			{Code: CodeMassAssignment, Name: "member that clients may not write", Severity: oracle.High,
				Check:       assigned,
				Explanation: "A member that the schema does not let clients write takes the value that was sent."},
		},
	}
}

// change is a call that changed a resource, with the result of a read after it.
type change struct {
	*oracle.Exchange
	earlier   []*oracle.Exchange
	sent, now value.Object
}

// lastOf returns the last change before a read, if it changed the resource that is read, was accepted, and sent an
// object.
func lastOf(x *oracle.Exchange) (c change, ok bool) {
	if !reads(x) {
		return c, false
	}
	w, i := lastChange(x.Before)
	if w == nil || !w.Succeeded() || w.Invalid != nil || w.Status() == 202 || w.User != x.User {
		return c, false
	}
	if !(w.Path() == x.Path() && replaces(w)) && !made(w, x.Path(), x.Operation.Path) {
		return c, false
	}
	if repeated(w, x.Before[:i]) {
		return c, false // its answer is that of the first call
	}
	c = change{Exchange: w, earlier: x.Before[:i]}
	if c.sent, ok = sent(w); !ok {
		return c, false
	}
	c.now, ok = got(x)
	return c, ok
}

// notStored looks for members that were accepted and that a read shows with other values.
func notStored(x *oracle.Exchange) (found []oracle.Finding) {
	c, ok := lastOf(x)
	if !ok {
		return nil
	}
	fields := inputsOf(c.Operation)
	answer, _ := got(c.Exchange)
	for _, m := range c.sent {
		now, shown := c.now.Get(m.Name)
		s := fields.get(m.Name)
		if !shown || s == nil || s.ReadOnly || identifies(x.Operation.Path, m.Name) ||
			(nothing(m.Value) || same(m.Value, now)) && !c.staysFull(m, now, x) {
			continue
		}
		said, echoed := answer.Get(m.Name)
		if _, isNumber := value.Rat(m.Value); isNumber && words.Changed().MatchString(m.Name) {
			continue // the member names the version that is changed
		}
		promised := echoed && same(m.Value, said) || takenForMissing(s, m.Value, now) ||
			damaged(s, m.Value, now) || nothing(m.Value)
		if !promised && !c.wasStored(m.Name, x) && !(required(c.Operation, m.Name) && !echoed) {
			continue
		}
		found = append(found, oracle.Finding{
			Of: c.Operation, Detail: m.Name,
			Reason: fmt.Sprintf("%s of %s is accepted, but %s shows another one", m.Name,
				c.Operation.Name(), x.Operation.Name()),
		})
	}
	return found
}

// staysFull reports whether a PATCH fails to clear a member: the member has its old value. The call sent null for one
// that may be null, or an empty text that the schema allows and that another answer of the test or a default shows.
func (c *change) staysFull(m value.Member, now any, x *oracle.Exchange) bool {
	was, _ := viewed(c.earlier, x)
	before, _ := was.Get(m.Name)
	s := inputsOf(c.Operation).get(m.Name)
	switch {
	case !merges(c.Exchange) || nothing(before) || nothing(now) || !same(before, now):
		return false
	case m.Value == nil:
		return takesNull(c.Operation, x.Operation, m.Name, s)
	case s != nil && s.Is("array"):
		list, isList := m.Value.([]any)
		return isList && len(list) == 0 && s.MinItems <= 0
	case m.Value != "" || s == nil || !s.Is("string") || s.MinLength > 0 || s.Pattern != "" || len(s.Enum) > 0:
		return false
	}
	return slices.ContainsFunc(x.Operations, func(op *operation) bool {
		in := inputsOf(op).get(m.Name)
		return in != nil && in.HasDefault && in.Default == ""
	}) || slices.ContainsFunc(c.earlier, func(b *oracle.Exchange) bool {
		o, _ := got(b)
		v, shown := o.Get(m.Name)
		return shown && v == ""
	})
}

// wasStored reports whether an earlier call of the test stored the member: it sent the value that was seen before the
// change.
func (c *change) wasStored(member string, x *oracle.Exchange) bool {
	was, _ := viewed(c.earlier, x)
	v, _ := was.Get(member)
	return !blank(v) && slices.ContainsFunc(c.earlier, func(b *oracle.Exchange) bool {
		o, _ := sent(b)
		said, ok := o.Get(member)
		return b.Succeeded() && !b.Safe() && ok && same(said, v)
	})
}

// demanded reports whether the creation had to send a member. No resource lacks the member then, and a PUT that may
// leave it out keeps its value.
func (c *change) demanded(member string) bool {
	return slices.ContainsFunc(c.earlier, func(b *oracle.Exchange) bool {
		o, ok := sent(b)
		if _, told := o.Get(member); !ok || !told || !b.Succeeded() || b.Request.Method != "POST" {
			return false
		}
		return slices.ContainsFunc(b.Operation.Bodies, func(m *openapi.MediaType) bool {
			return m.Schema != nil && strings.Contains(m.Type, "json") && held(m.Schema).IsRequired(member)
		})
	})
}

// keptOld looks for members that a PUT left out and that are still there.
func keptOld(x *oracle.Exchange) (found []oracle.Finding) {
	c, ok := lastOf(x)
	if !ok || c.Request.Method != "PUT" {
		return nil
	}
	was, ok := viewed(c.earlier, x)
	if !ok {
		return nil
	}
	for _, in := range inputsOf(c.Operation) {
		name, s := in.Name, in.Schema
		if _, touched := c.sent.Get(name); touched || s.ReadOnly || required(c.Operation, name) ||
			identifies(x.Operation.Path, name) {
			continue
		}
		before, had := was.Get(name)
		now, has := c.now.Get(name)
		switch {
		case !had || !has || blank(before) || !same(before, now) || s.HasDefault && same(s.Default, now),
			!c.wasStored(name, x), c.demanded(name), c.given(name, now):
			continue
		}
		found = append(found, oracle.Finding{
			Of: c.Operation, Detail: name,
			Reason: fmt.Sprintf("%s stays as it was after %s, which leaves it out", name, c.Operation.Name()),
		})
	}
	return found
}

// assigned looks for read-only members that a call sends and that the service stores. The call changes a resource, or
// it creates one and the same operation without the member gives the member another value.
func assigned(x *oracle.Exchange) (found []oracle.Finding) {
	said, ok := sent(x)
	if ok && x.Succeeded() && verb(x) == "POST" {
		now, _ := got(x)
		base, was := otherwise(x)
		found = slices.DeleteFunc(wrote(x.Operation, said, was, now), func(f oracle.Finding) bool {
			before, _ := was.Get(f.Detail)
			is, _ := now.Get(f.Detail)
			return oneMore(before, is) // the service numbers its elements, and this is the next number
		})
		if sameMembers(base, said) && sameMembers(said, base) {
			return found
		}
		return slices.DeleteFunc(found, func(f oracle.Finding) bool { return chosen(x.Operation, said, f.Detail) })
	}
	w, i := lastChange(x.Before)
	if !reads(x) || w == nil || !w.Succeeded() || w.Path() != x.Path() {
		return nil
	}
	said, ok = sent(w)
	now, shown := got(x)
	was, seen := viewed(x.Before[:i], x)
	if !ok || !shown || !seen {
		return nil
	}
	found = slices.DeleteFunc(wrote(w.Operation, said, was, now), func(f oracle.Finding) bool {
		return chosen(w.Operation, said, f.Detail) && slices.ContainsFunc(said, func(m value.Member) bool {
			before, had := was.Get(m.Name)
			return m.Name != f.Detail && !(had && same(m.Value, before)) // the value may follow from the other member
		})
	})
	for i := range found {
		found[i].Of = w.Operation
	}
	return found
}

// chosen reports whether answers may show the sent value of a member anyway: the member has only a few possible
// values, or another sent member has the same value. Then other sent members may have led to it.
func chosen(op *operation, said value.Object, member string) bool {
	v, _ := said.Get(member)
	if _, isBool := v.(bool); isBool {
		return true
	}
	for _, r := range op.Responses {
		for _, m := range r.Content {
			if m.Schema == nil || !strings.HasPrefix(r.Status, "2") {
				continue
			}
			if s := message.Property(message.Flatten(m.Schema), member); s != nil && len(message.Flatten(s).Enum) > 0 {
				return true
			}
		}
	}
	return slices.ContainsFunc(said, func(m value.Member) bool { return m.Name != member && same(m.Value, v) })
}

// wrote returns a finding for each read-only member that was sent, that had another value before, and that has the
// sent value now.
func wrote(op *operation, said, was, now value.Object) (found []oracle.Finding) {
	fields := inputsOf(op)
	if len(fields) == 0 {
		return nil
	}
	for _, m := range said {
		if s := fields.get(m.Name); s != nil && !s.ReadOnly || blank(m.Value) {
			continue
		}
		is, shown := now.Get(m.Name)
		before, had := was.Get(m.Name)
		if shown && had && same(m.Value, is) && !same(m.Value, before) {
			found = append(found, oracle.Finding{Detail: m.Name,
				Reason: m.Name + " is not for clients to write, and takes what was sent"})
		}
	}
	return found
}

// otherwise returns the request and the answer of an earlier call of the same operation by the same user that sent
// none of the read-only members.
func otherwise(x *oracle.Exchange) (said, was value.Object) {
	fields := inputsOf(x.Operation)
	for _, b := range x.Before {
		said, ok := sent(b)
		if !ok || b.Operation != x.Operation || b.User != x.User || !b.Succeeded() {
			continue
		}
		if !slices.ContainsFunc(said, func(m value.Member) bool {
			s := fields.get(m.Name)
			return s == nil || s.ReadOnly
		}) {
			was, _ = got(b)
			return said, was
		}
	}
	return nil, nil
}

// CodeDefault is the code of the rule about members that are left out and get another value than their declared

// otherDefault looks for creations that leave a member out and whose answer shows another value of it than the
// declared default.
func otherDefault(x *oracle.Exchange) (found []oracle.Finding) {
	now, ok := got(x)
	if verb(x) != "POST" || !x.Succeeded() || x.Invalid != nil || !ok || repeated(x, x.Before) {
		return nil
	}
	if _, sends := x.Sent(); !sends {
		return nil
	}
	said, _ := sent(x)
	for _, in := range inputsOf(x.Operation) {
		s := in.Schema
		is, shown := now.Get(in.Name)
		if _, given := said.Get(in.Name); given || !shown || !s.HasDefault || s.ReadOnly {
			continue
		}
		if !isScalar(is) || !isScalar(s.Default) || nothing(s.Default) || same(s.Default, is) {
			continue
		}
		if s.Is("string") && (words.Restless().MatchString(in.Name) || strings.HasPrefix(s.Format, "date")) {
			continue // the default is a word for the current time, such as "now"
		}
		reason := fmt.Sprintf("%s is left out and becomes %s, and its declared default is %s",
			in.Name, text(is), text(s.Default))
		found = append(found, oracle.Finding{Detail: in.Name, Reason: reason})
	}
	return found
}

// takesNull reports whether a member may be sent and shown as null, and nothing says that null keeps the old value.
func takesNull(changer, reader *operation, member string, s *openapi.Schema) bool {
	if s == nil || !s.Nullable || words.NullLeaves().MatchString(changer.Text) ||
		words.NullLeaves().MatchString(s.Description) {
		return false
	}
	for _, r := range reader.Responses {
		for _, m := range r.Content {
			if shown := memberIn(m.Schema, member, maxLists); strings.HasPrefix(r.Status, "2") && shown != nil &&
				message.Flatten(shown).Nullable {
				return true
			}
		}
	}
	return false
}

// lostWithin returns the name of a member of a nested object that a PATCH changed though it sent other members of the
// object only, and its description says that what is left out stays. It returns "" if there is none.
func lostWithin(c change, was value.Member, now any) string {
	said, _ := c.sent.Get(was.Name)
	part, isObject := said.(value.Object)
	if !isObject || len(part) == 0 || !words.LeftOut().MatchString(c.Operation.Text) {
		return ""
	}
	inputs := inputsOf(c.Operation).get(was.Name)
	if inputs == nil || !named(sentence.Words(c.Operation.Text), was.Name) {
		return "" // the object may be replaced as a whole
	}
	inputs = message.Flatten(inputs)
	for _, d := range differencesOf(object(was.Value), object(now)) {
		if _, touched := part.Get(d.top); !touched && !nothing(d.was) && message.Property(inputs, d.top) != nil &&
			!words.Restless().MatchString(d.top) {
			return d.top
		}
	}
	return ""
}

// given reports whether the service gives a member a value by itself: an earlier change that did not send the member
// shows the value.
func (c *change) given(member string, now any) bool {
	return slices.ContainsFunc(c.earlier, func(b *oracle.Exchange) bool {
		said, _ := sent(b)
		o, _ := got(b)
		_, sends := said.Get(member)
		v, shown := o.Get(member)
		return !b.Safe() && b.Succeeded() && !sends && shown && same(v, now) && b.Path() != c.Path()
	})
}

// takenForMissing reports whether the call sent false or zero, and the answer shows the default, which is another
// value.
func takenForMissing(s *openapi.Schema, sent, now any) bool {
	return s.HasDefault && blank(sent) && !nothing(sent) && !blank(s.Default) && same(s.Default, now)
}
