package predicates

// hard are predicates whose conditions are in plain sight and whose distances
// still do not lead there. Each has a counterpart elsewhere that they do lead
// to: mapOfNumbers, recovered, earlyReturns and nearlySame.
func hard() []Predicate {
	return []Predicate{
		query("what a table says of a number", tableText).
			hides("the text that a key leads to says nothing of how far other keys are"),
		query("a division by zero", divided).
			hides("a panic is no condition, so nothing says how far the divisor is from zero"),
		// No distance leads there, but inputs that have to fit a changed one follow it.
		query("a limit behind a sum of two inputs", limitBehindSum),
		// No distance leads there, but equal values are changed together.
		query("a limit behind a small difference", limitBehindDifference),
	}
}

func tableText(in number) int {
	name, known := ports[in.N]
	if !known {
		return -1
	}
	if name == "database" {
		return 1
	}
	return 0
}

func divided(in struct{ A, B int32 }) (answer int) {
	defer func() {
		if r := recover(); r != nil {
			answer = -1
		}
	}()
	if q := in.A / (in.B - 300); q == 2 {
		return 1
	}
	return 0
}

func limitBehindSum(in triple) int {
	if in.A%2 != 0 {
		return 0
	}
	if in.B < 2*in.A {
		return 1
	}
	if in.C != in.A+in.B {
		return 2
	}
	if in.A < 1000 {
		return 3
	}
	return 4
}

func limitBehindDifference(in pair) int {
	d := in.A - in.B
	if d < 0 {
		d = -d
	}
	if d < 3 && in.A > 5000 {
		return 1
	}
	return 0
}
