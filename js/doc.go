// Package js puts probes into programs written in JavaScript or TypeScript, so that a search
// sees how near a call came to parts of the program that it did not reach. It implements
// Zhang, Belhadi and Arcuri, JavaScript Instrumentation for Search-Based Software Testing: A
// Study with RESTful APIs (2022), section III.
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
// A statement scores 0.5 when it was entered and 1 when it was completed; so do the arms of
// a ternary. A condition has two targets, one for each outcome: comparisons, && || ??, and
// calls that decide something ([Replacement]). The outcome that came to be scores 1, the
// other one as in Go's package heuristics. A case of a switch has one target.
//
// # What stays the same
//
// Code with probes computes what it did, in the same order, with the same names of
// functions and the same this. Statements stay in their lines, so stack traces are right
// without a source map; columns differ. Not the same are the text of a function, that of
// the message "x is not a function" where x was the value of a condition, the completion
// value of a script that ends in a statement which is no expression, and what the parser
// folds: the function in `var a = true && function(){}` gets the name a.
//
// The code is served as it is, and [Code.Err] says why, where the parser does not know the
// syntax, where brackets are nested too deeply, and where the file has the name of the
// runtime.
//
// # Mutants
//
// [Mutate] puts mutants into a file in place of probes, each a small change that somebody may make by mistake. All of
// them stand in the code, which does what it did until the runtime switches one on. What is told of a mutant is that
// the program came to its place: then it scores 1, as a target does.
//
// # Rounds
//
// The runtime is the property __evoke__ of the global object, which can be neither listed
// nor changed. Whoever drives the program calls its functions:
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
// With [Source.Record], code tells the runtime of each call of a function: what the function sees
// when it is entered, and what it sees and returns when it is left. These are the function states
// of Mirshokraie, Mesbah and Pattabiraman, JSEFT: Automated JavaScript Unit Test Generation (2015),
// section 3.2, for all kinds of functions. [Code.Functions] says what they are called, what they use
// and by which path a test reaches them. A program is not changed by records either: they call
// neither its getters nor the traps of proxies that it makes once records are on. While they are
// off, a call costs next to nothing more.
//
// There is no try around a body. A call threw if one further out goes on without it, or if the program ends its turn;
// what is called until then may have it for a parent. An async function and a generator are no parents while they
// wait, and if they throw behind that, the record has no exit or says that they threw. Functions with a with
// statement, and those in its body, are not recorded.
//
// # The parser
//
// It is esbuild's, through the published mirror github.com/ije/esbuild-internal. That is pure
// Go without dependencies that this module does not have anyway, and the command needs it
// to search programs of both languages, so this package is no module of its own. A program
// that does not import it does not link it, nor fetch it.
package js
