package predicates

func choices() []Predicate {
	return []Predicate{
		query("cases of numbers", switchNumber),
		query("cases of words", switchText),
		query("cases of a named text", switchColor),
		query("cases of a named number", switchLevel),
		body("cases of types", switchType),
		query("cases that fall through", switchThrough),
		query("several values for a case", switchMany),
		query("a case within a case", switchNested),
		query("ready and not ready channels", selectReady),
	}
}

type (
	color string
	level int32
)

const (
	low level = 10 * (iota + 1)
	middle
	high
)

func switchNumber(in number) int {
	switch in.N {
	case 1:
		return 1
	case 10_000:
		return 2
	case -500:
		return 3
	}
	return 0
}

func switchText(in text) int {
	switch in.S {
	case "north":
		return 1
	case "south":
		return 2
	case "up":
		return 3
	default:
		return 0
	}
}

func switchColor(in text) int {
	switch color(in.S) {
	case "red":
		return 1
	case "green":
		return 2
	case "":
		return 3
	}
	return 0
}

func switchLevel(in struct{ N level }) int {
	switch in.N {
	case low:
		return 1
	case middle:
		return 2
	case high:
		return 3
	}
	return 0
}

func switchType(in struct{ Any any }) int {
	switch v := in.Any.(type) {
	case string:
		return len(v)
	case float64:
		return -1
	case bool:
		return -2
	case []any:
		return -3
	case map[string]any:
		return -4
	}
	return 0
}

func switchThrough(in number) int {
	answer := 0
	switch in.N {
	case 3000:
		answer++
		fallthrough
	case 4000:
		answer++
	case 5000:
		answer--
	}
	return answer
}

func switchMany(in number) int {
	switch in.N {
	case 2, 4004, 8:
		return 1
	case 1, 3, 90_009:
		return 2
	}
	return 0
}

func switchNested(in struct {
	S string
	N int64
}) int {
	switch in.S {
	case "a", "an":
		switch {
		case in.N > 12_345:
			return 2
		}
		return 1
	}
	return 0
}

func selectReady(in number) int {
	full, done := make(chan int64, 1), make(chan int64)
	if in.N > 1234 {
		full <- in.N
	} else if in.N == 1000 {
		close(done)
	}
	select {
	case v := <-full:
		return int(v)
	case <-done:
		return -1
	default:
		return 0
	}
}
