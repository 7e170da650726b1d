package predicates

func logic() []Predicate {
	return []Predicate{
		query("conditions within conditions", nestedAnd),
		query("one of two pairs", orOfAnds),
		query("the negation of an or", notOr),
		query("exactly one of two", exclusive),
		query("numbers and texts mixed", mixed),
		query("a pattern of switches", pattern),
		body("a guard before an index", guarded),
		query("an answer computed without an if", computed),
		query("implications", implies),
	}
}

func nestedAnd(in triple) int {
	if in.A > 10 {
		if in.B < in.A-100 {
			if in.C == in.A+in.B {
				return 3
			}
			return 2
		}
		return 1
	}
	return 0
}

func orOfAnds(in pair) int {
	if (in.A == 11 && in.B == 22) || (in.A == 333 && in.B == -444) {
		return 1
	}
	return 0
}

func notOr(in pair) int {
	if !(in.A > 5 || in.B > -5000) {
		return 1
	}
	return 0
}

func exclusive(in pair) int {
	big, small := in.A > 100_000, in.B < -100_000
	if big != small {
		return 1
	}
	if big {
		return 2
	}
	return 0
}

func mixed(in struct {
	Kind  string
	Count int32
}) int {
	if !(in.Kind != "ship" || in.Count < 300 || in.Count > 310) {
		return 1
	}
	return 0
}

func pattern(in struct{ A, B, C, D bool }) int {
	if in.A && !in.B && in.C && !in.D {
		return 1
	}
	return 0
}

func guarded(in struct{ List []int64 }) int {
	if len(in.List) > 2 && in.List[2] == 777 {
		return 1
	}
	return 0
}

func computed(in pair) int {
	yes := in.A == 5150 && in.B >= 2
	return map[bool]int{false: 0, true: 1}[yes]
}

func implies(in pair) int {
	if in.A <= 1000 || in.B == in.A*2 {
		if in.A > 1000 {
			return 2
		}
		return 1
	}
	return 0
}
