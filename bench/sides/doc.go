// Package sides counts the sides of the atomic conditions of a program: which
// there are, which of them cannot be had, and which a test suite has seen.
//
// An atomic condition is what && and || and ! combine, in the condition of an
// if or a for, in a case of a switch without a tag, and wherever else && or ||
// stand. It has two sides, that it came out true and that it came out false.
// Of a negated condition the sides are those of what is negated. A comparison
// that decides nothing (less := a < b), the tag of a switch and the range of a
// loop are no conditions, and true and false as literals have no other side.
//
// A program is the package in one folder. Its sides.csv lists the sides, with
// an argument where one is infeasible: the claim that no request to the service
// can bring it about. To begin such a list make an empty file; to bring it up
// to date, with the arguments kept:
//
//	go test ./sides -run TestLists -update
//
// [Measure] runs tests on a build with probes and returns what they saw, and
// "go run ./sides/open ncs" does so with a package's own tests and prints what
// they leave open.
package sides
