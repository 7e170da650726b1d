// Package js puts probes into programs in JavaScript or TypeScript, which measure how near a call came to code that it
// did not reach. It implements Zhang, Belhadi and Arcuri, JavaScript Instrumentation for Search-Based Software Testing:
// A Study with RESTful APIs (2022), section III.
//
// [Instrument] turns the source of one file into code with probes, and says which targets
// these have. The code calls the runtime, which is JavaScript as well: [Runtime] has to be
// executed before it, once in each realm. Neither needs Node, so both work in pages.
//
//	code := js.Instrument(js.Source{Path: "src/age.js", Text: text, First: next})
//	next += len(code.Targets)
//
// # Targets
//
// A statement scores 0.5 when it was entered and 1 when it was completed; so do the arms of a ternary. A condition has
// two targets, one for each outcome. Conditions are comparisons, && || ??, and calls that decide something
// ([Replacement]). The outcome that it had scores 1, and the other one scores as in package heuristics. A case of a
// switch has one target.
//
// # What stays the same
//
// Code with probes computes the same results, in the same order, with the same names of functions and the same this.
// Statements stay in their lines, so stack traces are right without a source map; columns differ. Different are the
// source text of a function, the message "x is not a function" if x was the value of a condition, the completion value
// of a script that ends in a statement which is no expression, and names where the parser folds constants: the function
// in `var a = true && function(){}` gets the name a.
//
// The code stays as it is, and [Code.Err] says why, if the parser does not know the syntax, if brackets are nested too
// deeply, or if the file uses the name of the runtime.
//
// # Mutants
//
// [Mutate] puts mutants into a file in place of probes. A mutant is a small change that a developer may make by
// mistake. All mutants stand in the code, which behaves as before until the runtime switches one on. When the program
// comes to the place of a mutant, the mutant scores 1, as a target does.
//
// # Rounds
//
// The runtime is the property __evoke__ of the global object, which can be neither listed nor changed. The code that
// drives the program calls its functions:
//
//	__evoke__.take()      // ends a round: an ArrayBuffer of 12 bytes for each target
//	__evoke__.mute(ids)   // these targets are known: they cost next to nothing from now on
//	__evoke__.unmute()
//	__evoke__.listen(on)  // whether to keep what conditions compare
//	__evoke__.heard()     // what they compared, as JSON
//	__evoke__.mutate(n)   // switches mutant n on, and all others off; -1 is none
//	__evoke__.record(on)  // whether to keep the calls of functions
//	__evoke__.records()   // these calls, as JSON: [Records]
//	__evoke__.describe(f) // f describes objects of the host, such as nodes of a page
//	__evoke__.watch(f)    // f says in a text what the host is like when a call begins
//	__evoke__.show(v)     // a value as JSON, as it is in records
//
// A target that take returns has its number as a uint32 and its best score of the round as a
// float64, both little-endian.
//
// # Function states
//
// With [Source.Record], the code reports each call of a function to the runtime: the variables that the function sees
// when it is entered, and those that it sees, and its result, when it is left. These are the function states of
// Mirshokraie, Mesbah and Pattabiraman, JSEFT: Automated JavaScript Unit Test Generation (2015), section 3.2, for all
// kinds of functions. [Code.Functions] has the names of the functions, the variables that they use, and the path by
// which a test reaches them. Records do not change the program either: they call neither its getters nor the traps of
// proxies that it makes while records are on. While they are off, they cost next to nothing.
//
// There is no try around a body. A call counts as thrown once an outer call goes on without it, or the program ends its
// turn; calls until then may get it as their parent. An async function or a generator is no parent while it waits, and
// if it throws after that, its record has no exit or says that it threw. Functions with a with statement, and functions
// in its body, are not recorded.
//
// # The parser
//
// It is esbuild's, through the published mirror github.com/ije/esbuild-internal. That is pure
// Go without dependencies that this module does not have anyway, and the command needs it
// to search programs of both languages, so this package is no module of its own. A program
// that does not import it does not link it, nor fetch it.
package js
