package rules

import (
	"math/big"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// Codes of the rules about orders: of the elements of a list, and of the figures of an answer.
const (
	CodeOrder   = 1007
	CodeFigures = 1016
)

// outOfOrder looks for lists that are not in the order that the call requests.
func outOfOrder(x *oracle.Exchange) []oracle.Finding {
	if f := misaged(x); f != nil {
		return f
	}
	return disordered(x)
}

// misaged looks for a list that is to be ordered by age and has two elements in the wrong order. The test made them
// one after the other. Elements that show the same time may be in any order.
func misaged(x *oracle.Exchange) []oracle.Finding {
	l, ok := listingOf(x)
	name, up, asks := agesAsked(x)
	if !ok || !asks {
		return nil
	}
	last := -1
	for _, id := range madeIn(x) {
		at := slices.Index(l.ids, id)
		if at < 0 {
			continue
		}
		if last >= 0 && (at > last) != up && !sameAge(l.list[at], l.list[last]) {
			return one(name+" by age", "the list is not in the order of age that %s asks for", name)
		}
		last = at
	}
	return nil
}

// agesAsked returns the parameter that requests an order by age, and whether the oldest element comes first.
func agesAsked(x *oracle.Exchange) (name string, up, ok bool) {
	for _, p := range x.Operation.Parameters {
		all := x.Query()[p.Name]
		if p.In == "query" && len(all) == 1 &&
			(words.YoungFirst().MatchString(all[0]) || words.OldFirst().MatchString(all[0])) {
			return p.Name, words.OldFirst().MatchString(all[0]), true
		}
	}
	return "", false, false
}

// madeIn returns the ids of the elements that earlier calls of the test made in the collection of a list, the oldest
// first.
func madeIn(x *oracle.Exchange) (out []string) {
	for _, b := range x.Before {
		if b.Request.Method != "POST" || !b.Succeeded() || b.Path() != x.Path() {
			continue
		}
		o, _ := got(b)
		if id := idOf(o, api.Noun(x.Operation.Path)); id != "" && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// sameAge reports whether two elements have a member with the same time.
func sameAge(a, b any) bool {
	return slices.ContainsFunc(object(a), func(m value.Member) bool {
		v, _ := object(b).Get(m.Name)
		_, isTime := instant(text(m.Value))
		return isTime && strings.ContainsAny(text(m.Value), "T ") && text(v) == text(m.Value)
	})
}

// disordered looks for lists that are sorted neither up nor down by the member that a parameter names.
func disordered(x *oracle.Exchange) []oracle.Finding {
	l, ok := listingOf(x)
	name, by, sorted := sortOf(x)
	if !ok || !sorted {
		return nil
	}
	if f := sortedOut(l, name); f != nil {
		return f
	}
	member, down, known := direction(x, name, by)
	var values []any
	for _, e := range l.list {
		o, isObject := e.(value.Object)
		if !isObject {
			return nil
		}
		v, has := sortedMember(o, member)
		if !has || !isScalar(v) {
			return nil
		}
		values = append(values, v)
	}
	if len(values) < 2 {
		return nil
	}
	up, falling := monotonic(values, foldsOrder(x, name))
	if up && falling || !known && (up || falling) || known && (down && falling || !down && up) {
		return nil
	}
	return one(name+" "+member, "the list is not in the order of %s that %s asks for", member, name)
}

// sortOf returns the query parameter that sets the order of a list, and its value.
func sortOf(x *oracle.Exchange) (name, by string, ok bool) {
	for _, p := range x.Operation.Parameters {
		if all := x.Query()[p.Name]; p.In == "query" && len(all) == 1 && all[0] != "" && api.SortsBy(p) {
			return p.Name, all[0], true
		}
	}
	return "", "", false
}

// sortedMember returns the member of an element that the list is sorted by: the member of that name, or the member
// that counts, such as commentCount for "comments".
func sortedMember(o value.Object, by string) (any, bool) {
	if v, has := memberLike(o, by); has {
		return v, true
	}
	return memberLike(o, api.Singular(by)+"count")
}

// foldsOrder reports whether the description of a parameter says that the order ignores case.
func foldsOrder(x *oracle.Exchange, param string) bool {
	return slices.ContainsFunc(x.Operation.Parameters,
		func(p *parameter) bool { return p.Name == param && words.Caseless().MatchString(p.Description) })
}

// sortedOut looks for a list that lacks elements of the same list without parameters, although the call only requests
// an order.
func sortedOut(l listing, name string) []oracle.Finding {
	if w, ok := l.plain(); ok && l.only(words.Sorts+words.Ways) && l.ids != nil && w.ids != nil && !w.within(l) {
		return one(name+" missing", "the list in the order that %s asks for lacks elements of the same list without it",
			name)
	}
	return nil
}

// direction reads the value of a sort parameter: "-price", "price:desc", "price,desc", "price desc", or "price" with a
// second parameter for the direction. "price" alone means ascending if "-price" is allowed as well.
func direction(x *oracle.Exchange, param, by string) (member string, down, known bool) {
	member, down = api.Direction(by)
	if down || member != by && !strings.HasPrefix(by, "+") {
		return member, down, true
	}
	for _, p := range x.Operation.Parameters {
		plain := words.Plain(p.Name)
		if p.Name == param || p.In != "query" || !words.Ways.Has(plain) || !x.Query().Has(p.Name) {
			continue
		}
		switch v := strings.ToLower(x.Query().Get(p.Name)); {
		case strings.HasPrefix(v, "asc"):
			return member, false, true
		case strings.HasPrefix(v, "desc"):
			return member, true, true
		case v == "true" && (strings.HasPrefix(plain, "desc") || plain == "reverse"):
			return member, true, true
		case v == "false" && (strings.HasPrefix(plain, "desc") || plain == "reverse"):
			return member, false, true
		}
	}
	return member, false, hasOpposite(x, param, by)
}

// hasOpposite reports whether a parameter also allows the opposite order.
func hasOpposite(x *oracle.Exchange, param, by string) bool {
	return slices.ContainsFunc(x.Operation.Parameters, func(p *parameter) bool {
		return p.Name == param && p.Schema != nil && slices.Contains(message.Flatten(p.Schema).Enum, any("-"+by))
	})
}

// measure returns a text that is an amount or a span of time as its number, and other values unchanged.
func measure(v any) any {
	if s, isText := v.(string); isText {
		if d, is := span(s); is {
			return int64(d)
		}
	}
	return amount(v)
}

// monotonic reports whether values ascend, and whether they descend. Texts are compared without regard to case, and
// also by their bytes unless the order is said to ignore case.
func monotonic(values []any, folds bool) (up, down bool) {
	up, down = true, true
	foldedUp, foldedDown := true, true
	for i := 1; i < len(values); i++ {
		a, numeric := value.Rat(measure(values[i-1]))
		b, both := value.Rat(measure(values[i]))
		var c, folded int
		if numeric && both {
			c = a.Cmp(b)
			folded = c
		} else {
			s, t := text(values[i-1]), text(values[i])
			c, folded = strings.Compare(s, t), strings.Compare(strings.ToLower(s), strings.ToLower(t))
		}
		up, down = up && c <= 0, down && c >= 0
		foldedUp, foldedDown = foldedUp && folded <= 0, foldedDown && folded >= 0
	}
	return up && !folds || foldedUp, down && !folds || foldedDown
}

// contradictory looks for a mean that is not between the least and the greatest value in the same answer.
func contradictory(x *oracle.Exchange) []oracle.Finding {
	o, ok := got(x)
	if !ok || !x.Succeeded() || len(o) == 1 {
		return nil
	}
	for _, m := range o {
		of, is := words.Middles.Cut(m.Name)
		if !is {
			continue
		}
		mean, numeric := value.Rat(m.Value)
		if !numeric {
			continue
		}
		low, has := figure(o, of, words.Smallest)
		high, both := figure(o, of, words.Largest)
		slack := rounded(m.Value)
		less := has && mean.Cmp(new(big.Rat).Sub(low, slack)) < 0 && !near(low, mean)
		if more := both && mean.Cmp(new(big.Rat).Add(high, slack)) > 0 && !near(high, mean); less || more {
			return one(m.Name, "%s is not between the least and the greatest value beside it", m.Name)
		}
	}
	return nil
}

// figure returns the number of an object whose name consists of a noun and a word of the table, such as the mean of
// the price.
func figure(o value.Object, of string, called words.Table) (*big.Rat, bool) {
	for _, m := range o {
		if rest, is := called.Cut(m.Name); is && rest == of {
			return value.Rat(m.Value)
		}
	}
	return nil, false
}

// rounded returns the greatest rounding error of a shown number: half a unit of its last digit.
func rounded(v any) *big.Rat {
	_, digits, _ := strings.Cut(text(v), ".")
	one := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(digits))), nil)
	return new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Mul(big.NewInt(2), one))
}
