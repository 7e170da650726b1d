package twin

import (
	cryptorand "crypto/rand"
	"encoding/binary"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"
	"testing/cryptotest"
	"time"

	"github.com/evoke-go/evoke/probe"
)

// A service draws random ids and the like, visits maps and starts goroutines, and
// what comes of it steers the search. In each process that is made for a search,
// crypto/rand and the functions of math/rand therefore return the same sequence,
// and covered code goes by one order, see [probe.Fixed], so that the same seed
// leads to the same suite. Each call still gets other values than the call before
// it. Of packages that are not covered, the order of maps, the choices of select
// and math/rand/v2 cannot be controlled.
//
// Jobs that look for what differs between processes have other sequences and
// other orders. They are also the same in each run, so that the same assertions
// are left out each time, and more of them than by true chance: two entries of a
// map come in the same order twice in half of all runs.

// SeedChance makes crypto/rand return the same sequence each time until a test
// ends, in a process made for a job. It does nothing for a test that runs in
// parallel with others.
func SeedChance(t testing.TB) {
	if j, err := given(); err == nil { // else the run says so
		seedChance(t, j)
	}
}

func seedChance(t testing.TB, j *job) {
	test, ok := t.(*testing.T)
	if !ok || j == nil {
		return
	}
	defer func() { _ = recover() }() // as it panics in a parallel test
	cryptotest.SetGlobalRandom(test, j.fixed(time.Time{}).Seed)
}

// seedReader does what a process can do without a test: it makes the reader of
// crypto/rand, which its functions use too, return the same sequence each time.
// A package that took the reader before keeps true chance.
func (j *job) seedReader() {
	now := reflect.Indirect(reflect.ValueOf(cryptorand.Reader)).Type()
	if now.PkgPath() == "testing/cryptotest" || now == reflect.TypeFor[seededReader]() {
		return
	}
	var seed [32]byte
	binary.LittleEndian.PutUint64(seed[:], j.fixed(time.Time{}).Seed)
	cryptorand.Reader = &seededReader{random: rand.NewChaCha8(seed)}
}

// seededReader is a reader of random bytes that several goroutines may use.
type seededReader struct {
	mutex  sync.Mutex
	random *rand.ChaCha8
}

func (r *seededReader) Read(b []byte) (int, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.random.Read(b)
}

// fixed returns what covered code does not meet by chance in the process of the
// job. The clock is the one that the task fixes, if it does. A process that makes
// the suite again has that of today, because the written tests have it too.
func (j *job) fixed(clock time.Time) probe.Fixed {
	f := probe.Fixed{Order: probe.Shuffled, Seed: 3, Clock: time.Now().UTC().Truncate(24 * time.Hour)}
	switch {
	case j.searches():
		f = probe.Fixed{Order: probe.Ascending, Seed: 1, Clock: clock}
	case j.Answer != nil:
		f = probe.Fixed{Order: probe.Descending, Seed: 2, Clock: clock.Add(otherClock)}
	case j.Verify != nil && j.Verify.Kept != nil && j.Verify.Kept.Seldom: // no other process has another order
		f.Order, f.Seed = probe.Descending, 2
	}
	if clock.IsZero() {
		f.Clock = time.Time{}
	}
	return f
}

// otherClock is how far the clock of a process that looks for differences is from
// that of the search: no unit of time is the same.
const otherClock = (400*24+5)*time.Hour + 7*time.Minute + 11*time.Second + 13*time.Millisecond

// sameChance adds the setting that makes the functions of math/rand return the
// same sequence each time to a value of GODEBUG.
func sameChance(set string) string {
	const same = "randautoseed=0"
	if set == "" {
		return same
	}
	return same + "," + set // the last one counts
}
