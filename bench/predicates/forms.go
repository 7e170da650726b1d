package predicates

import (
	"errors"
	"fmt"
	"strings"
)

// validations are predicates written as forms are validated every day: messages are
// gathered, failures counted, errors joined and asked for, results put into structs.
func validations() []Predicate {
	return []Predicate{
		query("messages gathered in a slice", gathered, "faultsOf"),
		query("messages gathered in a map", gatheredByField, "faultsByField"),
		query("failures counted", counted, "failures"),
		query("errors joined", joined, "joinedFaults"),
		query("an error that is asked for by its value", askedFor, "quantity"),
		query("an error whose type is asked for", askedForType, "priceOf"),
		query("a struct with a field that says whether all is well", verdictField, "judge"),
		query("a struct with an error", verdictError, "judgeError"),
		query("a validator behind an interface", behindInterface, "evenRule.holds", "aboveRule.holds"),
		query("rules in a map by name", ruleMap),
		query("a closure that is made for a limit", madeClosure, "limitsOf"),
		query("a result through two variables", twoVariables, "isBatch"),
		query("a result and another condition in a variable", combinedVariable, "isBatch"),
		query("a switch over two results", switchedResults, "isBatch", "isStock"),
		query("a function that returns a conjunction of results", passedOn, "both", "isBatch", "isStock"),
		query("a result that is compared with another one", comparedResults, "isBatch"),
		query("a result by code", byCode, "codeOf"),
		query("a result by a name of a state", byState, "stateOf"),
		query("a deferred verdict", byDefer, "turnedRound"),
		query("a panic that becomes an error", byPanic, "must", "safely"),
		query("steps that stop at the first error", inSteps),
		query("a generic function over rules", genericRules),
	}
}

func faultsOf(code string, n int64) []string {
	var faults []string
	if !strings.HasPrefix(code, "INV-") {
		faults = append(faults, "the code has no prefix")
	}
	if len(code) != 8 {
		faults = append(faults, "the code has another length")
	}
	if n < 40_000 || n > 40_010 {
		faults = append(faults, "the amount is out of range")
	}
	return faults
}

type codes struct {
	A, B string `schema:"maxLength=20"`
	M, N int64
}

func gathered(in codes) int {
	if len(faultsOf(in.A, in.M)) > 0 {
		return 0
	}
	if faults := faultsOf(in.B, in.N); len(faults) != 0 {
		return 1
	}
	return 2
}

func faultsByField(code string, n int64) map[string]string {
	faults := map[string]string{}
	if len(code) < 6 {
		faults["code"] = "too short"
	} else if code[0] != 'K' {
		faults["code"] = "no K"
	}
	if n%1000 != 999 {
		faults["amount"] = "odd"
	}
	return faults
}

func gatheredByField(in codes) int {
	if faults := faultsByField(in.A, in.M); len(faults) > 0 {
		return 0
	}
	if len(faultsByField(in.B, in.N)) == 0 {
		return 2
	}
	return 1
}

func failures(n, low, high int64) int {
	count := 0
	if n < low {
		count++
	}
	if n > high {
		count++
	}
	if n%13 != 0 {
		count++
	}
	return count
}

func counted(in pair) int {
	if failures(in.A, 30_000, 30_100) > 0 {
		return 0
	}
	if failures(in.B, -5000, -4900) == 0 {
		return 2
	}
	return 1
}

func joinedFaults(code string, n int64) error {
	var all []error
	if code != "express" && code != "standard" {
		all = append(all, errors.New("no such service"))
	}
	if n < 77_000 {
		all = append(all, fmt.Errorf("%d is too little", n))
	}
	return errors.Join(all...)
}

func joined(in codes) int {
	if err := joinedFaults(in.A, in.M); err != nil {
		return 0
	}
	if joinedFaults(in.B, in.N) != nil {
		return 1
	}
	return 2
}

var (
	errMissing = errors.New("missing")
	errHigh    = errors.New("too high")
)

func quantity(n int64) error {
	if n < 60_000 {
		return fmt.Errorf("quantity: %w", errMissing)
	}
	if n > 60_020 {
		return errHigh
	}
	return nil
}

func askedFor(in pair) int {
	switch err := quantity(in.A); {
	case errors.Is(err, errMissing):
		return 0
	case errors.Is(err, errHigh):
		return 1
	}
	if err := quantity(in.B); errors.Is(err, errMissing) || errors.Is(err, errHigh) {
		return 2
	}
	return 3
}

func priceOf(n int64) error {
	if n < 9000 {
		return &shortage{9000 - n}
	}
	if n%11 != 0 {
		return errHigh
	}
	return nil
}

func askedForType(in pair) int {
	var missing *shortage
	if err := priceOf(in.A); errors.As(err, &missing) {
		return 0
	} else if err != nil {
		return 1
	}
	if err := priceOf(in.B); errors.As(err, &missing) && missing.missing == 4000 {
		return 2
	}
	return 3
}

type verdict struct {
	ok  bool
	err error
	why string
}

func judge(n int64) verdict {
	if n < 12_000 {
		return verdict{why: "small"}
	}
	if n > 12_010 {
		return verdict{why: "large"}
	}
	return verdict{ok: true}
}

func verdictField(in pair) int {
	v := judge(in.A)
	if !v.ok {
		return 0
	}
	if judge(in.B).ok {
		return 2
	}
	return 1
}

func judgeError(code string) (v verdict) {
	if len(code) != 5 {
		v.err = errHigh
		return v
	}
	if !strings.HasSuffix(code, "/x") {
		v.err = errMissing
	}
	return v
}

func verdictError(in words) int {
	if v := judgeError(in.A); v.err != nil {
		return 0
	}
	if v := judgeError(in.B); v.err != nil {
		return 1
	}
	return 2
}

type rule interface{ holds(n int64) bool }

type evenRule struct{ of int64 }

func (r evenRule) holds(n int64) bool { return n%r.of == 0 }

type aboveRule struct{ low, high int64 }

func (r *aboveRule) holds(n int64) bool {
	if n < r.low {
		return false
	}
	return n <= r.high
}

func hold(n int64, rules ...rule) bool {
	for _, r := range rules {
		if !r.holds(n) {
			return false
		}
	}
	return true
}

func behindInterface(in pair) int {
	if !hold(in.A, &aboveRule{70_000, 70_100}, evenRule{17}) {
		return 0
	}
	if !hold(in.B, &aboveRule{-70_100, -70_000}, evenRule{19}) {
		return 1
	}
	return 2
}

func namedRules() map[string]func(string) bool {
	return map[string]func(string) bool{
		"code": func(s string) bool { return len(s) == 6 && strings.HasPrefix(s, "Z") },
		"word": func(s string) bool { return strings.HasSuffix(s, "ing") },
	}
}

func ruleMap(in words) int {
	check, ok := namedRules()[in.A]
	if !ok {
		return 0
	}
	if check(in.B) {
		return 2
	}
	return 1
}

func limitsOf(low, high int64) func(int64) bool {
	return func(n int64) bool { return n > low && n < high }
}

func madeClosure(in pair) int {
	near, far := limitsOf(100, 105), limitsOf(91_000, 91_004)
	if !far(in.A) {
		return 0
	}
	if near(in.B) {
		return 2
	}
	return 1
}

func isBatch(s string) bool {
	if len(s) != 6 {
		return false
	}
	return s[0] == 'B' && s[1] == '-'
}

func isStock(n int64) bool { return n > 3000 && n%100 == 42 }

func twoVariables(in words) int {
	first := isBatch(in.A)
	second := isBatch(in.B)
	if !first {
		return 0
	}
	if second {
		return 2
	}
	return 1
}

func combinedVariable(in codes) int {
	ok := isBatch(in.A) && in.M > 50_000
	if !ok {
		return 0
	}
	valid := true
	if !isBatch(in.B) || in.N != in.M {
		valid = false
	}
	if valid {
		return 2
	}
	return 1
}

func switchedResults(in codes) int {
	switch {
	case !isBatch(in.A):
		return 0
	case !isStock(in.M):
		return 1
	case isBatch(in.B) && isStock(in.N):
		return 2
	}
	return 3
}

func both(s string, n int64) bool { return isBatch(s) && isStock(n) }

func passedOn(in codes) int {
	if both(in.A, in.M) {
		if both(in.B, in.N) {
			return 2
		}
		return 1
	}
	return 0
}

func comparedResults(in words) int {
	if isBatch(in.A) == false {
		return 0
	}
	if isBatch(in.B) != true {
		return 1
	}
	return 2
}
