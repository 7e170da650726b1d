package predicates

import "math"

func floats() []Predicate {
	return []Predicate{
		query("a thin slice between 0 and 1", thinSlice),
		query("one float", equalFloat),
		query("one float of 32 bits", equalFloat32),
		query("a ratio", ratio),
		query("a limit below zero", belowZero),
		query("a rounded value", rounded),
		query("not a number", notANumber),
		query("a circle", insideCircle),
		query("huge and tiny", magnitude),
		body("an average", average),
	}
}

type (
	real  struct{ X float64 }
	reals struct{ X, Y float64 }
)

func thinSlice(in real) int {
	if in.X > 0.75 && in.X < 0.76 {
		return 1
	}
	return 0
}

func equalFloat(in real) int {
	if in.X == 273.15 {
		return 1
	}
	return 0
}

func equalFloat32(in struct{ X float32 }) int {
	if in.X == 2.5 {
		return 1
	}
	return 0
}

func ratio(in reals) int {
	if in.Y == 0 {
		return -1
	}
	if r := in.X / in.Y; r > 1.6 && r < 1.65 {
		return 1
	}
	return 0
}

func belowZero(in real) int {
	switch {
	case in.X < -273.15:
		return -1
	case in.X <= 0:
		return 0
	}
	return 1
}

func rounded(in real) int {
	if math.Round(in.X) == 4242 {
		return 1
	}
	return 0
}

func notANumber(in real) int {
	if math.IsNaN(math.Sqrt(in.X)) {
		return -1
	}
	return 1
}

func insideCircle(in reals) int {
	dx, dy := in.X-300, in.Y+200
	if math.Sqrt(dx*dx+dy*dy) < 5 {
		return 1
	}
	return 0
}

func magnitude(in real) int {
	if in.X > 1e12 {
		return 1
	}
	if in.X != 0 && math.Abs(in.X) < 1e-6 {
		return -1
	}
	return 0
}

func average(in struct{ Values []float64 }) int {
	sum := 0.0
	for _, v := range in.Values {
		sum += v
	}
	if len(in.Values) > 2 && sum/float64(len(in.Values)) > 99.5 {
		return 1
	}
	return 0
}
