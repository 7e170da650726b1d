package probe

import (
	"cmp"
	"iter"
	"reflect"
	"slices"
	"sync"
	"unsafe"
)

// Go visits the entries of a map in a different order each time. A search would then take a different way each time,
// and the same seed would lead to different tests. In a process whose order is fixed, see [Fixed], a range over a map
// in covered code visits the entries in an order of their keys. In any other process it visits them in an order that Go
// chooses.

// Walk visits the entries of a map as a range clause does: an entry that is deleted before its turn is not visited, and
// an entry that is changed is visited with its new value. An entry that is added during the walk is not visited.
type Walk[K comparable, V any] struct {
	m      map[K]V
	keys   []K
	at     int
	sorted int          // the first so many keys are in their places
	odd    []oddPair[V] // values of the keys at the end, which are not equal to themselves
}

// oddPair is the value of a key that contains a NaN: no index finds it.
type oddPair[V any] struct{ value V }

// Range begins a walk through a map. It also returns a zero key and a zero value,
// so that a for clause can declare variables of their types.
func Range[M ~map[K]V, K comparable, V any](m M) (w *Walk[K, V], k K, v V) {
	return newWalk[K, V](m), k, v
}

// RangePairs is [Range] for a range clause that assigns to existing variables.
func RangePairs[M ~map[K]V, K comparable, V any](m M) *Pairs[K, V] {
	return &Pairs[K, V]{walk: newWalk[K, V](m)}
}

func newWalk[K comparable, V any](m map[K]V) *Walk[K, V] {
	w := &Walk[K, V]{m: m}
	if len(m) == 0 {
		return w
	}
	w.keys = make([]K, 0, len(m))
	var odd []K
	for k, v := range m {
		if k != k { //nolint:gocritic // that is what a NaN is
			odd, w.odd = append(odd, k), append(w.odd, oddPair[V]{v})
			continue
		}
		w.keys = append(w.keys, k)
	}
	if fixed.order != Ascending {
		arrange(w.keys, sortKeys[K])
		w.sorted = len(w.keys)
	}
	w.keys = append(w.keys, odd...)
	return w
}

// Next goes to the next entry and stores it. It reports whether there is one.
func (w *Walk[K, V]) Next(k *K, v *V) bool {
	for w.at < len(w.keys) {
		w.sort()
		at := w.at
		w.at++
		key := w.keys[at]
		if value, ok := w.m[key]; ok {
			*k, *v = key, value
			return true
		}
		if odd := at - (len(w.keys) - len(w.odd)); odd >= 0 && w.holdsOdd() {
			*k, *v = key, w.odd[odd].value
			return true
		}
	}
	return false
}

// NextKey is [Walk.Next] for a loop without a value.
func (w *Walk[K, V]) NextKey(k *K) bool {
	var v V
	return w.Next(k, &v)
}

// NextValue is [Walk.Next] for a loop without a key.
func (w *Walk[K, V]) NextValue(v *V) bool {
	var k K
	return w.Next(&k, v)
}

// holdsOdd reports whether the map still holds a key that no index finds. These keys can only be removed all at once,
// by clear.
func (w *Walk[K, V]) holdsOdd() bool {
	for k := range w.m {
		if k != k { //nolint:gocritic // that is what a NaN is
			return true
		}
	}
	return false
}

// sort puts the next key in its place. A loop that only wants any entry leaves after the first one, so the others are
// sorted only when a second one is asked for.
func (w *Walk[K, V]) sort() {
	plain := w.keys[:len(w.keys)-len(w.odd)]
	switch {
	case w.at < w.sorted || w.at >= len(plain):
	case w.at == 0:
		leastFirst(plain)
		w.sorted = 1
	default:
		sortKeys(plain[w.sorted:])
		w.sorted = len(plain)
	}
}

// Pairs is a walk that keeps the entry at which it is.
type Pairs[K comparable, V any] struct {
	walk  *Walk[K, V]
	Key   K
	Value V
}

// Next goes to the next entry and reports whether there is one.
func (p *Pairs[K, V]) Next() bool { return p.walk.Next(&p.Key, &p.Value) }

// MapAll stands in for [maps.All].
func MapAll[Map ~map[K]V, K comparable, V any](m Map) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for w, k, v := Range(m); w.Next(&k, &v); {
			if !yield(k, v) {
				return
			}
		}
	}
}

// MapKeys stands in for [maps.Keys].
func MapKeys[Map ~map[K]V, K comparable, V any](m Map) iter.Seq[K] {
	return func(yield func(K) bool) {
		for w, k, _ := Range(m); w.NextKey(&k); {
			if !yield(k) {
				return
			}
		}
	}
}

// MapValues stands in for [maps.Values].
func MapValues[Map ~map[K]V, K comparable, V any](m Map) iter.Seq[V] {
	return func(yield func(V) bool) {
		for w, _, v := Range(m); w.NextValue(&v); {
			if !yield(v) {
				return
			}
		}
	}
}

// MapDeleteFunc stands in for [maps.DeleteFunc].
func MapDeleteFunc[M ~map[K]V, K comparable, V any](m M, del func(K, V) bool) {
	for w, k, v := Range(m); w.Next(&k, &v); {
		if del(k, v) {
			delete(m, k)
		}
	}
}

// KeyList stands in for functions that return the keys of a map as a slice.
func KeyList[M ~map[K]V, K comparable, V any](m M) []K {
	keys := make([]K, 0, len(m))
	for w, k, _ := Range(m); w.NextKey(&k); {
		keys = append(keys, k)
	}
	return keys
}

// ValueList stands in for functions that return the values of a map as a slice.
func ValueList[M ~map[K]V, K comparable, V any](m M) []V {
	values := make([]V, 0, len(m))
	for w, _, v := Range(m); w.NextValue(&v); {
		values = append(values, v)
	}
	return values
}

// KeyValues orders what [reflect.Value.MapKeys] returns.
func KeyValues(keys []reflect.Value) []reflect.Value {
	arrange(keys, func(keys []reflect.Value) { slices.SortFunc(keys, compareValues) })
	return keys
}

// SyncMap stands in for a [sync.Map] whose entries are visited.
type SyncMap struct{ m *sync.Map }

// InSyncMap returns the replacement of a map.
func InSyncMap(m *sync.Map) SyncMap { return SyncMap{m} }

// Range is [sync.Map.Range].
func (s SyncMap) Range(f func(key, value any) bool) {
	if fixed.order == ByChance {
		s.m.Range(f)
		return
	}
	found := map[any]any{}
	s.m.Range(func(k, v any) bool { found[k] = v; return true })
	for w, k, _ := Range(found); w.NextKey(&k); {
		if v, ok := s.m.Load(k); ok && !f(k, v) {
			return
		}
	}
}

// arrange puts a list in the order of the process. sort sorts it in ascending order.
func arrange[E any](list []E, sort func([]E)) {
	if fixed.order == ByChance || len(list) < 2 {
		return
	}
	sort(list)
	switch fixed.order {
	case Descending:
		slices.Reverse(list)
	case Shuffled:
		fixed.turns.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
}

// sortKeys sorts keys in ascending order. Keys of a named type are converted to its basic kind first.
func sortKeys[K comparable](keys []K) {
	switch plainKind[K]() {
	case reflect.String:
		slices.Sort(seenAs[string](keys))
	case reflect.Int, reflect.Int64:
		slices.Sort(seenAs[int64](keys))
	case reflect.Uint, reflect.Uint64, reflect.Uintptr, reflect.Pointer, reflect.Chan, reflect.UnsafePointer:
		slices.Sort(seenAs[uint64](keys))
	default:
		slices.SortFunc(keys, compareKeys[K])
	}
}

// leastFirst swaps the least key to the front.
func leastFirst[K comparable](keys []K) {
	least := 0
	switch plainKind[K]() {
	case reflect.String:
		least = leastOf(seenAs[string](keys))
	case reflect.Int, reflect.Int64:
		least = leastOf(seenAs[int64](keys))
	case reflect.Uint, reflect.Uint64, reflect.Uintptr, reflect.Pointer, reflect.Chan, reflect.UnsafePointer:
		least = leastOf(seenAs[uint64](keys))
	default:
		for i := range keys {
			if compareKeys(keys[i], keys[least]) < 0 {
				least = i
			}
		}
	}
	keys[0], keys[least] = keys[least], keys[0]
}

func leastOf[T cmp.Ordered](keys []T) int {
	least := 0
	for i, k := range keys {
		if k < keys[least] {
			least = i
		}
	}
	return least
}

// plainKind returns the kind of the keys if they can be converted to strings or numbers of 64 bits, else
// [reflect.Invalid].
func plainKind[K any]() reflect.Kind {
	t := reflect.TypeFor[K]()
	if t.Kind() == reflect.String || unsafe.Sizeof(*new(K)) == 8 {
		return t.Kind()
	}
	return reflect.Invalid
}

// seenAs returns the same elements as values of type T, which has the same memory layout as K.
func seenAs[T, K any](keys []K) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(keys))), len(keys))
}

func compareKeys[K comparable](a, b K) int {
	x, y := reflect.ValueOf(&a).Elem(), reflect.ValueOf(&b).Elem()
	if t := x.Type(); t.Kind() == reflect.Array && t.Elem().Kind() == reflect.Uint8 { // such as a UUID
		return cmp.Compare(bytesOf(&a), bytesOf(&b))
	}
	return compareValues(x, y)
}

// bytesOf returns the memory of a value as a string.
func bytesOf[K any](v *K) string { return unsafe.String((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v)) }

// compareValues orders any two keys of maps that have the same type. Pointers and channels are ordered by their
// addresses, which is mostly the order in which they were made. It does not read what they point to: another goroutine
// may be writing there.
func compareValues(a, b reflect.Value) int {
	switch a.Kind() {
	case reflect.Bool:
		return cmp.Compare(bit(a.Bool()), bit(b.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return cmp.Compare(a.Int(), b.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return cmp.Compare(a.Uint(), b.Uint())
	case reflect.Float32, reflect.Float64:
		return cmp.Compare(a.Float(), b.Float())
	case reflect.Complex64, reflect.Complex128:
		x, y := a.Complex(), b.Complex()
		return cmp.Or(cmp.Compare(real(x), real(y)), cmp.Compare(imag(x), imag(y)))
	case reflect.String:
		return cmp.Compare(a.String(), b.String())
	case reflect.Pointer, reflect.UnsafePointer, reflect.Chan:
		return cmp.Compare(a.Pointer(), b.Pointer())
	}
	return compareParts(a, b)
}

func compareParts(a, b reflect.Value) int {
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			if c := compareValues(a.Field(i), b.Field(i)); c != 0 {
				return c
			}
		}
	case reflect.Array:
		for i := range a.Len() {
			if c := compareValues(a.Index(i), b.Index(i)); c != 0 {
				return c
			}
		}
	case reflect.Interface:
		return compareDynamic(a, b)
	}
	return 0
}

// compareDynamic orders two interfaces: by type, then by value.
func compareDynamic(a, b reflect.Value) int {
	if a.IsNil() || b.IsNil() {
		return cmp.Compare(bit(!a.IsNil()), bit(!b.IsNil()))
	}
	a, b = a.Elem(), b.Elem()
	if t, u := a.Type(), b.Type(); t != u {
		return cmp.Or(cmp.Compare(t.String(), u.String()), cmp.Compare(t.PkgPath(), u.PkgPath()))
	}
	return compareValues(a, b)
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
