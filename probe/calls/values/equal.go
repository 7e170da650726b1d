package values

import (
	"cmp"
	"errors"
	"reflect"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
)

// CompareOrdered is [cmp.Compare].
func CompareOrdered[T cmp.Ordered](at probe.Call, x, y T) int {
	order := cmp.Compare(x, y)
	if at.News(order == 0) {
		equal(at, order == 0, x, y)
	}
	return order
}

//go:noinline
func equal[T cmp.Ordered](at probe.Call, same bool, x, y T) {
	if same {
		at.Report(true, 1, heuristics.Close(1))
		return
	}
	at.Report(false, nearness(reflect.ValueOf(x), reflect.ValueOf(y)), 1, x, y)
}

// nearness returns how near two values of the same ordered type are to being equal. It equals [heuristics.EqualAny],
// without allocating.
func nearness(x, y reflect.Value) float64 {
	switch {
	case x.CanInt():
		return heuristics.EqualInt(x.Int(), y.Int()).OfTrue
	case x.CanUint():
		return heuristics.EqualUint(x.Uint(), y.Uint()).OfTrue
	case x.CanFloat():
		return heuristics.EqualFloat(x.Float(), y.Float()).OfTrue
	}
	return heuristics.EqualString(x.String(), y.String()).OfTrue
}

// Less is [cmp.Less].
func Less[T cmp.Ordered](at probe.Call, x, y T) bool {
	less := cmp.Less(x, y)
	if at.News(less) {
		ordered(at, less, x, y)
	}
	return less
}

//go:noinline
func ordered[T cmp.Ordered](at probe.Call, less bool, x, y T) {
	t := truthOfLess(reflect.ValueOf(x), reflect.ValueOf(y))
	if less != (t.OfTrue == 1) { // a NaN, which cmp.Less orders before all numbers
		t = heuristics.Flag(less)
	}
	at.Report(less, t.OfTrue, t.OfFalse, x, y)
}

func truthOfLess(x, y reflect.Value) heuristics.Truthness {
	switch {
	case x.CanInt():
		return heuristics.LessInt(x.Int(), y.Int())
	case x.CanUint():
		return heuristics.LessUint(x.Uint(), y.Uint())
	case x.CanFloat():
		return heuristics.LessFloat(x.Float(), y.Float())
	}
	return heuristics.LessString(x.String(), y.String())
}

// Is is [errors.Is]. Any error is nearer than nil, and the more alike it is to target, the nearer. It compares without
// calling methods of the errors.
func Is(at probe.Call, err, target error) bool {
	is := errors.Is(err, target)
	if at.News(is) {
		at.Report(is, nearError(is, err, target), heuristics.Close(1))
	}
	return is
}

//go:noinline
func nearError(is bool, err, target error) float64 {
	switch {
	case is:
		return 1
	case err == nil || target == nil:
		return heuristics.Absent
	case !reflect.TypeOf(err).Comparable() || !reflect.TypeOf(target).Comparable():
		return heuristics.Reached
	}
	return heuristics.EqualAny(err, target).OfTrue
}

// As is [errors.As]. Any error is nearer than nil.
func As(at probe.Call, err error, target any) bool {
	as := errors.As(err, target)
	if at.News(as) {
		typed(at, as, err)
	}
	return as
}

// AsType is [errors.AsType]. It reports as [As] does.
func AsType[E error](at probe.Call, err error) (E, bool) {
	e, as := errors.AsType[E](err)
	if at.News(as) {
		typed(at, as, err)
	}
	return e, as
}

//go:noinline
func typed(at probe.Call, as bool, err error) {
	if err == nil {
		at.Report(as, heuristics.Absent, 1)
		return
	}
	at.Report(as, heuristics.Reached, heuristics.Reached)
}

// DeepEqual is [reflect.DeepEqual].
func DeepEqual(at probe.Call, x, y any) bool {
	same := reflect.DeepEqual(x, y)
	if at.News(same) {
		deep(at, same, x, y)
	}
	return same
}

//go:noinline
func deep(at probe.Call, same bool, x, y any) {
	if same {
		at.Report(true, 1, heuristics.Close(1))
		return
	}
	at.Report(false, heuristics.EqualDeep(x, y).OfTrue, 1, x, y)
}
