package rules

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// CodeFigures is the code of figures of an answer that cannot all be right.
const CodeFigures = 1016

// Words of names of figures. They are read-only.
var (
	smallest = []string{"minimum", "min", "lowest", "smallest"}
	largest  = []string{"maximum", "max", "highest", "largest"}
	middles  = []string{"average", "avg", "mean", "median"}
)

// contradictory looks for a mean that is not between the least and the greatest value beside it.
func contradictory(x *oracle.Exchange) []oracle.Finding {
	o, ok := got(x)
	if !ok || !x.Succeeded() {
		return nil
	}
	for _, m := range o {
		mean, numeric := value.Rat(m.Value)
		of, is := figureOf(m.Name, middles)
		if !is || !numeric {
			continue
		}
		low, has := figure(o, of, smallest)
		high, both := figure(o, of, largest)
		slack := rounded(m.Value)
		less := has && mean.Cmp(new(big.Rat).Sub(low, slack)) < 0 && !near(low, mean)
		if more := both && mean.Cmp(new(big.Rat).Add(high, slack)) > 0 && !near(high, mean); less || more {
			return []oracle.Finding{{Detail: m.Name, Reason: fmt.Sprintf("%s is not between the least and the greatest value beside it", m.Name)}}
		}
	}
	return nil
}

// figureOf returns what is left of a name without one of some words at its beginning or end.
func figureOf(name string, words []string) (of string, ok bool) {
	plain := api.PlainName(name)
	for _, w := range words {
		if rest, ok := strings.CutPrefix(plain, w); ok {
			return rest, true
		}
		if rest, ok := strings.CutSuffix(plain, w); ok {
			return rest, true
		}
	}
	return "", false
}

// figure returns the number that is the figure of something.
func figure(o value.Object, of string, words []string) (*big.Rat, bool) {
	for _, m := range o {
		if rest, is := figureOf(m.Name, words); is && rest == of {
			return value.Rat(m.Value)
		}
	}
	return nil, false
}

// rounded is how far a number may be off because it is rounded: half of its last digit.
func rounded(v any) *big.Rat {
	_, digits, _ := strings.Cut(text(v), ".")
	one := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(digits))), nil)
	return new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Mul(big.NewInt(2), one))
}
