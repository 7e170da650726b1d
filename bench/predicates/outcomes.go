package predicates

import (
	"fmt"
	"strings"
)

// The functions below are those of [validations] whose outcome is told in other ways.

func codeOf(n int64) int {
	if n < 14_000 {
		return 1
	}
	if n > 14_008 {
		return 2
	}
	return 0
}

func byCode(in pair) int {
	if codeOf(in.A) != 0 {
		return 0
	}
	switch codeOf(in.B) {
	case 0:
		return 3
	case 1:
		return 2
	}
	return 1
}

func stateOf(s string) string {
	switch {
	case len(s) < 4:
		return "short"
	case !strings.HasPrefix(s, "=="):
		return "plain"
	}
	return "marked"
}

func byState(in words) int {
	if stateOf(in.A) != "marked" {
		return 0
	}
	if stateOf(in.B) == "marked" {
		return 2
	}
	return 1
}

func turnedRound(n int64) (ok bool) {
	defer func() { ok = !ok }()
	if n < 25_000 {
		return true
	}
	return n > 25_005
}

func byDefer(in pair) int {
	if !turnedRound(in.A) {
		return 0
	}
	if turnedRound(in.B) {
		return 2
	}
	return 1
}

func must(n int64) {
	if n < 66_000 {
		panic(errMissing)
	}
	if n > 66_006 {
		panic(errHigh)
	}
}

func safely(n int64) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errMissing
		}
	}()
	must(n)
	return nil
}

func byPanic(in pair) int {
	if err := safely(in.A); err != nil {
		return 0
	}
	if safely(in.B) == nil {
		return 2
	}
	return 1
}

func stepsOf(s string, n int64) (err error) {
	for _, step := range []func() error{
		func() error { return inLimit(n, 81_000, 81_009) },
		func() error { return joinedFaults(s, n) },
	} {
		if err = step(); err != nil {
			return fmt.Errorf("step: %w", err)
		}
	}
	return nil
}

func inSteps(in codes) int {
	if err := stepsOf(in.A, in.M); err != nil {
		return 0
	}
	if err := stepsOf(in.B, in.N); err != nil {
		return 1
	}
	return 2
}

func allOf[T any](v T, rules ...func(T) bool) bool {
	ok := true
	for _, r := range rules {
		ok = ok && r(v)
	}
	return ok
}

func genericRules(in codes) int {
	if !allOf(in.A, isBatch, func(s string) bool { return strings.HasSuffix(s, "7") }) {
		return 0
	}
	if allOf(in.N, isStock, func(n int64) bool { return n < 5000 }) {
		return 2
	}
	return 1
}
