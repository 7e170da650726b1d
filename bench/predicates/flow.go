package predicates

import (
	"errors"
	"fmt"
	"iter"
)

func flow() []Predicate {
	return []Predicate{
		query("an error or none", errorReturned, "checkAge"),
		query("one of several known errors", knownErrors, "withdraw"),
		query("an error of a type of its own", errorOfType, "reserve"),
		query("a panic that is recovered", recovered),
		query("a condition in a closure", closure),
		query("early ways out", earlyReturns),
		body("an iterator", iterated, "odd"),
		query("deferred work", deferred),
		query("a jump back", jumping),
		query("a small machine", machine),
	}
}

func checkAge(n int64) error {
	if n < 0 {
		return errors.New("not born")
	}
	if n > 150 {
		return fmt.Errorf("%d is too old", n)
	}
	return nil
}

func errorReturned(in number) int {
	if err := checkAge(in.N); err != nil {
		return -1
	}
	return 1
}

var errEmpty, errLimit = errors.New("empty"), errors.New("over the limit")

func withdraw(balance, amount int64) error {
	switch {
	case balance <= 0:
		return errEmpty
	case amount > 5000:
		return fmt.Errorf("withdraw %d: %w", amount, errLimit)
	}
	return nil
}

func knownErrors(in pair) int {
	err := withdraw(in.A, in.B)
	if err == errEmpty {
		return 1
	}
	if errors.Is(err, errLimit) {
		return 2
	}
	return 0
}

type shortage struct{ missing int64 }

func (s *shortage) Error() string { return fmt.Sprint(s.missing, " are missing") }

func reserve(n int64) error {
	if n > 2500 {
		return &shortage{n - 2500}
	}
	return nil
}

func errorOfType(in number) int {
	var s *shortage
	if errors.As(reserve(in.N), &s) {
		if s.missing == 77 {
			return 2
		}
		return 1
	}
	return 0
}

func recovered(in struct{ A, B int32 }) (answer int) {
	defer func() {
		if r := recover(); r != nil {
			answer = -1
		}
	}()
	digits := []int32{3, 1, 4, 1, 5, 9, 2, 6}
	if digits[in.A] == 4 && in.B > 40 {
		return 1
	}
	return 0
}

func closure(in pair) int {
	above := func(n int64) bool { return n > in.B && n < in.B+20 }
	if above(in.A) {
		return 1
	}
	return 0
}

func earlyReturns(in triple) int {
	if in.A%2 != 0 {
		return 0
	}
	if in.B < 2*in.A {
		return 1
	}
	if in.A < 1000 {
		return 2
	}
	if in.C != in.A+in.B {
		return 3
	}
	return 4
}

func odd(list []int64) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for _, v := range list {
			if v%2 != 0 && !yield(v) {
				return
			}
		}
	}
}

func iterated(in list) int {
	for v := range odd(in.List) {
		if v > 7000 {
			return 1
		}
	}
	return 0
}

func deferred(in number) (answer int) {
	defer func() {
		if answer > 100 && in.N < 0 {
			answer = 100
		}
	}()
	if in.N < -6000 || in.N == 600 {
		return int(in.N & 0xFFFF)
	}
	return 0
}

func jumping(in struct{ N uint8 }) int {
	n, rounds := int(in.N), 0
again:
	if n > 20 {
		n -= 20
		rounds++
		goto again
	}
	if rounds == 7 && n == 13 {
		return 1
	}
	return 0
}

func machine(in text) int {
	state := 0
	for _, c := range in.S {
		switch {
		case state == 0 && c == 'a':
			state = 1
		case state == 1 && c == 'b':
			state = 2
		case state == 2 && c == 'c':
			return 1
		default:
			state = 0
		}
	}
	return 0
}
