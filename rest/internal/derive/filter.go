package derive

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// maxFilters is how many filters of one reader are tried on what one operation made.
const maxFilters = 12

// pair is a member of what was sent, as texts.
type pair struct{ name, value string }

// pairsOf returns the members with texts and numbers that the body of a call has.
func pairsOf(c *action.Call) (out []pair) {
	for _, t := range action.Takers(c) {
		if t.Param != genotype.InBody || t.Name == "" {
			continue
		}
		switch v := t.Value().(type) {
		case string:
			out = append(out, pair{t.Name, v})
		case int64:
			out = append(out, pair{t.Name, strconv.FormatInt(v, 10)})
		}
	}
	return out
}

// bothWays is the notation of label selectors for what elements are like, and what they are
// unlike.
const bothWays = `{%[1]s=%[2]s,%[4]s!~%[5]s}`

// inNotation writes conditions about one member, and about another one where the notation has two.
func inNotation(notation string, one, other pair) string {
	return fmt.Sprintf(notation, one.name, strconv.Quote(one.value), one.value, other.name, strconv.Quote(other.value))
}

// notations are ways to say in a filter what a member is like: those of label selectors,
// of FIQL and RSQL, of OData and of search engines. %[1]s is a name, %[2]s a value in
// double quotes, %[3]s the value as it is, and %[4]s and %[5]s are another pair. Some lack
// an end.
func notations() []string {
	return []string{
		`%[1]s=%[2]s`, bothWays, `%[1]s!=%[2]s`, `%[1]s=~%[2]s`, `%[1]s=%[3]s`, `%[1]s!~%[2]s`,
		`%[1]s=%[2]s,%[4]s=%[5]s,`, `%[1]s==%[3]s`, `%[1]s:%[3]s`, `%[1]s eq '%[3]s'`, `{%[1]s=%[2]s`, `%[1]s=%[2]s}`,
	}
}

// filters has the inputs of a call which say what elements are wanted name what another
// call made, in the nth of the notations. It reports whether there is such an input.
func filters(r *rand.Rand, c, maker *action.Call, n int) bool {
	known := pairsOf(maker)
	if len(known) == 0 {
		return false
	}
	one, other := known[r.IntN(len(known))], known[r.IntN(len(known))]
	text := inNotation(notations()[n%len(notations())], one, other)
	done := false
	for i := range c.Genotype.Params {
		p := &c.Genotype.Params[i]
		if p.Spec.In != openapi.InQuery || !words.Filters.Has(p.Spec.Name) {
			continue
		}
		if gene.Assign(p.Gene, []any{text}) || gene.Assign(p.Gene, text) {
			done = true
		}
	}
	return done
}
