package function

import (
	"reflect"

	"github.com/evoke-go/evoke/function/internal/typed"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// outcome is the way in which a call ended.
type outcome int

const (
	returned outcome = iota
	failed           // it returned an error
	panicked
	ended   // it ended its goroutine
	hung    // it did not end in time
	skipped // it was not made, because it would end the process, or hangs often
)

// String returns the outcome as a word.
func (o outcome) String() string {
	return [...]string{"returned", "error", "panic", "goroutine ended", "time-out", "skipped"}[o]
}

// observation is the result of a call.
type observation struct {
	outcome outcome
	results []reflect.Value // for returned and failed
	err     error           // for failed: the first error
	panic   *sut.Panic      // for panicked
	place   string          // for hung: the place where it hung
	// seen are the properties of the results that tests can assert. They are recorded only if asked for.
	seen []result
	// finding is the defect that the call shows; nil for none.
	finding *finding
}

// result has the properties of a result that a test can assert.
type result struct {
	// plain is the value, if a literal has it.
	plain any
	whole bool
	// length is the length; -1 for a value without one.
	length int
	isNil  bool
	canNil bool
	// text is the text of an error.
	text string
}

// observe observes the results of a function. It runs in the goroutine and time limit of the function, because the
// Error method of an error is code of the function as well.
func observe(results []reflect.Value, closely bool) *observation {
	o := &observation{results: results}
	for _, v := range results {
		if err, ok := v.Interface().(error); ok && isError(v.Type()) && o.err == nil {
			o.outcome, o.err = failed, err
		}
		if closely {
			o.seen = append(o.seen, look(v))
		}
	}
	return o
}

func look(v reflect.Value) result {
	out := result{length: typed.Length(v)}
	out.isNil, out.canNil = typed.Nil(v)
	if err, ok := v.Interface().(error); ok && isError(v.Type()) {
		out.text = err.Error()
		return out
	}
	out.plain, out.whole = typed.Plain(v)
	return out
}

// state returns the result as plain data.
func (r *result) state() any {
	return []any{r.plain, r.whole, int64(r.length), r.isNil, r.canNil, r.text}
}

// readResult is the inverse of state.
func readResult(state any) (result, bool) {
	list, _ := state.([]any)
	if len(list) != 6 {
		return result{}, false
	}
	r := result{plain: list[0]}
	length, ok := list[2].(int64)
	r.length = int(length)
	for i, to := range []*bool{1: &r.whole, 3: &r.isNil, 4: &r.canNil} {
		if to != nil {
			var isBool bool
			*to, isBool = list[i].(bool)
			ok = ok && isBool
		}
	}
	var isText bool
	r.text, isText = list[5].(string)
	return r, ok && isText
}

// answer is the part of an observation that another process needs.
type answer struct {
	outcome outcome
	seen    []result
}

// state returns the answer as plain data.
func (a *answer) state() any {
	seen := make([]any, len(a.seen))
	for i := range a.seen {
		seen[i] = a.seen[i].state()
	}
	return value.Object{{Name: "outcome", Value: int64(a.outcome)}, {Name: "results", Value: seen}}
}

// readAnswer is the inverse of state.
func readAnswer(state any) (answer, bool) {
	object, _ := state.(value.Object)
	number, _ := object.Get("outcome")
	list, _ := object.Get("results")
	outcome, ok := number.(int64)
	results, isList := list.([]any)
	a := answer{outcome: toOutcome(outcome)}
	for _, r := range results {
		seen, fits := readResult(r)
		ok = ok && fits
		a.seen = append(a.seen, seen)
	}
	return a, ok && isList
}

// toOutcome converts a number to an outcome; an unknown number becomes skipped.
func toOutcome(n int64) outcome {
	if n < 0 || n > int64(skipped) {
		return skipped
	}
	return outcome(n)
}
