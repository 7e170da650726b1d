package where

// Evaluate judges the statement over rows. Rows that are not given count as missing.
func (q *Query) Evaluate(args []Arg, rows Rows) Result {
	e := newEvaluator(&q.facts, args, rows)
	e.outcomes = make([]Outcome, len(q.statement.Conditions))
	for i := range e.outcomes {
		e.outcomes[i] = Outcome{True: unreached, False: unreached}
	}
	found := asker{e}.answers(q.statement.Select)
	out := Result{Any: found.any, None: found.none, Conditions: e.outcomes}
	if found.any < 1 {
		out.Wanted = q.wanted(args, rows)
	}
	return out
}
