package heuristics

import "reflect"

// otherType is the score of an equality whose operands are of different types. It is more than that of a nil operand.
const otherType = (Absent + Reached) / 2

// walk compares two values part by part.
type walk struct {
	deep   bool // follow pointers, slices and maps, as reflect.DeepEqual does
	levels int  // levels that are left to go down: values may be cyclic
	parts  int  // parts that are left to compare, shared among the parts of a value
}

// closeness is the score of an equality: in (0,1], and 1 if the values were found to be equal.
func (w walk) closeness(a, b reflect.Value) float64 {
	switch {
	case !a.IsValid() && !b.IsValid():
		return 1
	case !a.IsValid() || !b.IsValid():
		return Absent
	case a.Type() != b.Type():
		return otherType
	}
	switch a.Kind() {
	case reflect.Array, reflect.Slice, reflect.Struct, reflect.Map, reflect.Pointer, reflect.Interface:
		return w.composite(a, b)
	default:
		return scalar(a, b)
	}
}

// scalar is the score of two values without parts.
func scalar(a, b reflect.Value) float64 {
	switch {
	case a.CanInt():
		return Close(float64(IntDistance(a.Int(), b.Int())))
	case a.CanUint():
		return Close(float64(UintDistance(a.Uint(), b.Uint())))
	case a.CanFloat():
		return Close(FloatDistance(a.Float(), b.Float()))
	case a.CanComplex():
		x, y := a.Complex(), b.Complex()
		return mean(Close(FloatDistance(real(x), real(y))), Close(FloatDistance(imag(x), imag(y))))
	}
	switch a.Kind() {
	case reflect.String:
		return Close(float64(StringDistance(a.String(), b.String())))
	case reflect.Bool:
		return Flag(a.Bool() == b.Bool()).OfTrue
	case reflect.Func:
		return Flag(a.IsNil() && b.IsNil()).OfTrue
	default: // channels and unsafe pointers
		return Flag(a.Pointer() == b.Pointer()).OfTrue
	}
}

// composite is the score of two values with parts, as long as levels and parts are left.
func (w walk) composite(a, b reflect.Value) float64 {
	if w.levels == 0 || w.parts == 0 {
		return Reached
	}
	w.levels--
	switch kind := a.Kind(); {
	case kind == reflect.Struct:
		return w.fields(a, b)
	case kind == reflect.Array:
		return w.sequence(a, b)
	case kind == reflect.Interface:
		return w.closeness(a.Elem(), b.Elem())
	case kind == reflect.Pointer:
		return w.pointees(a, b)
	case !w.deep:
		return Reached
	case kind == reflect.Slice:
		return lowerForNil(a, b, w.sequence(a, b))
	default:
		return lowerForNil(a, b, w.entries(a, b))
	}
}

// fields is the mean closeness of the fields. Fields named _ count too, although == skips them: to ask for a name
// allocates, and the outcome is decided elsewhere.
func (w walk) fields(a, b reflect.Value) float64 {
	n := a.NumField()
	w.parts /= max(n, 1)
	var sum total
	for i := range n {
		sum.add(w.closeness(a.Field(i), b.Field(i)))
	}
	return sum.mean(0)
}

// sequence is the mean closeness of the elements with the same index. An element without a partner is a missing part.
func (w walk) sequence(a, b reflect.Value) float64 {
	compared := min(a.Len(), b.Len(), w.parts)
	w.parts /= max(compared, 1)
	var sum total
	for i := range compared {
		sum.add(w.closeness(a.Index(i), b.Index(i)))
	}
	return sum.mean(max(a.Len(), b.Len()) - compared)
}

// entries is the mean closeness of the entries with the same key. A key of only one map is a missing part. It does not
// compare the entries of maps that are too large to be compared as a whole, because it is chance which entries come
// first.
func (w walk) entries(a, b reflect.Value) float64 {
	if max(a.Len(), b.Len()) > w.parts {
		return Reached
	}
	w.parts /= max(b.Len(), 1)
	var sum total
	for it := b.MapRange(); it.Next(); {
		if v := a.MapIndex(it.Key()); v.IsValid() {
			sum.add(w.closeness(v, it.Value()))
		}
	}
	return sum.mean(a.Len() + b.Len() - 2*sum.n)
}

// pointees compares addresses, and if they differ, the values behind them.
func (w walk) pointees(a, b reflect.Value) float64 {
	switch {
	case a.Pointer() == b.Pointer():
		return 1
	case a.IsNil() || b.IsNil():
		return Absent
	case w.deep:
		return w.closeness(a.Elem(), b.Elem())
	case isImmutable(a.Type().Elem()):
		return nearly(w.closeness(a.Elem(), b.Elem()))
	default:
		return Reached
	}
}

// isImmutable reports whether values of a type never change after they are made, so that following a pointer to one is
// no data race.
func isImmutable(t reflect.Type) bool {
	switch t.PkgPath() {
	case "errors":
		return t.Name() == "errorString" || t.Name() == "joinError"
	case "fmt":
		return t.Name() == "wrapError" || t.Name() == "wrapErrors"
	default:
		return false
	}
}

// lowerForNil lowers h if just one value is nil, because reflect.DeepEqual tells nil and empty apart.
func lowerForNil(a, b reflect.Value, h float64) float64 {
	if a.IsNil() != b.IsNil() {
		return nearly(h)
	}
	return h
}

// nearly maps a score up to 1 to one of at most 0.91, in the same order. It is for values whose parts may be equal
// although the whole is not.
func nearly(h float64) float64 { return h - max(h-Reached, 0)/10 }

// total sums values in (0,1] as integers, in units of 2^-48. The sum of integers does not depend on the order, and maps
// have no order.
type total struct {
	units uint64
	n     int
}

const one = 1 << 48

func (t *total) add(h float64) {
	t.units += uint64(h * one)
	t.n++
}

// mean is the mean of the added values and of the missing parts, each of which counts Absent. It is rescaled to
// [Reached,1], because a value of the same type is nearer than one of another type. It is 1 only if no part is missing
// and all are 1.
func (t *total) mean(missing int) float64 {
	if missing == 0 && t.units == uint64(t.n)*one {
		return 1
	}
	sum := float64(t.units)/one + float64(Absent*float64(missing))
	mean := sum / float64(t.n+missing)
	return min(Reached+float64(max(mean-Absent, 0)*((1-Reached)/(1-Absent))), below1)
}
