package probe

import (
	"fmt"
	"maps"
	"math"
	"math/rand"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// fix makes these sources those of the process until the test ends.
func fix(t testing.TB, f Fixed) {
	before := fixed
	fixed = f.sources()
	t.Cleanup(func() { fixed = before })
}

func walked[M ~map[K]V, K comparable, V any](m M) (keys []K) {
	for w, k, _ := Range(m); w.NextKey(&k); {
		keys = append(keys, k)
	}
	return keys
}

type word string

// TestRangeInOrder visits maps with keys of many types, each built in two orders.
func TestRangeInOrder(t *testing.T) {
	fix(t, Fixed{Order: Ascending})
	type pair struct {
		a any
		b [2]int8
	}
	checkOrder(t, []string{"", "a", "ab", "b"})
	checkOrder(t, []word{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"})
	checkOrder(t, []int{math.MinInt, -1, 0, 7, math.MaxInt})
	checkOrder(t, []int8{-128, -1, 0, 127})
	checkOrder(t, []uint16{0, 1, 1 << 15})
	checkOrder(t, []uint64{0, 1, 1 << 63})
	checkOrder(t, []float64{math.Inf(-1), -1, 0, 2.5})
	checkOrder(t, []float32{-1, 0, 2.5})
	checkOrder(t, []complex128{-1, 0, 1i, 1})
	checkOrder(t, []bool{false, true})
	checkOrder(t, [][4]byte{{0, 1}, {0, 2}, {1}, {255}})
	checkOrder(t, []time.Duration{-1, 0, time.Second})
	checkOrder(t, []any{nil, true, 1, 2, "a", word("a")})
	checkOrder(t, []pair{{1, [2]int8{}}, {1, [2]int8{0, 1}}, {1, [2]int8{1, 0}}, {"x", [2]int8{}}})
}

// TestOtherOrders visits the same entries in the other orders, which are the same in each process.
func TestOtherOrders(t *testing.T) {
	m := map[word]int{"a": 1, "b": 2, "c": 3, "d": 4}
	fix(t, Fixed{Order: Descending})
	for range 20 {
		assert.Equal(t, []word{"d", "c", "b", "a"}, walked(m))
	}
	orders := func() (all [][]word) {
		fix(t, Fixed{Order: Shuffled, Seed: 3})
		for range 20 {
			keys := walked(m)
			all = append(all, keys)
			assert.ElementsMatch(t, []word{"a", "b", "c", "d"}, keys)
		}
		return all
	}
	first := orders()
	assert.Equal(t, first, orders())
	slices.SortFunc(first, slices.Compare)
	assert.Greater(t, len(slices.CompactFunc(first, slices.Equal)), 5)
}

// TestPollInOtherOrders: in the shuffled order each ready case is taken at times.
func TestPollInOtherOrders(t *testing.T) {
	taken := func(order Order) (counts [2]int) {
		fix(t, Fixed{Order: order, Seed: 3})
		closed := make(chan int)
		close(closed)
		for range 20 {
			x, y := From(closed), From(closed)
			Poll(x, y)
			select {
			case <-x.C:
				counts[0]++
			case <-y.C:
				counts[1]++
			}
		}
		return counts
	}
	assert.Equal(t, [2]int{20, 0}, taken(Ascending))
	assert.Equal(t, [2]int{0, 20}, taken(Descending))
	assert.Equal(t, taken(Shuffled), taken(Shuffled))
	assert.NotContains(t, taken(Shuffled), 0)
}

// checkOrder visits a map with these keys several times. The keys are given in ascending order, except for keys whose
// order depends on the names of their types.
func checkOrder[K comparable](t *testing.T, keys []K) {
	t.Helper()
	there, back := map[K]int{}, map[K]int{}
	for i, k := range keys {
		there[k] = i
	}
	for i, k := range slices.Backward(keys) {
		back[k] = i
	}
	if reflect.TypeFor[K]().Kind() == reflect.Interface {
		keys = walked(there) // true is a bool, "a" a string, and so on
	}
	for range 20 {
		require.Equal(t, keys, walked(there))
		require.Equal(t, keys, walked(back))
	}
}

// TestRangeIsARange compares a walk with a range over the same map while the
// body deletes, changes and adds entries.
func TestRangeIsARange(t *testing.T) {
	for _, order := range []Order{ByChance, Ascending, Descending, Shuffled} {
		t.Run(fmt.Sprintf("order %d", order), func(t *testing.T) {
			fix(t, Fixed{Order: order})
			rapid.Check(t, rangeIsARange)
		})
	}
}

func rangeIsARange(t *rapid.T) {
	m := rapid.MapOf(rapid.Float64(), rapid.Int()).Draw(t, "m")
	doomed := rapid.SliceOf(rapid.SampledFrom(append(slices.Collect(maps.Keys(m)), 0))).Draw(t, "doomed")
	want, gone := maps.Clone(m), map[float64]bool{}
	seen := map[float64]int{}
	for w, k, v := Range(m); w.Next(&k, &v); {
		seen[k]++
		require.False(t, gone[k], "deleted before its turn")
		require.Equal(t, m[k], v, "not the value of now")
		if len(doomed) > 0 {
			delete(m, doomed[0])
			gone[doomed[0]], doomed = true, doomed[1:]
		}
		for other := range m {
			m[other]++
			break
		}
		m[float64(len(seen))+0.1] = 1
	}
	for k := range want {
		if seen[k] == 0 {
			require.True(t, gone[k], "%v was not visited", k)
		}
		require.LessOrEqual(t, seen[k], 1)
	}
}

// TestRangeOfNaN visits the keys that no index finds, until the map is cleared.
func TestRangeOfNaN(t *testing.T) {
	for _, order := range []Order{ByChance, Ascending, Descending, Shuffled} {
		fix(t, Fixed{Order: order})
		m := map[float64]int{math.NaN(): 1, math.NaN(): 2, 3: 4}
		sum, n := 0, 0
		for w, _, v := Range(m); w.NextValue(&v); {
			sum += v
		}
		assert.Equal(t, 7, sum)
		for w, k, _ := Range(m); w.NextKey(&k); {
			n++
			clear(m)
		}
		assert.Equal(t, 1, n)
	}
}

// TestRangeTakesFirst stops after the first entry, which is the least one.
func TestRangeTakesFirst(t *testing.T) {
	fix(t, Fixed{Order: Ascending})
	m := map[[3]int]bool{}
	for i := range 1000 {
		m[[3]int{(i + 500) % 1000, i}] = true
	}
	for w, k, _ := Range(m); w.NextKey(&k); {
		assert.Equal(t, [3]int{0, 500}, k)
		break
	}
}

func TestMapFunctions(t *testing.T) {
	for _, order := range []Order{ByChance, Ascending, Descending, Shuffled} {
		fix(t, Fixed{Order: order})
		m := map[word]int{"b": 2, "a": 1, "c": 3}
		assert.ElementsMatch(t, []word{"a", "b", "c"}, slices.Collect(MapKeys(m)))
		assert.ElementsMatch(t, []int{1, 2, 3}, slices.Collect(MapValues(m)))
		assert.Equal(t, m, maps.Collect(MapAll(m)))
		assert.ElementsMatch(t, []word{"a", "b", "c"}, KeyList(m))
		assert.ElementsMatch(t, []int{1, 2, 3}, ValueList(m))
		MapDeleteFunc(m, func(k word, v int) bool { return k == "a" || v == 3 })
		assert.Equal(t, map[word]int{"b": 2}, m)
	}
	fix(t, Fixed{Order: Ascending})
	m := map[word]int{"b": 2, "a": 1, "c": 3}
	for range 20 {
		assert.Equal(t, []word{"a", "b", "c"}, KeyList(m))
		assert.Equal(t, "[a b c]", fmt.Sprint(KeyValues(reflect.ValueOf(m).MapKeys())))
	}
}

func TestSyncMapInOrder(t *testing.T) {
	fix(t, Fixed{Order: Ascending})
	var m sync.Map
	for i := range 100 {
		m.Store((i*37)%100, i)
	}
	var keys []int
	InSyncMap(&m).Range(func(k, v any) bool {
		m.Delete(k.(int) + 1)
		keys = append(keys, k.(int))
		return len(keys) < 3
	})
	assert.Equal(t, []int{0, 2, 4}, keys)
}

func TestPoll(t *testing.T) {
	fix(t, Fixed{Order: Ascending})
	for range 50 {
		a, b, quit := make(chan int, 1), make(chan string, 1), make(chan struct{})
		close(quit)
		a <- 1
		x, y, z := From(a), To(b).Value("s"), From(quit)
		Poll(x, y, z)
		select {
		case y.C <- y.V:
			t.Error("the second case")
		case v, ok := <-x.C:
			assert.Equal(t, 1, v)
			assert.True(t, ok)
		case <-z.C:
			t.Error("the third case")
		}
		assert.Empty(t, b, "what was not chosen is not done")

		x, y, z = From(a), To(b).Value("s"), From(quit)
		Poll(x, z, y)
		select {
		case _, ok := <-z.C:
			assert.False(t, ok)
		case <-x.C:
			t.Error("nothing is in it")
		case y.C <- y.V:
			t.Error("not the first that is ready")
		}
	}
}

func TestPollSends(t *testing.T) {
	fix(t, Fixed{Order: Ascending})
	b, null := make(chan string, 1), make(chan int)
	y, x := To(b).Value("s"), From(null)
	Poll(y, x)
	select {
	case y.C <- y.V:
	case <-x.C:
		t.Error("nothing is in it")
	}
	assert.Equal(t, "s", <-b, "it is sent once")
	assert.Empty(t, b)
	y = To(b).Value("late")
	go func() { null <- 7 }()
	b <- "full"
	Poll(y, x)
	select {
	case y.C <- y.V:
		t.Error("it is full")
	case v := <-From(null).C:
		assert.Equal(t, 7, v)
	}
}

// TestEnvironment reads the setting as a new process does.
func TestEnvironment(t *testing.T) {
	at := time.Date(2031, 2, 3, 4, 5, 6, 7, time.UTC)
	for _, f := range []Fixed{{}, {Order: Ascending}, {Clock: at}, {Order: Shuffled, Seed: 1<<63 + 1, Clock: at}} {
		name, value, _ := strings.Cut(f.Environment(), "=")
		t.Setenv(name, value)
		s := readFixed()
		assert.Equal(t, f.Order, s.order)
		assert.Equal(t, f.Clock.IsZero(), s.clock == nil)
		assert.Equal(t, f.Seed == 0, s.random.Uint64() != f.sources().random.Uint64())
	}
}

func TestFixedClock(t *testing.T) {
	at := time.Date(2031, 2, 3, 4, 5, 6, 0, time.UTC)
	fix(t, Fixed{Clock: at})
	assert.True(t, Now().Equal(at))
	assert.True(t, Now().Equal(at.Add(time.Millisecond)))
	assert.Equal(t, 2*time.Millisecond, Since(at))
	assert.Equal(t, time.Hour-3*time.Millisecond, Until(at.Add(time.Hour)))
	Sleep(10 * time.Millisecond)
	assert.Equal(t, 15*time.Millisecond, Since(at))
	fix(t, Fixed{})
	assert.WithinDuration(t, time.Now(), Now(), time.Minute)
	assert.Less(t, Since(time.Now()), time.Minute)
	assert.Greater(t, Until(time.Now()), -time.Minute)
}

// TestStandingClock: a clock that stands moves by Advance and Sleep alone, until all that passed is taken back.
func TestStandingClock(t *testing.T) {
	at := time.Date(2031, 2, 3, 4, 5, 6, 0, time.UTC)
	for _, f := range []Fixed{{}, {Clock: at}} {
		fix(t, f)
		ClockRead()
		Advance(0)
		assert.False(t, ClockRead(), "the program did not read it")
		begin := Now()
		assert.True(t, Now().Equal(begin))
		Advance(time.Hour)
		Sleep(time.Millisecond)
		assert.Equal(t, time.Hour+time.Millisecond, Since(begin))
		Advance(-1)
		assert.True(t, Now().After(begin))
		assert.Less(t, Since(begin), time.Minute)
	}
}

func TestFixedRandom(t *testing.T) {
	draw := func() (all []int) {
		for range 5 {
			all = append(all, Rand().IntN(1000), RandN(1000), FirstRand().Intn(1000))
		}
		return all
	}
	fix(t, Fixed{Seed: 1})
	first := draw()
	fix(t, Fixed{Seed: 1})
	assert.Equal(t, first, draw())
	assert.NotEqual(t, first, draw(), "they go on")
	fix(t, Fixed{Seed: 2})
	assert.NotEqual(t, first, draw())
	FirstRand().Seed(7)
	assert.Equal(t, rand.New(rand.NewSource(7)).Intn(1000), FirstRand().Intn(1000), "seeded by the program")
	fix(t, Fixed{})
	assert.NotEqual(t, first, draw())
	assert.PanicsWithValue(t, "invalid argument to N", func() { RandN(0) })
}

// TestStartingMakesTurns: goroutines take turns from the first one that is started.
func TestStartingMakesTurns(t *testing.T) {
	before := runtime.GOMAXPROCS(4)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
	fix(t, Fixed{})
	Starting()
	assert.Equal(t, 4, runtime.GOMAXPROCS(0))
	fix(t, Fixed{Order: Ascending})
	var list []int
	var wg sync.WaitGroup
	var guard sync.Mutex
	for i := range 100 {
		wg.Add(1)
		Starting()
		go func() {
			defer wg.Done()
			guard.Lock()
			list = append(list, i)
			guard.Unlock()
		}()
		Started()
	}
	wg.Wait()
	assert.Equal(t, 1, runtime.GOMAXPROCS(0))
	assert.True(t, slices.IsSorted(list))
	assert.Len(t, list, 100)
	assert.Eventually(t, func() bool { return runtime.GOMAXPROCS(0) == 4 }, 10*time.Second, turnTime/4,
		"all threads are back when none is started any more")
}
