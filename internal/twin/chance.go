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

// A service draws random ids, visits maps and starts goroutines, and the results steer the search. So in each process
// of a search, crypto/rand and the functions of math/rand return the same sequence, and covered code uses the same
// order, see [probe.Fixed]. Then the same seed leads to the same suite. Each call still gets different values than the
// call before it. Of packages that are not covered, the order of maps, the choices of select and math/rand/v2 cannot be
// controlled.
//
// Jobs that look for differences between processes use other sequences and other orders. These are also the same in
// each run, so that the same assertions are left out each time, and more of them than by true chance: two entries of a
// map would have the same order twice in half of all runs.

// SeedChance makes crypto/rand return the same sequence each time until a test
// ends, in a process made for a job. It does nothing for a test that runs in
// parallel with others.
func SeedChance(t testing.TB) {
	if j, err := given(); err == nil { // else the run reports the error
		seedChance(t, j)
	}
}

func seedChance(t testing.TB, j *job) {
	test, ok := t.(*testing.T)
	if !ok || j == nil {
		return
	}
	defer func() { _ = recover() }() // it panics in a parallel test
	cryptotest.SetGlobalRandom(test, j.fixed(time.Time{}).Seed)
}

// seedReader makes the reader of crypto/rand return the same sequence each time, also for the functions of that
// package. It needs no test. A package that copied the reader before keeps true chance.
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

// fixed returns the order, the seed and the clock for covered code in the process of the job. The clock is that of the
// task, if it sets one. A process that makes the suite again has the current time, because the written tests have it
// too.
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

// otherClock is the distance of the clock of a process that looks for differences from that of the search: it changes
// each unit of time.
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
