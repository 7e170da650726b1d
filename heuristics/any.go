package heuristics

import "reflect"

// EqualAny is the Truthness of a == b for values of any type. Only what == reads
// is read, so that no data race is added: behind a pointer it looks at nothing
// but the errors of errors.New, errors.Join and fmt.Errorf, which never change.
// Where == would panic, on slices, maps and functions, it is EqualDeep.
//
// True is worth Absent if one side is nil, a little less than Reached if the
// types differ. Values of one type are compared as their kind is
// (EqualInt for integers, and so on); structs, arrays and interfaces part by
// part, the value being the mean of the parts. Source: EvoMaster's AND is the
// mean of its operands, and equality of a struct is the AND of its fields.
func EqualAny(a, b any) Truthness {
	equal, panicked := compare(a, b)
	if panicked {
		return EqualDeep(a, b)
	}
	return anyEquality(equal, a, b, false)
}

// compare is a == b. Trying costs less than reflect.Value.Comparable, which
// allocates, and is right where == finds a difference before it would panic.
func compare(a, b any) (equal, panicked bool) {
	defer func() { panicked = recover() != nil }()
	return a == b, false
}

// EqualError is the Truthness of a == b for errors, as EqualAny: errors made
// of text are the closer, the closer their text, even though == compares where
// they were made.
func EqualError(a, b error) Truthness { return EqualAny(a, b) }

// EqualDeep is the Truthness of reflect.DeepEqual(a, b). As EqualAny, and it
// reads what pointers, slices and maps refer to, as DeepEqual does: slices and
// maps are the mean of their elements, where one that only one side has counts
// Absent. At most 10 levels and about 1000 parts are scored.
func EqualDeep(a, b any) Truthness { return anyEquality(reflect.DeepEqual(a, b), a, b, true) }

// anyEquality scores what == or DeepEqual decided. Another goroutine may have
// made the operands equal since, hence the upper bound.
func anyEquality(equal bool, a, b any, deep bool) Truthness {
	if equal {
		return equality(0)
	}
	w := walk{deep: deep, levels: 10, parts: 1000}
	return Truthness{min(w.closeness(reflect.ValueOf(a), reflect.ValueOf(b)), below1), 1}
}
