// Package sample has conditions in all positions that count, and some that do
// not.
package sample

import "strings"

const debug = false

type flag bool

type box[T comparable] struct{ v T }

// Combined has operands, negations and parentheses.
func Combined(a, b int, s string) string {
	if a > 0 && (b > 0 || !(s == "x")) {
		return "yes"
	}
	if !strings.HasPrefix(s, "é") && a ==
		b {
		return "same"
	}
	return "no"
}

// Values has conditions that are not those of a statement.
func Values(a, b int) (bool, bool) {
	less := a < b
	both := a == 1 && b == 2
	return less, both || (a+b == 7)
}

// Loops counts up to n, by steps of two where even is set.
func Loops(n int, even bool) (sum int) {
	for i := 0; i < n; i++ {
		if even && i%2 == 1 {
			continue
		}
		sum += i
	}
	for range n {
		sum++
	}
	for {
		if sum > 3 {
			return sum
		}
		sum++
	}
}

// Cases has a switch that is a chain of conditions, and one that is none.
func Cases(a int, s string) int {
	switch {
	case a < 0, a > 100:
		return 1
	case a == 50:
		return 2
	}
	switch s {
	case "a":
		return 3
	}
	return 0
}

// Places has conditions that begin where another one does.
func Places(a, b int, s string, c bool) int {
	n := 0
	if a < b == c {
		n++
	}
	if strings.Contains(s, "x") == c {
		n += 2
	}
	return n
}

// Twice has the same condition twice.
func Twice(a int) int {
	if a > 5 {
		a++
	}
	if a > 5 {
		a++
	}
	return a
}

// is has a type parameter.
func (b *box[T]) is(v T) bool { return b != nil && b.v == v }

// Flags has conditions of other types, and one that is constant.
func Flags(f flag, n int) int {
	if f {
		n++
	}
	if debug || true {
		n++
	}
	is := func(v int) bool { return v > 0 && (&box[int]{1}).is(v) }
	if is(n) {
		n++
	}
	return n
}

var initial = len("x") == 1 && Twice(9) == 11
