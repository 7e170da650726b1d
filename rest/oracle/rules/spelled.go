package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// spelledTwice looks for a creation that is accepted though the same one was refused with 409: only one member is spelled
// in another way, which means the same.
func spelledTwice(x *oracle.Exchange) []oracle.Finding {
	said, ok := sent(x)
	if x.Request.Method != "POST" || !x.Succeeded() || x.Invalid != nil || !ok {
		return nil
	}
	for i, b := range x.Before {
		if !repeats(b, x) || b.Status() != 409 {
			continue
		}
		first := slices.IndexFunc(x.Before[:i], func(c *oracle.Exchange) bool {
			return repeats(c, b) && c.Succeeded() && string(c.Request.Body) == string(b.Request.Body)
		})
		if first < 0 || slices.ContainsFunc(x.Before[first+1:], changes) {
			continue
		}
		other, _ := sent(b)
		if name := respelled(x.Operation, other, said); name != "" {
			return []oracle.Finding{{Detail: name + " spelled", Reason: fmt.Sprintf("the same is refused with 409, and accepted with %s written in another way", name)}}
		}
	}
	return nil
}

// respelled returns the only member that two bodies have with different texts, if these mean the same: the same instant, or
// the same letters where the schema says that case does not matter. It is "" for none.
func respelled(op *operation, a, b value.Object) (name string) {
	if len(a) != len(b) {
		return ""
	}
	for _, m := range a {
		v, both := b.Get(m.Name)
		if !both {
			return ""
		}
		if string(value.AppendJSON(nil, m.Value)) == string(value.AppendJSON(nil, v)) {
			continue
		}
		s, isText := m.Value.(string)
		t, both := v.(string)
		if name != "" || !isText || !both || !sameInstant(s, t) && !(strings.EqualFold(s, t) && foldsCase(op, m.Name)) {
			return ""
		}
		name = m.Name
	}
	return name
}

// foldsCase reports whether the schema says of a member, in its description or in a sentence that names it, that case
// does not matter.
func foldsCase(op *operation, member string) bool {
	if s := inputsOf(op).get(member); s != nil && caseless.MatchString(s.Description) {
		return true
	}
	told := op.Text
	for _, r := range op.Responses {
		told += "\n" + r.Description
	}
	return slices.ContainsFunc(sentences(told), func(line string) bool {
		return caseless.MatchString(line) && slices.Contains(wordsOf(line), strings.ToLower(member))
	})
}
