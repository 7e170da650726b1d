package rules

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// CodeCountsDeleted is the code of the rule about numbers that still count a deleted element.
const CodeCountsDeleted = 1017

// countsDeleted looks for numbers that rose by one when an element was made, and do not fall when it is deleted.
func countsDeleted(x *oracle.Exchange) []oracle.Finding {
	w, i := lastChange(x.Before)
	now, ok := got(x)
	if !ok || !reads(x) || w == nil || w.Request.Method != "DELETE" || !w.Succeeded() || w.Status() == 202 ||
		about(x.Path(), w.Path()) {
		return nil
	}
	then := sight(x, x.Before[:i])
	for k, b := range x.Before[:i] {
		if !made(b, w.Path(), w.Operation.Path) {
			continue
		}
		before, after := sight(x, x.Before[:k]), nextSight(x, x.Before[k+1:i])
		for _, m := range now {
			first, had := before.Get(m.Name)
			second, has := after.Get(m.Name)
			third, both := then.Get(m.Name)
			if had && has && both && !words.EverMade().MatchString(m.Name) && oneMore(first, second) &&
				oneMore(first, third) && oneMore(first, m.Value) {
				return []oracle.Finding{{Of: w.Operation, Detail: x.Operation.Path + " " + m.Name,
					Reason: fmt.Sprintf("%s of %s still counts what it deleted", m.Name, x.Operation.Name())}}
			}
		}
	}
	return nil
}

// nextSight returns the first answer to the same read among the given exchanges. It stops at the first change.
func nextSight(x *oracle.Exchange, after []*oracle.Exchange) value.Object {
	for _, b := range after {
		if shown, over := shows(x, b); over {
			return shown
		}
	}
	return nil
}

// oneMore reports whether b is the number a plus one.
func oneMore(a, b any) bool {
	x, numeric := value.Rat(a)
	y, both := value.Rat(b)
	return numeric && both && new(big.Rat).Sub(y, x).Cmp(big.NewRat(1, 1)) == 0
}

// CodeFigures is the code of the rule about figures of an answer that contradict each other.
const CodeFigures = 1016

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
			return []oracle.Finding{{Detail: m.Name,
				Reason: fmt.Sprintf("%s is not between the least and the greatest value beside it", m.Name)}}
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
