// Package probe is the runtime that instrumented code calls: it notes which
// statements ran and how close each condition was to going the other way.
//
// Package instrument gives every covered package arrays of [Stmt], [Cond] with
// [Near], and [Choice], and one of [Group] for its functions, hands them to
// [Register], and rewrites statements and conditions into calls such as
//
//	evoke_p.Enter(&evoke_g[1], &evoke_s[5])
//	if evoke_p.EqI(nil, &evoke_c[2], &evoke_n[2], int64(n), 4711) { ... }
//
// A probe that gets no group follows one of its function that always marks it,
// with nothing in between that could have begun a new round.
//
// A probe never changes what the program computes: it returns what Go's own
// operator returns, and panics where that panics. Whoever drives the program
// runs it, reads the round with [Take] and starts the next one:
//
//	probe.Drop()
//	handler.ServeHTTP(w, r)
//	probe.Take(func(t probe.Target, value float64) { ... })
//
// # Rounds
//
// A round is what happens between two calls of Take or [Drop]. Probes may fire
// on any goroutine at any time, also while a round is being read: what comes
// too late for one round belongs to a later one, nothing is lost and nothing is
// told twice. Both cost time in proportion to the functions that were touched,
// and one byte of memory to look at for each of the others.
//
// # Cost
//
// Most probes are inlined stores of a byte, without a lock or an atomic
// operation; [Group] says why that is right. A comparison looks first whether
// its outcome is quiet: its side was taken in the round, and the distance to the
// other side is not wanted, since that was taken too, came as near as it can
// without, or is muted by [Mute]. That is one load. It calls what computes
// distances only for other outcomes. Of a condition with two muted sides both are
// quiet for good, and its group is not marked. A switch
// notes its tag; what follows from it for the cases is worked out when the
// round is read, unless the tag is a long text or a large number.
//
// # Notes
//
// What ends the program ([Exit], [Fatal]) tells [OnExit] where it is; a recover
// that stops a panic ([Recovered]) keeps the stack for [LastRecovered].
//
// # State
//
// This package keeps its state in globals, because injected code has no other
// way to reach its runtime (rules_exceptions_test.go in the root lists all
// globals of the module). Two searches in one process would
// see each other's rounds; use a process each.
package probe
