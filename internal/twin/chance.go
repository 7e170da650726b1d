package twin

import (
	"testing"
	"testing/cryptotest"
)

// A service draws random ids and the like, and what it draws leads a search. So
// that the same seed leads to the same suite, crypto/rand and the functions of
// math/rand give the same in each process that is made for a search. Each call
// still gets other values than the one before it. The functions of math/rand/v2
// and the order of maps cannot be had.

// SeedChance has crypto/rand give the same each time until a test ends, in a
// process made for a search. In a test that runs beside others nothing can be
// done.
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

// sameChance is the setting of GODEBUG that makes the functions of math/rand
// give the same each time, after what is set already.
func sameChance(set string) string {
	const same = "randautoseed=0"
	if set == "" {
		return same
	}
	return same + "," + set // the last one counts
}
