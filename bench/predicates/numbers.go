package predicates

import "math"

func numbers() []Predicate {
	return []Predicate{
		query("one number of 64 bits", equalNumber),
		path("a negative number", equalNegative),
		query("a number of 13 digits", equalLarge),
		query("the greatest number there is", equalGreatest),
		query("one of the ten least numbers", nearLeast),
		query("a narrow range", insideRange),
		path("outside of a range, on either side", outsideRange),
		query("two numbers, one depending on the other", farApart),
		query("a sum, and an order", sumAndOrder),
		query("three numbers in a row", inARow),
		query("an unsigned number", equalUnsigned),
		query("the upper half of the unsigned numbers", upperHalf),
		query("the smallest types", smallTypes),
		query("a remainder", remainder),
		query("the bits of a mask", maskedBits),
		query("single bits set and not set", singleBits),
		query("a square", square),
		query("a chain of grades", grade),
		query("nearly the same", nearlySame),
		query("leap years", leapYear),
		query("the kinds of triangles", triangle),
	}
}

type (
	number  struct{ N int64 }
	pair    struct{ A, B int64 }
	triple  struct{ A, B, C int64 }
	natural struct{ N uint64 }
)

func equalNumber(in number) int {
	if in.N == 4711 {
		return 1
	}
	return 0
}

func equalNegative(in number) int {
	if in.N == -31_337 {
		return 1
	}
	return 0
}

func equalLarge(in number) int {
	if in.N == 1_234_567_890_123 {
		return 1
	}
	return 0
}

func equalGreatest(in number) int {
	if in.N == math.MaxInt64 {
		return 1
	}
	return 0
}

func nearLeast(in number) int {
	if in.N < math.MinInt64+10 {
		return 1
	}
	return 0
}

func insideRange(in number) int {
	if in.N >= 70_000 && in.N <= 70_005 {
		return 1
	}
	return 0
}

func outsideRange(in number) int {
	if in.N < -250_000 || in.N > 3_000_000 {
		return 1
	}
	return 0
}

func farApart(in pair) int {
	if in.A == in.B+1000 {
		return 1
	}
	return 0
}

func sumAndOrder(in pair) int {
	if in.A > in.B && in.A+in.B == 12_345 {
		return 1
	}
	return 0
}

func inARow(in triple) int {
	if in.A < in.B && in.B < in.C && in.C < in.A+10 {
		return 1
	}
	return 0
}

func equalUnsigned(in natural) int {
	if in.N == 65_535 {
		return 1
	}
	return 0
}

func upperHalf(in natural) int {
	if in.N > math.MaxInt64 {
		return 1
	}
	return 0
}

func smallTypes(in struct {
	A int8
	B uint8
	C int16
	D uint32
}) int {
	if in.A == -100 && in.B == 200 {
		if in.C < -30_000 || in.D > 4_000_000_000 {
			return 2
		}
		return 1
	}
	return 0
}

func remainder(in number) int {
	if in.N > 1000 && in.N%97 == 1 {
		return 1
	}
	return 0
}

func maskedBits(in natural) int {
	if in.N&0xF0 == 0xA0 {
		return 1
	}
	return 0
}

func singleBits(in natural) int {
	const read, write, run = 1 << 2, 1 << 1, 1 << 0
	if in.N&read != 0 && in.N&write == 0 && in.N&run != 0 {
		return 1
	}
	return 0
}

func square(in struct{ N int32 }) int {
	if n := int64(in.N); n*n == 1764 {
		return 1
	}
	return 0
}

func grade(in number) int {
	if in.N < 0 {
		return -1
	} else if in.N < 50 {
		return 6
	} else if in.N < 60 {
		return 5
	} else if in.N < 75 {
		return 4
	} else if in.N < 100 {
		return 3
	} else if in.N == 100 {
		return 1
	}
	return -2
}

func nearlySame(in pair) int {
	d := in.A - in.B
	if d < 0 {
		d = -d
	}
	if in.A > 5000 && d < 3 {
		return 1
	}
	return 0
}

func leapYear(in number) int {
	if in.N < 1583 {
		return 0
	}
	if in.N%4 == 0 && (in.N%100 != 0 || in.N%400 == 0) {
		return 1
	}
	return 2
}

func triangle(in triple) int {
	a, b, c := in.A, in.B, in.C
	if a <= 0 || b <= 0 || c <= 0 {
		return 0
	}
	if a == b && b == c {
		return 3
	}
	longest := max(a, b, c)
	if longest == a && a-b >= c || longest == b && b-c >= a || longest == c && c-a >= b {
		return 0
	}
	if a == b || b == c || a == c {
		return 2
	}
	return 1
}
