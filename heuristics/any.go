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
	va, vb := reflect.ValueOf(a), reflect.ValueOf(b)
	switch {
	case !va.IsValid() || !vb.IsValid() || va.Type() != vb.Type():
		return anyEquality(!va.IsValid() && !vb.IsValid(), va, vb, false)
	case va.Comparable() && vb.Comparable():
		return anyEquality(a == b, va, vb, false)
	default:
		return EqualDeep(a, b)
	}
}

// EqualError is the Truthness of a == b for errors, as EqualAny: errors made
// of text are the closer, the closer their text, even though == compares where
// they were made.
func EqualError(a, b error) Truthness { return EqualAny(a, b) }

// EqualDeep is the Truthness of reflect.DeepEqual(a, b). As EqualAny, and it
// reads what pointers, slices and maps refer to, as DeepEqual does: slices and
// maps are the mean of their elements, where one that only one side has counts
// Absent. At most 10 levels and about 1000 parts are scored.
func EqualDeep(a, b any) Truthness {
	return anyEquality(reflect.DeepEqual(a, b), reflect.ValueOf(a), reflect.ValueOf(b), true)
}

func anyEquality(equal bool, a, b reflect.Value, deep bool) Truthness {
	if equal {
		return equality(0)
	}
	return Truthness{min(walk{deep: deep, levels: 10, parts: 1000}.closeness(a, b), below1), 1}
}
