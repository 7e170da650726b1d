// Package probe is the runtime that instrumented code calls: it notes which
// statements ran and how close each condition was to going the other way.
//
// Package instrument gives every covered package one array of [Stmt] and one
// of [Cond], hands both to [Register], and rewrites statements and conditions
// into calls such as
//
//	evoke_p.Enter(&evoke_s[5])
//	if evoke_p.EqI(&evoke_c[2], int64(n), 4711) { ... }
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
// too late for one round belongs to the next, nothing is lost and nothing is
// told twice. Both cost time in proportion to what was touched, not to the
// size of the program.
//
// # Cost
//
// Every probe is an inlined load and a branch once its cell has nothing left
// to learn in this round, and for good once it is muted by [Mute]. Of a
// comparison that is so for an outcome that was there before, once the other
// side came as near as it can. A switch looks for its tag among the values, and
// at distances only when the tag is new to the round. The rest is in the slow
// paths. There is no lock in any probe.
//
// # State
//
// This is the one package of the module with mutable globals: injected code
// has no other way to reach its runtime. Two searches in one process would
// see each other's rounds; use a process each.
package probe
