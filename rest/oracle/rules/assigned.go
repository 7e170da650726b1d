package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

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
// default.
const CodeDefault = 1021

// otherDefault looks for creations that leave a member out and whose answer shows another value of it than the
// declared default.
func otherDefault(x *oracle.Exchange) (found []oracle.Finding) {
	now, ok := got(x)
	if verb(x) != "POST" || !x.Succeeded() || x.Invalid != nil || !ok {
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
