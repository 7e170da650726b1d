// Package function searches tests for plain Go functions: it is the problem (see
// package problem) whose actions are calls of exported functions of packages.
//
//	evoke.Run(ctx, evoke.Config{Problem: function.Spec(price.Total, price.Parse)})
//
// Arguments are genes that are made from the types of the parameters: numbers,
// bools, texts, []byte, durations, any and error, and slices, arrays, maps with
// texts or whole numbers as keys, structs with exported fields, and pointers to
// all of these. A function that takes something else is refused with an error
// that names the type.
//
// A test covers how a function ends (it returns, returns an error, panics), what
// sort of results it returns, and what a [sut.Tracer] sees inside of it. A panic
// is a fault, and so are a function that does not end and one that ends the
// process. An error is an outcome as good as any other, unless
// [Options].Unexpected says that it is a fault.
//
// The written tests call the functions with the simplest arguments that cover
// the same, and assert what came out the same each time. A result that no Go
// literal gives, such as a time, is asserted as far as it goes: its length, or
// whether it is nil.
package function
