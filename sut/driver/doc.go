// Package driver observes a system under test in a process of its own, in any language.
//
// [Controller] starts the system, resets and stops it, and is a [sut.Tracer]: what the
// code of the system reached comes over two channels. The other end is the driver, which
// lives in the process of the system. [Serve] is one for programs in Go; package js/node
// has one for Node. This page is the protocol, version 3.
//
// # Channels
//
// If the controller starts the process, the environment variable EVOKE_DRIVER is "pipes 3 4 5 6": four inherited file
// descriptors. The driver reads commands from the first and writes its frames to the second. It asks questions on the
// fourth and reads the answers from the third. If the system runs already, the driver listens on a TCP or Unix socket,
// and the controller connects to it twice: the first connection has the commands, the second one the questions.
//
// When the channel of commands ends, the driver ends its process. It clears the variable, so that a process which it
// starts does not act as a driver too.
//
// # Frames
//
// All numbers are little-endian. A frame is a length n (uint32, at most 64 MiB), a kind
// (one byte), and n bytes. A text is a length (uint32) and so many bytes of UTF-8. A list is
// a count (uint32) and so many elements.
//
// The driver says, on the channel of commands:
//
//	1 hello     version uint16, flags byte (1: it can reset the system, 2: it answers call, 4: threads,
//	            8: it answers where, 16: behind errors too, 32: interrupts, 64: it knows what goes wrong,
//	            128: it obeys mutant),
//	            name text
//	2 targets   list of targets, each of them before it is scored
//	3 ready     base URL text; the system takes calls from now on
//	4 done      the answer to begin and reset
//	5 scores    the answer to take: list of (number uint32, value float64), compared text, read text,
//	            and if begin asked for it what went wrong: list of incidents, steps uint64, bytes uint64,
//	            and behind that which tables were used: text
//	6 ended     the process is about to end: reason text, place text, then as scores
//	7 warning   text, one line
//	8 told      the answer to call: as scores
//	9 place     the answer to where: text, or else the number uint32 of a target there (4294967295 for none)
//
// The controller says there:
//
//	16 begin    flags byte (1: tell all, 2: keep what is compared, 4: answer nothing, 8: keep
//	            what is read, 16: keep what goes wrong, 32: keep which tables are used), list of numbers uint32
//	17 take     nothing
//	18 reset    nothing
//	19 stop     nothing; the system ends
//	20 call     nothing; the next request is a call of the test
//	21 where    byte (0 the answer was 500 or above, 1 none came in time, 2 the connection ended)
//	22 mutant   number uint32 (4294967295 for none); nothing answers
//
// On the other channel the driver asks, and waits for the answer:
//
//	32 source   path text, module byte (0 by name, 1 ES module, 2 CommonJS), source text
//	33 code     text: the source with probes, from the controller
//
// The first frame is hello. A controller that does not know the version says so and ends
// the process. Unknown kinds are errors.
//
// # Targets
//
// A target is its number (uint32), kind byte (1 statement, 2 branch), side byte (0 none, 1
// true, 2 false), line and column (uint32, from 1), file text (with slashes, such as
// "src/app.js"), what text (the words of a condition, such as "n > 100"),
// way text ("n > 100 is true") and function text (both may be empty), and a list of
// constants that the condition compares: byte 1 and a float64, byte 2 and a text, byte 3 and
// an int64, or byte 4 and a character (uint32). If a
// condition has two sides, the false one has the number after that of the true one. A
// number stands for one target only, in each process that is started; lines and files
// follow from the statements. Numbers are below 16,777,216.
//
// # A test
//
// Begin forgets what ran before. The targets with its numbers are muted from now on: they are covered, and need not be
// reported again. With flag 1 all targets are reported again. After begin, a take follows each call; it returns the
// best score of each target in (0,1] since the last take, and forgets them. A statement scores 0.5 when it was entered
// and 1 when it was completed.
//
// A driver that answers call saves the controller the take. It gets begin with flag 4, and call before each request. It
// has to obey all commands that were sent before the request by the time the system gets the request, whichever channel
// was faster. Once the system has answered, and has done its immediate work after the answer, the driver sends told. If
// no told comes, for example because the system cannot read the request, a take follows as well: from then on the
// driver sends no told for that call, nor after the next begin. Scores that were sent before count in either case.
//
// What was compared is JSON: a list of pairs, each with the number of the true side and the
// list of the operands: texts, numbers, {"whole"} with the digits of a whole number that a
// float64 cannot hold, or {"form", "text"} for what a text should have been
// (see [sut.Wanted]). It is empty unless begin asked for it. So is what was read: a list of
// {"Place", "Name", "Type", "Decoded", "Data"} for what the system looked for in the request
// of the call, see [sut.Input]. Which tables of databases were used is a list of {"Table", "Way", "Columns"}, see
// [sut.Table]. It may be missing. Before it there are incidents, steps and bytes in any case, which may be none and 0.
//
// Only a driver with flag 64 is asked for incidents, which the answer to a call need not show: at most 64, each a kind
// byte (1 an error is logged, 2 the system recovers from an error of its runtime, 3 an error is dropped, 4 something is
// open that nobody can close any more, 5 a result does not fit into its type, 6 a text with a line break goes into a
// log, 7 rows of a database are changed for good, 8 a statement has an input of an attack in its text, 9 a statement is
// executed for each row of another one), place text, and its text, both of at most 2,000 bytes, see [sut.Incident]; and
// the cost of the call: steps, and allocated bytes, both 0 if they are not known, see [sut.Cost]. In a frame that ends
// before, these are not known.
//
// A driver that answers where is asked after a call that got no answer, and before the take, at which place the system
// was last, such as "create (src/books.js:12)". With flag 16 it is also asked after answers of 500 and above, for the
// place at which the error began. With flag 32 it need not answer during an endless loop: then the process gets the
// signal SIGINT, prints its place to its standard error, and ends.
//
// A driver with threads answers even while the system is in an endless loop. When a call gets no answer in time, the
// process is ended after a last take.
//
// Mutant switches on one of the mutants in the code from the controller, and all others off; it also forgets the
// targets that were reached. A mutant that a call comes to is reported as a target with score 1. It is not announced by
// targets.
//
// Reset brings the state back to what it was when the system became ready. A driver that
// cannot do that says so in hello, and gets a new process instead.
package driver
