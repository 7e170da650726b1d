package function

import (
	"reflect"

	"github.com/evoke-go/evoke/function/internal/typed"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// outcome is how a call ended.
type outcome int

const (
	returned outcome = iota
	failed           // it returned an error
	panicked
	ended   // its goroutine
	hung    // it was given up
	skipped // it was not made, as it is known to end the process or to hang often
)

// String returns the outcome in a word.
func (o outcome) String() string {
	return [...]string{"returned", "error", "panic", "goroutine ended", "time-out", "skipped"}[o]
}

// observation is what came of a call.
type observation struct {
	outcome outcome
	results []reflect.Value // of returned and failed
	err     error           // of failed: the first error
	panic   *sut.Panic      // of panicked
	place   string          // of hung
	// seen is what tests can assert of the results; it is made for tests that
	// are to be written only.
	seen []result
	// finding is what is wrong, nil for nothing.
	finding *finding
}

// result is what a test can see of a result.
type result struct {
	// plain is the value, if a literal gives it.
	plain any
	whole bool
	// length is -1 for what has none.
	length int
	isNil  bool
	canNil bool
	// text is that of an error.
	text string
}

// observe looks at what a function returned. It runs where the function does:
// the method of an error is the function's doing too.
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

// state is the result as plain data.
func (r *result) state() any {
	return []any{r.plain, r.whole, int64(r.length), r.isNil, r.canNil, r.text}
}

// readResult reads what state returned.
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

// answer is an observation as another process sees it.
type answer struct {
	outcome outcome
	seen    []result
}

// state is the answer as plain data.
func (a *answer) state() any {
	seen := make([]any, len(a.seen))
	for i := range a.seen {
		seen[i] = a.seen[i].state()
	}
	return value.Object{{Name: "outcome", Value: int64(a.outcome)}, {Name: "results", Value: seen}}
}

// readAnswer reads what state returned.
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

// toOutcome reads an outcome; unknown ones are skipped.
func toOutcome(n int64) outcome {
	if n < 0 || n > int64(skipped) {
		return skipped
	}
	return outcome(n)
}
