package cell

import "math"

// Compute computes an arithmetic operation, or joins texts.
func (r Rules) Compute(op string, x, y any) any {
	if IsUnknown(x) || IsUnknown(y) {
		return Unknown{}
	}
	if x == nil || y == nil {
		return nil
	}
	if op == "||" {
		return joined(AsText(x), AsText(y))
	}
	if i, ok := y.(Interval); ok && (op == "+" || op == "-") {
		return add(x, i, map[string]int{"+": 1, "-": -1}[op])
	}
	x, y = AsNumber(x), AsNumber(y)
	i, okX := x.(int64)
	j, okY := y.(int64)
	if okX && okY && !(op == "/" && r.Divide) {
		return whole(op, i, j)
	}
	return broken(op, float(x), float(y))
}

func joined(x, y any) any {
	s, okX := x.(string)
	t, okY := y.(string)
	if !okX || !okY {
		return Unknown{}
	}
	return s + t
}

// whole computes with integers. A result that is too large is a float, as in SQLite.
func whole(op string, i, j int64) any {
	var out int64
	fits := true
	switch op {
	case "+":
		out = i + j
		fits = (out > i) == (j > 0)
	case "-":
		out = i - j
		fits = (out < i) == (j > 0)
	case "*":
		out = i * j
		fits = i == 0 || out/i == j && !(i == -1 && j == math.MinInt64)
	case "/", "DIV", "%", "MOD":
		return quotient(op, i, j)
	case "&":
		out = i & j
	case "|":
		out = i | j
	case "<<", ">>":
		if j < 0 || j > 63 {
			return Unknown{}
		}
		if out = i << j; op == ">>" {
			out = i >> j
		}
	default:
		return Unknown{}
	}
	if !fits {
		return broken(op, float64(i), float64(j))
	}
	return out
}

// quotient divides integers. Nothing can be divided by 0.
func quotient(op string, i, j int64) any {
	switch {
	case j == 0:
		return nil
	case op == "%" || op == "MOD":
		if j == -1 {
			return int64(0)
		}
		return i % j
	case i == math.MinInt64 && j == -1:
		return -float64(i)
	}
	return i / j
}

// broken computes with floats.
func broken(op string, f, g float64) any {
	var out float64
	switch op {
	case "+":
		out = f + g
	case "-":
		out = f - g
	case "*":
		out = f * g
	case "/":
		if g == 0 {
			return nil
		}
		out = f / g
	default:
		return truncated(op, f, g)
	}
	if math.IsNaN(out) || math.IsInf(out, 0) {
		return Unknown{}
	}
	return out
}

// truncated computes with the whole parts of floats.
func truncated(op string, f, g float64) any {
	if math.Abs(f) >= 1<<62 || math.Abs(g) >= 1<<62 {
		return Unknown{}
	}
	out := whole(op, int64(f), int64(g))
	if n, ok := out.(int64); ok && (op == "%" || op == "MOD") {
		return float64(n)
	}
	return out
}
