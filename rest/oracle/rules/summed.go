package rules

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

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
		return []oracle.Finding{{Detail: m.Name, Reason: fmt.Sprintf("%s is not the sum of the parts", m.Name)}}
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

// withTotals returns an object together with the members of its part for totals, if it has such a part.
func withTotals(o value.Object) value.Object {
	out := slices.Clip(o)
	for _, m := range o {
		if words.Besides.Has(m.Name) {
			out = append(out, object(m.Value)...)
		}
	}
	return out
}
