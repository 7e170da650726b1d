package rules

import (
	"fmt"
	"math/big"

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
