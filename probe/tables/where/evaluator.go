package where

import (
	"math"
	"time"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe/tables/where/internal/cell"
	"github.com/evoke-go/evoke/probe/tables/where/internal/syntax"
)

const (
	// unreached is the score of what was not evaluated, for lack of rows. It is below all scores of evaluations.
	unreached = heuristics.Absent / 2
	// below1 is the largest score of an outcome that was not the case.
	below1 = 1 - 1.0/(1<<53)
	// mostSteps bounds how many conditions are evaluated, and mostCombinations the combinations of rows of a query.
	mostSteps, mostCombinations = 100_000, 2_000
	// mostNested bounds how deep values are computed.
	mostNested = 256
)

// evaluator evaluates a query over rows.
type evaluator struct {
	*facts
	args     []Arg
	rows     Rows
	names    map[string][]string // of the columns of the tables; nil for those that are not known
	bound    []binding           // by the number of the column
	outcomes []Outcome           // nil: nobody asks for them
	patterns map[patternKey]*cell.Pattern
	derived  map[*syntax.Select][]Row
	answered map[*syntax.Select]verdict // of queries that depend on no other one
	lowest   int                        // the least depth of a scope that a column was read from
	steps    int                        // how many conditions may still be evaluated
	nested   int
}

// newEvaluator returns an evaluator of a statement.
func newEvaluator(f *facts, args []Arg, rows Rows) *evaluator {
	return &evaluator{
		facts: f, args: args, rows: rows, names: map[string][]string{},
		bound:  make([]binding, f.statement.Columns),
		lowest: math.MaxInt, steps: mostSteps,
	}
}

// The parts of an evaluation.
type (
	binder     struct{ *evaluator } // finds columns
	calculator struct{ *evaluator } // computes values
	judge      struct{ *evaluator } // judges conditions
	asker      struct{ *evaluator } // judges and answers queries
)

func (e *evaluator) bind(c *syntax.Column, s *scope) *binding           { return binder{e}.bind(c, s) }
func (e *evaluator) value(x syntax.Expr, s *scope) any                  { return calculator{e}.value(x, s) }
func (e *evaluator) operand(x syntax.Expr, s *scope) cell.Operand       { return calculator{e}.operand(x, s) }
func (e *evaluator) truth(x syntax.Expr, s *scope) heuristics.Truthness { return judge{e}.truth(x, s) }
func (e *evaluator) rowsOf(from *syntax.Source) []Row                   { return asker{e}.rowsOf(from) }

// argument returns the value of a placeholder.
func (e *evaluator) argument(p *syntax.Param) any {
	for i := range e.args {
		if a := &e.args[i]; p.Name != "" && a.Name == p.Name || a.Name == "" && a.Ordinal == p.Ordinal {
			return cell.Plain(a.Value)
		}
	}
	return cell.Unknown{}
}

// note notes how a condition came out, with up to three operands.
func (e *evaluator) note(l *syntax.Leaf, t heuristics.Truthness, operands ...any) {
	if e.outcomes == nil || l.ID == 0 || t == (heuristics.Truthness{}) {
		return
	}
	if l.Negated {
		t = t.Not()
	}
	o := &e.outcomes[l.ID-1]
	if t.OfTrue > o.True || o.Operands == nil && len(operands) > 0 {
		o.Operands = o.Operands[:0]
		for _, v := range operands {
			o.Operands = append(o.Operands, shown(v))
		}
	}
	o.True, o.False = max(o.True, t.OfTrue), max(o.False, t.OfFalse)
}

// shown returns a value as an operand that a tracker can look for.
func shown(v any) any {
	switch v := v.(type) {
	case time.Time:
		if v.Equal(v.Truncate(24*time.Hour)) && v.Location() == time.UTC {
			return v.Format("2006-01-02")
		}
		return v.Format(time.RFC3339Nano)
	case nil, int64, float64, string:
		return v
	}
	return nil
}

// mean is the mean of scores with this sum. It is 1 only if all are.
func mean(sum float64, n int, all bool) float64 {
	switch {
	case all:
		return 1
	case n == 0:
		return unreached
	}
	return min(sum/float64(n), below1)
}
