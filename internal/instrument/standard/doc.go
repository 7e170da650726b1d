// Package standard changes files of the standard library, and of drivers that go past it, so that they tell packages of
// probes what a program does with the world around it: a variable that go:linkname gives its value, and calls of it.
// The program is the same if no package gives the variable a value. A function of this package returns nil for a file
// in which it does not find what it has to change, such as that of a later version.
package standard
