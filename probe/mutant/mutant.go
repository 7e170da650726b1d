// Package mutant is the runtime of a program that holds mutants of itself.
//
// Each mutant is one small change that a developer may make by mistake. Its code stands in the program beside the code
// that it changes, and does nothing until [Switch] switches it on. So one build has all mutants (mutant schemata: R. H.
// Untch, A. J. Offutt, M. J. Harrold, "Mutation analysis using mutant schemata", 1993).
//
// The code of this package is called by code that Evoke adds to a program. You
// do not call it yourself.
package mutant

import (
	"sync/atomic"

	_ "github.com/evoke-go/evoke/probe" // a program with mutants has probes too: they give it the order of the search
)

// Point is a place of the program with one mutant. The zero Point is switched off and was not reached.
type Point struct{ state atomic.Uint32 }

// The bits of the state of a point.
const (
	reached = 1 << iota
	switched
)

// On reports whether the mutant is switched on, and notes that the program reached it.
func (p *Point) On() bool {
	state := p.state.Load()
	if state&reached == 0 {
		p.state.Or(reached)
	}
	return state&switched != 0
}

// One returns the number that the mutant adds: 1, or 0 if it is switched off.
func (p *Point) One() int {
	if p.On() {
		return 1
	}
	return 0
}

// Text returns a text, or "" if the mutant is switched on.
func (p *Point) Text(text string) string {
	if p.On() {
		return ""
	}
	return text
}

// Err returns an error, or nil if the mutant is switched on.
func (p *Point) Err(err error) error {
	if p.On() {
		return nil
	}
	return err
}

// Number is a type with arithmetic.
type Number interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 |
		~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr |
		~float32 | ~float64
}

// Add returns a+b. The mutant subtracts.
func Add[T Number](p *Point, a, b T) T {
	if p.On() {
		return a - b
	}
	return a + b
}

// Sub returns a-b. The mutant adds.
func Sub[T Number](p *Point, a, b T) T {
	if p.On() {
		return a + b
	}
	return a - b
}

// Mul returns a*b. The mutant divides, and gives 0 for a division by 0.
func Mul[T Number](p *Point, a, b T) T {
	if !p.On() {
		return a * b
	}
	if b == 0 {
		return 0
	}
	return a / b
}

// Div returns a/b. The mutant multiplies.
func Div[T Number](p *Point, a, b T) T {
	if p.On() {
		return a * b
	}
	return a / b
}
