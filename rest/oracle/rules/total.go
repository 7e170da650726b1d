package rules

import (
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/rules/internal/sentence"
	"github.com/evoke-go/evoke/value"
)

// counted: a total is the number of the elements that it counts, a sum that of its parts.
func counted(*model) Relation {
	return Relation{
		Name:     "count",
		Law:      "A total is the number, or the sum, of the elements beside it.",
		Scenario: "observe",
		Rules: []*oracle.Rule{
			{Code: CodeTotal, Name: "wrong total", Check: miscounted,
				Explanation: "A total in the answer is not the number, or the sum, of the elements beside it."},
		},
	}
}

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
		case l.addsUp(n): // it is a sum
		case n < len(l.list), n != len(l.list) && whole(l.Exchange, l.list):
			return one(m.Name, "%s is not the number of the elements", m.Name)
		}
	}
	return nil
}

// addsUp reports whether a number is the sum of a number that all elements have and that is no id.
func (l listing) addsUp(n int) bool {
	if len(l.list) == 0 {
		return false
	}
	return slices.ContainsFunc(object(l.list[0]), func(m value.Member) bool {
		if words.Identities.Has(m.Name) || words.Keys.Ends(m.Name) {
			return false
		}
		sum := 0
		for _, e := range l.list {
			v, _ := object(e).Get(m.Name)
			part, ok := integer(v)
			if !ok {
				return false
			}
			sum += part
		}
		return sum == n
	})
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
	for _, m := range o {
		l, isList := m.Value.([]any)
		if isList && list != nil {
			return nil
		}
		if isList {
			list = l
		}
	}
	right, ok := sumOf(list)
	if !ok || slices.ContainsFunc(o, alters) {
		return nil
	}
	for _, m := range o {
		n, numeric := value.Rat(m.Value)
		if numeric && words.Sums.Has(m.Name) && !adds(n, right) && !explained(saysOf(op, m.Name), o, n, right) {
			return one(m.Name, "%s is not the sum of the parts", m.Name)
		}
	}
	return nil
}

// sumOf adds the costs of the parts: the sum of each part, or its price times its quantity. It returns false unless
// all parts state their costs in the same way, and nothing alters them.
func sumOf(list []any) (*big.Rat, bool) {
	sum := new(big.Rat)
	for _, e := range list {
		o := object(e)
		part, own := numberNamed(o, words.Parts)
		price, priced := numberNamed(o, words.Prices)
		n, counted := numberNamed(o, words.Quantities)
		switch {
		case slices.ContainsFunc(o, alters):
			return nil, false
		case priced && counted:
			sum.Add(sum, new(big.Rat).Mul(price, n))
		case own:
			sum.Add(sum, part)
		default:
			return nil, false
		}
	}
	return sum, len(list) > 0
}

// alters reports whether a member alters a sum, such as a tax.
func alters(m value.Member) bool { return words.Altering.Has(m.Name) && !blank(m.Value) }

// numberNamed returns the first number of an object that is called as the table says.
func numberNamed(o value.Object, called words.Table) (*big.Rat, bool) {
	for _, m := range o {
		if n, ok := value.Rat(m.Value); ok && called.Has(m.Name) {
			return n, true
		}
	}
	return nil, false
}

const (
	cents      = 100 // bounds the relative error of sums of rounded parts: one part in cents
	byAccident = 10  // the least whole number that two members hardly share by chance
)

// adds reports whether two sums are equal but for rounding.
func adds(a, b *big.Rat) bool {
	off := new(big.Rat).Sub(a, b)
	return off.Abs(off).Cmp(big.NewRat(1, cents)) <= 0 || near(a, b)
}

// explained reports whether another member of the object explains why a sum is not that of the parts: the description
// of the sum names it, or it is the difference.
func explained(description string, o value.Object, sum, right *big.Rat) bool {
	off := new(big.Rat).Sub(sum, right)
	small := off.Abs(off).IsInt() && off.Cmp(big.NewRat(byAccident, 1)) < 0
	terms := sentence.Words(description)
	return words.Altering.Has(description) || slices.ContainsFunc(o, func(m value.Member) bool {
		n, numeric := value.Rat(m.Value)
		_, listed := m.Value.([]any)
		return !words.Sums.Has(m.Name) && !listed && (!blank(m.Value) && named(terms, m.Name) ||
			!small && numeric && adds(n.Abs(n), off))
	})
}

// priced reports whether an element has a price. A total beside such elements may be a sum of prices.
func priced(e any) bool {
	_, has := numberNamed(object(e), words.Prices)
	return has
}

// leastStates is the number of states from which on equal names of numbers are no coincidence.
const leastStates = 3

// missedState looks for a total that differs from the sum of the numbers beside it, which are called like all possible
// states of an element.
func missedState(x *oracle.Exchange) []oracle.Finding {
	o, ok := got(x)
	name, all := total(o)
	if _, isList := elements(x); !ok || isList || !reads(x) || all < 0 {
		return nil
	}
	candidates := []value.Object{o}
	for _, m := range o {
		candidates = append(candidates, object(m.Value))
	}
	for _, op := range x.Operations {
		for _, choices := range choicesIn(op) {
			for _, counts := range candidates {
				sum, each := 0, len(choices) >= leastStates && len(counts) >= len(choices)
				for _, choice := range choices {
					v, _ := memberLike(counts, choice)
					n, has := integer(v)
					sum, each = sum+n, each && has
				}
				if each {
					if sum == all {
						return nil
					}
					return one(name+" of states", "%s is not the sum of the numbers of each state beside it", name)
				}
			}
		}
	}
	return nil
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

// consistent: the figures of an answer do not contradict each other.
func consistent(m *model) Relation {
	told := roundings{}
	return Relation{
		Name:     "within an answer",
		Law:      "The numbers of an answer do not contradict each other.",
		Scenario: "observe",
		Rules: []*oracle.Rule{
			{Code: CodeFigures, Name: "figures that contradict each other", Check: m.judge(told.contradictory),
				Explanation: "A mean is not between the least and the greatest value that the same answer has, or a " +
					"number is rounded in another way than a description says."},
		},
	}
}

// CodeFigures is the code of the rule about figures of an answer that contradict each other.
const CodeFigures = 1016

// contradictory looks for a mean that is not between the least and the greatest value in the same answer, and for a
// number that is rounded in the wrong way.
func (r roundings) contradictory(s *scene) []oracle.Finding {
	if f := r.misrounded(s); f != nil {
		return f
	}
	o, ok := got(s.Exchange)
	if !ok || !s.Succeeded() || len(o) == 1 {
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
