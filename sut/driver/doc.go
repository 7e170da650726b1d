// Package driver observes a system under test in a process of its own, in any language.
//
// [Controller] starts the system, resets and stops it, and is a [sut.Tracer]: what the
// code of the system reached comes over two channels. The other end is the driver, which
// lives in the process of the system. [Serve] is one for programs in Go; package js/node
// has one for Node. This page is the protocol, version 3.
//
// # Channels
//
// Where the controller starts the process, the environment variable EVOKE_DRIVER is
// "pipes 3 4 5 6": four inherited file descriptors. The driver reads commands from the
// first and writes to the second what it has to say. From the third it reads answers to
// what it asks with the fourth. Where the system runs already, the driver listens on a TCP
// or Unix socket, and the controller connects to it twice: the first connection has the
// commands, the second one the questions.
//
// A driver whose commands end has nobody to work for, and ends its process. It clears the
// variable, so that no process which it starts takes itself for the driver.
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
//	            and if begin asked for it what went wrong: list of incidents, steps uint64, bytes uint64
//	6 ended     the process is about to end: reason text, place text, then as scores
//	7 warning   text, one line
//	8 told      the answer to call: as scores
//	9 place     the answer to where: text, or else the number uint32 of a target there (4294967295 for none)
//
// The controller says there:
//
//	16 begin    flags byte (1: tell all, 2: keep what is compared, 4: answer nothing, 8: keep
//	            what is read, 16: keep what goes wrong), list of numbers uint32
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
// Begin forgets what ran before. Its numbers are muted from now on: they are covered, and
// need not be told again. With flag 1 all targets are told again. After begin, there is a
// take behind each call; it returns the best score of each target in (0,1] since the last
// one, and forgets them. A statement scores 0.5 when it was entered and 1 when it was
// completed.
//
// A driver that answers call saves the controller the take. It gets begin with flag 4, and
// call before each request, and has to obey what was sent before the request when the system
// gets the request, whichever channel was faster. Once the system has answered, and has done
// what it does at once behind that, the driver sends told. If none comes, such as for a request that the
// system cannot read, there is a take as well: the driver tells nothing any more then, and
// neither does it after the next begin. What was told before counts in either case.
//
// What was compared is JSON: a list of pairs, each with the number of the true side and the
// list of the operands: texts, numbers, {"whole"} with the digits of a whole number that a
// float64 cannot hold, or {"form", "text"} for what a text should have been
// (see [sut.Wanted]). It is empty unless begin asked for it. So is what was read: a list of
// {"Place", "Name", "Type", "Decoded", "Data"} for what the system looked for in the request
// of the call, see [sut.Input].
//
// Only a driver with flag 64 is asked what goes wrong. That is what the answer to a call need not show: at most 64
// incidents, each a kind byte (1 an error is logged, 2 the system recovers from an error of its runtime, 3 an error is
// dropped, 4 something is open that nobody can close any more, 5 a result does not fit into its type, 6 a text with a
// line break goes into a log), place text, and what it says text, both of at most 2,000 bytes, see [sut.Incident]; and
// what the call cost: steps, and bytes of memory that were allocated, both 0 where that is not known, see [sut.Cost]. A
// frame that ends before says nothing of that.
//
// A driver that answers where says behind a call that got no answer, and before the take, in which place
// the system was last, such as "create (src/books.js:12)"; with flag 16 also behind answers of 500 and above, where
// that is the place at which what went wrong began. With flag 32 it need not answer during an endless loop: the process
// gets the signal SIGINT then, prints where it is to its standard error, and ends.
//
// A driver with threads answers even while the system is in an endless loop. The process is
// ended when a call gets no answer in time, once what it reached is taken.
//
// Mutant switches one of the mutants on that the code from the controller has, and all others off; it also forgets what
// was reached. The place of a mutant that a call comes to is told as a target is, with 1, and is announced by nobody.
//
// Reset brings the state back to what it was when the system became ready. A driver that
// cannot do that says so in hello, and gets a new process instead.
package driver
