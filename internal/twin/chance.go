package twin

import (
	"testing"
	"testing/cryptotest"
)

// A service draws random ids and the like, and its draws steer the search. In
// each process that is made for a search, crypto/rand and the functions of
// math/rand therefore return the same sequence, so that the same seed leads to
// the same suite. Each call still gets other values than the call before it.
// What covered code takes from math/rand/v2, from the order of maps and from
// the clock is fixed by its probes, see [probe.Fixed]. In other packages it
// cannot be controlled.

// SeedChance makes crypto/rand return the same sequence each time until a test
// ends, in a process made for a search. It does nothing for a test that runs in
// parallel with others.
func SeedChance(t testing.TB) {
	if j, err := given(); err == nil { // else the run says so
		seedChance(t, j)
	}
}

func seedChance(t testing.TB, j *job) {
	test, ok := t.(*testing.T)
	if !ok || j == nil || !j.searches() {
		return
	}
	defer func() { _ = recover() }() // as it panics in a parallel test
	cryptotest.SetGlobalRandom(test, 1)
}

// sameChance adds the setting that makes the functions of math/rand return the
// same sequence each time to a value of GODEBUG.
func sameChance(set string) string {
	const same = "randautoseed=0"
	if set == "" {
		return same
	}
	return same + "," + set // the last one counts
}
