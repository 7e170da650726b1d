// Package evoke writes tests by searching for them.
//
// You give Evoke the schema of an HTTP API and a way to run it. Evoke evolves
// sequences of calls with the MIO algorithm. It writes the best ones as a
// small, readable, self-contained Go test suite and tells you which faults it
// found.
//
// You call it from a test of your own package:
//
//	func TestEvoke(t *testing.T) {
//		evoke.Generate(t, evoke.Config{Schema: "openapi.yaml", Handler: New})
//	}
//
// The first go test searches and writes the suite. From then on go test runs
// the written tests, and go test -evoke.update searches again, see [Generate].
//
// [Run] does the same in a program of your own and returns what it found.
// [RunPackage] does it for a handler in another package.
//
// Generate and Run build your program a second time, with probes in your
// packages, and search in a process of that build. The search then sees how
// close each condition came to its other outcome, and it continues when your
// system ends the process.
//
// You can replace every part of Evoke with a value of your own: the system
// under test (package sut), the genes (gene, rest), the algorithm (search,
// mio), the oracles (rest) and the writers (output).
package evoke
