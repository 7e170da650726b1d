package rules

import (
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// CodeTotal is the code of the rule about totals that do not fit the elements.
const CodeTotal = 1008

// miscounted looks for a total that is not the number of the elements that it counts, or the sum of the parts or states
// that it adds up.
func miscounted(x *oracle.Exchange) []oracle.Finding {
	if !x.Succeeded() {
		return nil
	}
	v, _ := x.Got()
	o, isObject := v.(value.Object)
	if f := missedState(x); f != nil {
		return f
	}
	if _, isList := elements(x); isObject && x.Invalid == nil && (!isList || !x.Safe()) {
		inner, _ := resource(o)
		return missummed(x.Operation, inner)
	}
	l, ok := listingOf(x)
	if !ok || isObject && slices.ContainsFunc(l.list, priced) {
		return nil
	}
	if f := misnumbered(l); f != nil {
		return f
	}
	return wrongPages(l)
}

// totals returns the members of the answer beside its elements, with those of its part for totals, and the totals in
// its header, such as X-Total-Count, as members.
func (l listing) totals() value.Object {
	v, _ := l.Got()
	out := withTotals(object(v))
	for _, name := range slices.Sorted(maps.Keys(l.Response.Header)) {
		plain := strings.TrimPrefix(words.Plain(name), "x")
		if v := l.Response.Header.Get(name); value.IsNumber(v) && (words.Totals + words.PageCounts).Has(plain) {
			out = append(out, value.Member{Name: plain, Value: numeral(v)})
		}
	}
	return out
}

// total returns the name and the value of the last member of an object that is a total, or -1.
func total(o value.Object) (name string, n int) {
	n = -1
	for _, m := range o {
		if i, ok := integer(m.Value); ok && words.Totals.Has(m.Name) {
			name, n = m.Name, i
		}
	}
	return name, n
}

// integer returns a number without a fraction.
func integer(v any) (n int, ok bool) {
	r, ok := value.Rat(v)
	if !ok || !r.IsInt() || !r.Num().IsInt64() {
		return 0, false
	}
	return int(r.Num().Int64()), true
}

// misnumbered looks for a total that is less than the number of the elements, differs from the number of a whole list,
// or from the total of the whole list if parameters only ask for a page, or equals that although they leave elements
// out.
func misnumbered(l listing) []oracle.Finding {
	w, known := l.plain()
	for _, m := range l.totals() {
		n, ok := integer(m.Value)
		if !ok || !words.Totals.Has(m.Name) {
			continue
		}
		was, has := -1, false
		if known && len(l.Query()) > 0 {
			v, _ := w.totals().Get(m.Name)
			was, has = integer(v)
			has = has && was == len(w.list)
		}
		_, _, paged := parameterOf(l.Exchange, words.Paging)
		switch {
		case has && n != was && l.only(words.Paging) && strings.HasPrefix(words.Plain(m.Name), "total"):
			return one(m.Name, "%s of a page is not that of the whole list", m.Name)
		case has && n == was && !paged && len(l.list) < was && !words.Beyond().MatchString(told(l.Operation, m.Name)):
			return one(m.Name+" filtered", "%s has what the parameters leave out of the list", m.Name)
		case n < len(l.list), n != len(l.list) && whole(l.Exchange, l.list):
			return one(m.Name, "%s is not the number of the elements", m.Name)
		}
	}
	return nil
}

// wrongPages looks for a number of pages that does not follow from the total beside it and the page length of the
// call. An empty list may have one page.
func wrongPages(l listing) []oracle.Finding {
	_, most, limited := number(l.Exchange, words.Limits)
	_, all := total(l.totals())
	if !limited || most == 0 || all <= 0 {
		return nil
	}
	for _, m := range l.totals() {
		n, ok := integer(m.Value)
		if wanted := (all + most - 1) / most; ok && words.PageCounts.Has(m.Name) && n != wanted {
			return one(m.Name, "%s is %d, and all of the %d elements need %d of %d", m.Name, n, all, wanted, most)
		}
	}
	return nil
}

// missummed looks for a sum that differs from the sum of the parts in the only list of an object. Objects with members
// that alter a sum, such as a tax, do not count, and neither do sums whose description names such members.
func missummed(op *operation, o value.Object) []oracle.Finding {
	var list []any
	lists := 0
	for _, m := range o {
		if l, ok := m.Value.([]any); ok {
			list = l
			lists++
		}
	}
	alters := func(m value.Member) bool { return !blank(m.Value) && words.Altering.Has(m.Name) }
	if lists != 1 || len(list) == 0 || slices.ContainsFunc(o, alters) {
		return nil
	}
	right, ok := sumOf(list)
	if !ok {
		return nil
	}
	for _, m := range o {
		total, numeric := value.Rat(m.Value)
		if !numeric || !isSum(m.Name) || adds(total, right) || altersSum(saysOf(op, m.Name), o) ||
			tellsOff(o, total, right) {
			continue
		}
		return one(m.Name, "%s is not the sum of the parts", m.Name)
	}
	return nil
}

// byAccident is the least whole number that two members hardly share by chance.
const byAccident = 10

// tellsOff reports whether another number of the object explains the difference between a sum and its parts.
func tellsOff(o value.Object, total, right *big.Rat) bool {
	off := new(big.Rat).Sub(total, right)
	if off.Abs(off); off.IsInt() && off.Cmp(big.NewRat(byAccident, 1)) < 0 {
		return false
	}
	return slices.ContainsFunc(o, func(m value.Member) bool {
		n, numeric := value.Rat(m.Value)
		return numeric && !isSum(m.Name) && adds(new(big.Rat).Abs(n), off)
	})
}

// altersSum reports whether the description of a sum says that something alters it: a word for such amounts, or
// another member of the object that has a value.
func altersSum(description string, o value.Object) bool {
	terms := wordsOf(description)
	return words.Altering.Has(description) || slices.ContainsFunc(o, func(m value.Member) bool {
		_, listed := m.Value.([]any)
		return !listed && !blank(m.Value) && !isSum(m.Name) && slices.Contains(terms, strings.ToLower(m.Name))
	})
}

// isSum reports whether a member has the name of a sum.
func isSum(name string) bool { return words.Sums.Has(name) }

// sumOf adds the costs of the parts: the sum of each part, or its price times its quantity. It returns false unless
// all parts state their costs in the same way.
func sumOf(list []any) (*big.Rat, bool) {
	sum := new(big.Rat)
	for _, e := range list {
		o, ok := e.(value.Object)
		if !ok {
			return nil, false
		}
		part, own := numberNamed(o, words.Parts)
		price, priced := numberNamed(o, words.Prices)
		n, counted := numberNamed(o, words.Quantities)
		switch {
		case priced && counted:
			sum.Add(sum, new(big.Rat).Mul(price, n))
		case own:
			sum.Add(sum, part)
		default:
			return nil, false
		}
		if slices.ContainsFunc(o, func(m value.Member) bool { return words.Altering.Has(m.Name) && !blank(m.Value) }) {
			return nil, false
		}
	}
	return sum, true
}

func numberNamed(o value.Object, called words.Table) (*big.Rat, bool) {
	for _, m := range o {
		if n, ok := value.Rat(m.Value); ok && called.Has(m.Name) {
			return n, true
		}
	}
	return nil, false
}

// cents bounds the relative error of sums of rounded parts: one part in cents.
const cents = 100

// adds reports whether two sums are equal but for rounding.
func adds(a, b *big.Rat) bool {
	off := new(big.Rat).Sub(a, b)
	return off.Abs(off).Cmp(big.NewRat(1, cents)) <= 0 || near(a, b)
}

// priced reports whether an element has a price. A total beside such elements may be a sum of prices.
func priced(e any) bool {
	o, ok := e.(value.Object)
	if !ok {
		return false
	}
	_, has := numberNamed(o, words.Prices)
	return has
}

// missedState looks for a total that differs from the sum of the numbers beside it, which are called like all possible
// states of an element.
func missedState(x *oracle.Exchange) []oracle.Finding {
	o, ok := got(x)
	if _, isList := elements(x); !ok || isList || !reads(x) {
		return nil
	}
	i := slices.IndexFunc(o, func(m value.Member) bool { return words.Totals.Has(m.Name) })
	if i < 0 {
		return nil
	}
	total, ok := value.Rat(o[i].Value)
	if !ok {
		return nil
	}
	candidates := []value.Object{o}
	for _, m := range o {
		candidates = append(candidates, object(m.Value))
	}
	for _, counts := range candidates {
		if sum, all := sumOfStates(x, counts); all && sum.Cmp(total) != 0 {
			return one(o[i].Name+" of states", "%s is not the sum of the numbers of each state beside it", o[i].Name)
		}
	}
	return nil
}

// leastStates is the number of states from which on equal names of numbers are no coincidence.
const leastStates = 3

// sumOfStates adds the numbers of an object that are called like the choices of a member in the schema. It returns
// false unless all choices of some member have a number.
func sumOfStates(x *oracle.Exchange, counts value.Object) (sum *big.Rat, ok bool) {
	for _, op := range x.Operations {
		for _, choices := range choicesIn(op) {
			if len(choices) < leastStates || len(counts) < len(choices) {
				continue
			}
			if sum, ok = sumNamed(counts, choices); ok {
				return sum, true
			}
		}
	}
	return nil, false
}

// sumNamed adds the numbers with the given names. It returns false if one is missing.
func sumNamed(counts value.Object, names []string) (*big.Rat, bool) {
	sum := new(big.Rat)
	for _, name := range names {
		i := slices.IndexFunc(counts, func(m value.Member) bool { return words.Plain(m.Name) == words.Plain(name) })
		if i < 0 {
			return nil, false
		}
		n, numeric := value.Rat(counts[i].Value)
		if !numeric {
			return nil, false
		}
		sum.Add(sum, n)
	}
	return sum, true
}

// choicesIn returns, for each member with choices in the answers of an operation, its choices.
func choicesIn(op *operation) (out [][]string) {
	for _, r := range op.Responses {
		for _, m := range r.Content {
			if m.Schema == nil || !strings.HasPrefix(r.Status, "2") {
				continue
			}
			for _, p := range message.Flatten(m.Schema).Properties {
				if choices := choicesOf(op, p.Name); len(choices) > 0 {
					out = append(out, choices)
				}
			}
		}
	}
	return out
}
