// Package function searches tests for plain Go functions: it is the problem (see package problem) whose actions are
// calls of exported functions of packages.
//
//	evoke.Run(ctx, evoke.Config{Problem: function.Spec(price.Total, price.Parse)})
//
// Arguments are genes made from the types of the parameters. These may be numbers, bools, texts, []byte, durations, any
// and error, and slices, arrays, maps with texts or integers as keys, structs with exported fields, and pointers to all
// of these. A function with a parameter of another type is refused with an error that names the type.
//
// A test covers the outcome of a function (it returns, returns an error, or panics), the kinds of its results, and the
// code in it that a [sut.Tracer] sees. A panic is a fault, and so are a function that does not end and one that ends
// the process. An error is a normal outcome, unless [Options].Unexpected says that it is a fault.
//
// The written tests call the functions with the simplest arguments that cover the same targets, and assert the results
// that are the same each time. Of a result that no Go literal has, such as a time, the test asserts only the length, or
// whether it is nil.
package function
