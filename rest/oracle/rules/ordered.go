package rules

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/rules/internal/sentence"
	"github.com/evoke-go/evoke/value"
)

// ordered: a list is in the order that its call asks for or that its description promises.
func ordered(*model) Relation {
	return Relation{
		Name:     "ordered",
		Law:      "A list is in the order that the call asks for, or else in the one that its description promises.",
		Scenario: "act, act, observe in an order",
		Rules: []*oracle.Rule{
			{Code: CodeOrder, Name: "list out of order", Check: outOfOrder,
				Explanation: "A parameter or the description says by which member the elements are ordered, and they " +
					"are in no such order."},
		},
	}
}

// CodeOrder is the code of the rule about the order of lists.
const CodeOrder = 1007

// order is the order of a list.
type order struct {
	param       string // that asks for it, "" for a promise of the description
	member      string // "" for the age of the elements
	down, known bool   // whether the greatest or youngest comes first, and whether that is known
	folds       bool   // whether texts are ordered whatever their case
}

// String says who wants the order.
func (o order) String() string {
	if o.param == "" {
		return "its description promises"
	}
	return o.param + " asks for"
}

// outOfOrder looks for a list that is not in its order, or that lacks elements for the order.
func outOfOrder(x *oracle.Exchange) []oracle.Finding {
	l, ok := listingOf(x)
	if !ok || len(l.Query()) == 0 && len(l.list) < 2 {
		return nil
	}
	o, ok := orderOf(l)
	if !ok {
		return nil
	}
	w, known := l.plain()
	switch {
	case o.param != "" && o.member != "" && known && l.only(words.Sorts+words.Ways) && l.ids != nil && w.ids != nil &&
		!w.within(l):
		return one(o.param+" missing", "the list in the order that %s lacks elements of the same list without it", o)
	case o.member == "" && misaged(l, o):
		return one(o.param+" by age", "the list is not in the order of age that %s", o)
	case o.member != "" && disordered(l, o):
		return one(o.param+" "+o.member, "the list is not in the order of %s that %s", o.member, o)
	}
	return nil
}

// orderOf returns the order that a call asks for. If it only asks for a page, it is the one that the description
// promises.
func orderOf(l listing) (o order, ok bool) {
	for _, p := range l.Operation.Parameters {
		all := l.Query()[p.Name]
		if p.In != "query" || len(all) != 1 || all[0] == "" {
			continue
		}
		young := words.YoungFirst().MatchString(all[0])
		if young || words.OldFirst().MatchString(all[0]) {
			return order{param: p.Name, down: young, known: true}, true
		}
		if api.SortsBy(p) && !ok {
			o, ok = order{param: p.Name, folds: words.Caseless().MatchString(p.Description)}, true
			o.member, o.down, o.known = direction(l.Exchange, p.Name, all[0])
		}
	}
	if ok || !l.only(words.Paging+words.Cursors) {
		return o, ok
	}
	for _, line := range sentence.All(told(l.Operation, "")) {
		found := words.InOrder().FindStringSubmatch(line)
		switch {
		case words.NewestFirst().MatchString(line):
			return order{down: true, known: true}, true
		case found == nil:
		case words.Making().MatchString(found[1]):
			return order{known: true}, true
		default:
			return order{member: found[1], known: !words.Falls().MatchString(line)}, true
		}
	}
	return order{}, false
}

// misaged reports whether two elements that the test made one after the other are in the wrong order. Elements that
// show the same time may be in any order. A promise may be about a time that clients send.
func misaged(l listing, o order) bool {
	last := -1
	for _, b := range l.Before {
		said, _ := sent(b)
		now, _ := got(b)
		if b.Request.Method != "POST" || !b.Succeeded() || b.Path() != l.Path() {
			continue
		}
		if o.param == "" && slices.ContainsFunc(said, func(m value.Member) bool {
			_, isTime := instant(text(m.Value))
			return isTime
		}) {
			return false
		}
		at := slices.Index(l.ids, idOf(now, api.Noun(l.Operation.Path)))
		if at < 0 {
			continue
		}
		if last >= 0 && at != last && (at > last) == o.down && !sameAge(l.list[at], l.list[last]) {
			return true
		}
		last = at
	}
	return false
}

// sameAge reports whether two elements have a member with the same time.
func sameAge(a, b any) bool {
	return slices.ContainsFunc(object(a), func(m value.Member) bool {
		v, _ := object(b).Get(m.Name)
		_, isTime := instant(text(m.Value))
		return isTime && strings.ContainsAny(text(m.Value), "T ") && text(v) == text(m.Value)
	})
}

// disordered reports whether a list is not sorted by a member: neither up nor down, or the wrong way.
func disordered(l listing, o order) bool {
	var values []any
	for i, e := range l.list {
		v, has := sortedMember(object(e), o.member)
		if o.param == "" && l.ids != nil && words.IDs.Has(o.member) {
			v, has = numeral(l.ids[i]), true
		}
		if !has || !isScalar(v) {
			return false
		}
		values = append(values, v)
	}
	up, falling := monotonic(values, o.folds)
	if s := schemaOf(l.Operation, o.member); o.param == "" {
		if s != nil && len(s.Enum) > 0 || slices.ContainsFunc(values, collated) {
			return false // the choices, or the collation of a database, may have an order of their own
		}
	}
	return len(values) > 1 && !(up && !(o.known && o.down) || falling && !(o.known && !o.down))
}

// collated reports whether collations differ in the order of a text: it has other characters than ASCII letters and
// digits, and is no time.
func collated(v any) bool {
	s, isText := v.(string)
	_, isTime := instant(s)
	return isText && !isTime && strings.ContainsFunc(s, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '-'
	})
}

// sortedMember returns the member of an element that the list is sorted by: the member of that name, or the member
// that counts, such as commentCount for "comments".
func sortedMember(o value.Object, by string) (any, bool) {
	if v, has := memberLike(o, by); has {
		return v, true
	}
	return memberLike(o, api.Singular(by)+"count")
}

// direction reads the value of a sort parameter: "-price", "price:desc", "price,desc", "price desc", or "price" with a
// second parameter for the direction. "price" alone means ascending if "-price" is allowed as well.
func direction(x *oracle.Exchange, param, by string) (member string, down, known bool) {
	member, down = api.Direction(by)
	if down || member != by && !strings.HasPrefix(by, "+") {
		return member, down, true
	}
	for _, p := range x.Operation.Parameters {
		v, plain := strings.ToLower(x.Query().Get(p.Name)), words.Plain(p.Name)
		falls := strings.HasPrefix(plain, "desc") || plain == "reverse"
		switch {
		case p.In != "query":
		case p.Name == param:
			known = known || p.Schema != nil && slices.Contains(message.Flatten(p.Schema).Enum, any("-"+by))
		case !words.Ways.Has(plain):
		case strings.HasPrefix(v, "asc"), strings.HasPrefix(v, "desc"):
			return member, v[0] == 'd', true
		case falls && (v == "true" || v == "false"):
			return member, v == "true", true
		}
	}
	return member, false, known
}

// measure returns a text that is an amount, an instant or a span of time as its number, and other values unchanged.
func measure(v any) any {
	if s, isText := v.(string); isText {
		if d, is := span(s); is {
			return int64(d)
		}
		if t, is := instant(s); is && len(s) > len(time.DateOnly) {
			return t.UnixNano()
		}
	}
	return amount(v)
}

// monotonic reports whether values ascend, and whether they descend. Numbers, also in texts, are compared as numbers.
// Other texts are compared without regard to case, or by their bytes unless the order is said to ignore case. All texts
// may also be in the order of the whole numbers in them: "1987.9" before "1987.12".
func monotonic(values []any, folds bool) (up, down bool) {
	folded := func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) }
	ways := []func(v, w any) int{byNumber(folded), func(v, w any) int {
		s, isText := v.(string)
		t, both := w.(string)
		if _, isTime := instant(s); !isText || !both || isTime {
			return byNumber(folded)(v, w)
		}
		return natural(strings.ToLower(s), strings.ToLower(t))
	}}
	if !folds {
		ways = append(ways, byNumber(strings.Compare))
	}
	for _, compare := range ways {
		up = up || slices.IsSortedFunc(values, compare)
		down = down || slices.IsSortedFunc(values, func(v, w any) int { return compare(w, v) })
	}
	return up, down
}

// byNumber compares numbers, also in texts, as numbers, and other values as texts.
func byNumber(texts func(a, b string) int) func(v, w any) int {
	return func(v, w any) int {
		a, numeric := value.Rat(measure(v))
		b, both := value.Rat(measure(w))
		if numeric && both {
			return a.Cmp(b)
		}
		return texts(text(v), text(w))
	}
}

// natural compares texts with the whole numbers in them as numbers.
func natural(a, b string) int {
	for a != "" && b != "" {
		n, m := digitsOf(a), digitsOf(b)
		if n == "" || m == "" {
			if c := strings.Compare(a[:1], b[:1]); c != 0 {
				return c
			}
			a, b = a[1:], b[1:]
			continue
		}
		long, short := strings.TrimLeft(n, "0"), strings.TrimLeft(m, "0")
		if c := cmp.Or(cmp.Compare(len(long), len(short)), strings.Compare(long, short)); c != 0 {
			return c
		}
		a, b = a[len(n):], b[len(m):]
	}
	return cmp.Compare(len(a), len(b))
}

// digitsOf returns the digits that a text begins with.
func digitsOf(s string) string { return s[:len(s)-len(strings.TrimLeft(s, "0123456789"))] }
