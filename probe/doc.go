// Package probe is the runtime that instrumented code calls. It notes which
// statements ran, and how close each condition was to going the other way.
//
// # What you need of it
//
// A replacement of a library's function needs five names: [Replacement], [Call] with its methods News and Report,
// [Wanted], [NewCall] and [Replacements]. All other names are for rewritten code, and for the code that runs a program
// with probes. They are exported because rewritten code may lie in any package. examples/ownreplacement is a whole
// example, and probe/calls/callstest has the tests for replacements.
//
// # What rewritten code calls
//
// Package instrument gives every covered package arrays of [Stmt], [Cond] with
// [Near], and [Choice], and an array of [Group] for its functions. It hands
// them to [Register], and rewrites statements and conditions into calls such as
//
//	evoke_p.Enter(&evoke_g[1], &evoke_s[5])
//	if evoke_p.Ints(evoke_p.At(nil, &evoke_c[2], &evoke_n[2])).Eq(int64(n), 4711) { ... }
//	if evoke_p.HasPrefix(evoke_p.At(&evoke_g[1], &evoke_c[3], &evoke_n[3]), s, "v") { ... }
//
// A probe gets nil in place of its group where a probe of the same function has marked that group just before, and no
// round can have begun in between.
//
// A probe never changes what the program computes. It returns what Go's own operator or the original function returns,
// and panics where that panics. The code that searches runs the program and reads the round with [Take], which also
// starts the next round:
//
//	probe.Drop()
//	handler.ServeHTTP(w, r)
//	probe.Take(func(t probe.Target, value float64) { ... })
//
// # Calls of libraries
//
// strings.HasPrefix(s, "v") compares its operands in the standard library, where no probe is. So a replacement is
// called in its place: a function that takes a [Call] and reports how near the call came to the other outcome.
// [Replacements] returns the built-in ones, of this package and of those below probe/calls. A [Replacement] of yours
// adds one.
//
// # Rounds
//
// A round is what happens between two calls of Take or [Drop]. Probes may fire on any goroutine at any time, also while
// a round is read: what comes too late for a round belongs to the next one. Nothing is lost or reported twice. Take and
// Drop cost time in proportion to the functions that were touched, and look at one byte of memory for each of the other
// functions.
//
// # Cost
//
// Most probes are inlined stores of a byte, without a lock or an atomic operation; [Group] says why that is right. A
// comparison first looks whether its outcome is quiet, which is one load. An outcome is quiet if its side was taken in
// the round, and the search does not want the distance to the other side: because the other side was taken too, because
// the distance to it is the smallest there is, or because [Mute] muted it. The comparison computes distances for other
// outcomes only. If both sides of a condition are muted, both are quiet for good, and the condition does not mark its
// group. A switch only notes its tag. What the tag means for the cases is computed when the round is read, unless the
// tag is a text of several characters or a large number.
//
// # Notes
//
// What ends the program ([Exit], [Fatal]) tells [OnExit] where it is. A recover
// that stops a panic ([Recovered]) keeps the stack for [LastRecovered].
//
// # State
//
// This is the one package of the module with mutable globals, because injected
// code has no other way to reach its runtime. Two searches in one process would
// see each other's rounds; use a process for each.
package probe
