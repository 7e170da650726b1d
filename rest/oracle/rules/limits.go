package rules

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/payload"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/refusal"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/rules/internal/sentence"
	"github.com/evoke-go/evoke/value"
)

// Codes of the relation "limits".
const (
	CodeOverfull        = 1042 // more is used than there is room for
	CodeInvalidAccepted = 102  // Web Fuzzing Commons: invalid data is accepted
	CodeValidRefused    = 1018 // valid data is refused
)

// limited says that what the limits of the schema allow is accepted, and what they do not allow is not, and that no
// number is above the one that limits it.
func limited(m *model) Relation {
	return Relation{
		Name:     "limits",
		Law:      "What the limits of the schema and of the elements allow is accepted, and nothing else.",
		Scenario: "observe, act at a limit, observe",
		Rules: []*oracle.Rule{
			{Code: CodeOverfull, Name: "more than there is room for", Check: m.judge(func(s *scene) []oracle.Finding {
				return append(tooMany(s.Exchange), overfull(s)...)
			}),
				Explanation: "A number is above its limit, or below zero, or somebody waits though there is room."},
			{Code: CodeInvalidAccepted, Name: "invalid data accepted", Severity: oracle.Low, OptIn: true,
				Check: accepted,
				Explanation: "The schema does not allow what was sent, and the call succeeds: one of " +
					"the two is wrong."},
			{Code: CodeValidRefused, Name: "valid data refused", Check: validRefused,
				Explanation: "The schema allows a value, and the answer says that the call is refused for " +
					"it: one of the two is wrong."},
		},
	}
}

// tooMany looks for a list or a number that is accepted although it exceeds the limit of the parent. The limit is a
// member with the same noun: "choices" below a parent with "maxChoices".
func tooMany(x *oracle.Exchange) []oracle.Finding {
	said, sends := sent(x)
	if x.Safe() || !x.Succeeded() || x.Status() == 202 || x.Invalid != nil || !sends {
		return nil
	}
	at, template := path.Dir(x.Path()), path.Dir(x.Operation.Path)
	for ; len(template) > 1; at, template = path.Dir(at), path.Dir(template) {
		if api.LastParam(template) == "" {
			continue
		}
		above, seen := lastSeen(x, at, template)
		for _, m := range said {
			var n any
			if list, isList := m.Value.([]any); isList {
				n = int64(len(list))
			} else if _, numeric := value.Rat(m.Value); numeric {
				n = m.Value
			}
			most, has := memberLike(above, "max"+m.Name)
			if seen && has && n != nil && rose(most, n) {
				return one(m.Name+" above", "%s is more than what %s of the element above allows", m.Name, "max"+m.Name)
			}
		}
	}
	return nil
}

// overfull looks for a resource that exceeds its capacity after a creation, or that has free room while somebody waits
// for it.
func overfull(s *scene) []oracle.Finding {
	b, acts := s.last()
	if _, isList := elements(s.Exchange); isList || b == nil || len(acts) != 1 || !acts[0].accepted() {
		return nil
	}
	w := acts[0]
	found := func(name, how string) []oracle.Finding {
		return []oracle.Finding{{Of: w.Operation, Detail: name,
			Reason: fmt.Sprintf("%s of %s is %s", name, s.Operation.Name(), how)}}
	}
	before, _ := got(b.Exchange)
	now, _ := got(s.Exchange)
	for _, m := range now {
		was, _ := before.Get(m.Name)
		if w.Request.Method == "POST" && isFigure(m, words.Spare) && rose(int64(-1), was) && rose(m.Value, int64(0)) {
			return found(m.Name, "below zero after it")
		}
	}
	all, used, known := roomIn(before)
	places, taken, still := roomIn(now)
	if !known || !still || !equalNumbers(all.Value, places.Value) || rose(all.Value, used.Value) {
		return nil
	}
	if w.Request.Method == "POST" && rose(used.Value, taken.Value) && rose(places.Value, taken.Value) {
		return found(taken.Name, "more than "+places.Name+" after it")
	}
	waits, queues := only(now, func(m value.Member) bool { return words.Queued.Has(m.Name) })
	waited, _ := before.Get(waits.Name)
	if queues && !blank(waits.Value) && equalNumbers(waits.Value, waited) && equalNumbers(used.Value, all.Value) &&
		rose(taken.Value, used.Value) && words.Waits().MatchString(w.Operation.Text) {
		return found(waits.Name, "as before when there is room again")
	}
	return nil
}

// roomIn returns two numbers of an object: its capacity, and the part of it that is used. Their names show this: the
// same noun in both, as in "maxGuests" and "guestCount" or "open_guests", or "capacity" and "taken". It returns false
// unless there is exactly one of each, and if their names have different nouns.
func roomIn(o value.Object) (all, used value.Member, ok bool) {
	all, known := only(o, func(m value.Member) bool { return isFigure(m, words.Room) })
	of, _ := words.Room.Cut(all.Name)
	of = api.Singular(of)
	used, ok = only(o, func(m value.Member) bool { return known && of != "" && m.Name != all.Name && isOf(m, of) })
	if !ok {
		used, ok = only(o, func(m value.Member) bool { return isFigure(m, words.Taken) })
	}
	part, taken := words.Taken.Cut(used.Name)
	if ok && !known && part != "" {
		all, known = only(o, func(m value.Member) bool { return words.Plain(m.Name) == part })
	}
	unlike := taken && of != "" && part != "" && of != api.Singular(part)
	return all, used, known && ok && !unlike
}

// isOf reports whether a number counts present elements with a noun in the singular: it is called like them, with a
// word for counts, or with another word before them.
func isOf(m value.Member, noun string) bool {
	of, _ := words.Counted.Cut(m.Name)
	if api.Singular(cmp.Or(of, words.Plain(m.Name))) == noun {
		return true
	}
	name := strings.ToLower(m.Name)
	return strings.Contains(name, "_") && api.Singular(name[strings.LastIndexByte(name, '_')+1:]) == noun &&
		!isFigure(m, words.Smallest) && !words.EverMade().MatchString(m.Name)
}

// isFigure reports whether a member has the name of a figure in the table.
func isFigure(m value.Member, called words.Table) bool {
	_, is := called.Cut(m.Name)
	return is
}

// only returns the only numeric member of an object for which holds is true. It returns false if there are none or
// several.
func only(o value.Object, holds func(m value.Member) bool) (found value.Member, ok bool) {
	for _, m := range o {
		if _, numeric := value.Rat(m.Value); numeric && holds(m) {
			if ok {
				return found, false
			}
			found, ok = m, true
		}
	}
	return found, ok
}

// validRefused looks for calls that are refused because of a valid member: false, or a number at one of its declared
// limits. The answer names only this member, and another call of the operation succeeded. The answer has to contradict
// the schema by saying that the member is missing or beyond a limit: other reasons may come from the rules of the
// service.
func validRefused(x *oracle.Exchange) []oracle.Finding {
	said, ok := sent(x)
	if !ok || x.Status() != 400 && x.Status() != 422 || x.Invalid != nil ||
		!slices.ContainsFunc(x.Before, func(b *oracle.Exchange) bool {
			return b.Operation == x.Operation && b.User == x.User && b.Succeeded() &&
				b.Invalid == nil && b.Path() == x.Path()
		}) {
		return nil
	}
	terms := sentence.Words(string(x.Response.Body))
	fields := inputsOf(x.Operation)
	name := ""
	for _, f := range fields {
		if !slices.Contains(terms, strings.ToLower(f.Name)) && !slices.Contains(terms, words.Plain(f.Name)) {
			continue
		}
		if name != "" {
			return nil // the reason may be that the members do not fit together
		}
		name = f.Name
	}
	v, sends := said.Get(name)
	if s := fields.get(name); !sends || s == nil || !limits(s, v) {
		return nil
	}
	f := oracle.Finding{Detail: name,
		Reason: fmt.Sprintf("%s is refused with %s, which the schema allows", name, text(v))}
	for _, c := range refusal.Read(x.Response.Body).Complaints {
		if words.Plain(path.Base(c.Field)) != words.Plain(name) {
			continue
		}
		if c.Kind == refusal.Required {
			return []oracle.Finding{f}
		}
		if beyond(c, v) {
			f.Doubt = "the limit may follow from other members, or from the state"
			return []oracle.Finding{f}
		}
	}
	return nil
}

// beyond reports whether a number is beyond the limit that a complaint names.
func beyond(c refusal.Complaint, v any) bool {
	n, numeric := value.Rat(v)
	if !numeric || len(c.Values) == 0 {
		return false
	}
	limit, ok := value.Rat(json.Number(c.Values[0]))
	if !ok {
		return false
	}
	switch order := n.Cmp(limit); c.Kind {
	case refusal.Least:
		return order < 0
	case refusal.Above:
		return order <= 0
	case refusal.Most:
		return order > 0
	case refusal.Below:
		return order >= 0
	}
	return false
}

// limits reports whether a value is false, or the least or greatest number that a schema allows.
func limits(s *openapi.Schema, v any) bool {
	if b, isBool := v.(bool); isBool {
		return s.Is("boolean") && !b && len(s.Enum) == 0
	}
	n, numeric := value.Rat(v)
	if !numeric || !s.Is("integer") && !s.Is("number") || len(s.Enum) > 0 || s.MultipleOf != "" {
		return false
	}
	is := func(limit json.Number, exclusive bool) bool {
		at, ok := value.Rat(limit)
		return ok && !exclusive && at.Cmp(n) == 0
	}
	return is(s.Minimum, s.ExclusiveMinimum) || is(s.Maximum, s.ExclusiveMaximum)
}

// lenient matches descriptions of invalid data that most services accept without harm: null for an absent value,
// unknown members, and parameters of which they read only the first value or none.
var lenient = lazyregexp.New(`null$|unknown$|clients to write$|comes twice$|comes as an object$`)

// accepted looks for calls that succeed although a value in their query or body violates the schema. A text in place
// of a number in a query does not count: most services ignore it.
func accepted(x *oracle.Exchange) []oracle.Finding {
	f := x.Invalid
	if f == nil || !x.Succeeded() || payload.Is(f.What) || len(f.At) == 0 || f.In != "query" && f.In != "body" ||
		lenient().MatchString(f.What) || f.In == "query" && strings.HasSuffix(f.What, "wrong type") {
		return nil
	}
	at := f.In
	for _, name := range f.At {
		if _, err := strconv.Atoi(name); err != nil {
			at += " " + name
		}
	}
	return []oracle.Finding{{Detail: at, Reason: f.String() + ", and the call succeeds"}}
}
