package predicates

import "time"

func times() []Predicate {
	return []Predicate{
		query("seconds after a date", unixAfter),
		query("one second", unixEqual),
		query("within a year", withinYear),
		query("one moment", sameMoment),
		query("late on a Sunday", lateOnSunday),
		query("how long between", howLong),
		query("the leap day", leapDay),
		query("in the right order", inOrder),
		query("a duration", longEnough),
	}
}

type (
	moment struct{ T time.Time }
	span   struct{ From, To time.Time }
)

var (
	opening = time.Date(2031, time.March, 1, 9, 0, 0, 0, time.UTC)
	closing = time.Date(2032, time.March, 1, 9, 0, 0, 0, time.UTC)
)

func unixAfter(in number) int {
	if t := time.Unix(in.N, 0); t.After(opening) && t.Before(closing) {
		return 1
	}
	return 0
}

func unixEqual(in struct{ N int32 }) int {
	if time.Unix(int64(in.N), 0).Equal(time.Unix(1_000_000_000, 0)) {
		return 1
	}
	return 0
}

func withinYear(in moment) int {
	if in.T.After(opening) && in.T.Before(closing) {
		return 1
	}
	return 0
}

func sameMoment(in moment) int {
	if in.T.Equal(opening) {
		return 1
	}
	return 0
}

func lateOnSunday(in moment) int {
	if in.T.Weekday() == time.Sunday && in.T.Hour() >= 22 {
		return 1
	}
	return 0
}

func howLong(in span) int {
	d := in.To.Sub(in.From)
	if d > 48*time.Hour && d < 72*time.Hour {
		return 1
	}
	return 0
}

func leapDay(in moment) int {
	if _, month, day := in.T.Date(); month == time.February && day == 29 {
		return 1
	}
	return 0
}

func inOrder(in span) int {
	if in.From.Equal(in.To) {
		return 0
	}
	if in.From.Before(in.To) && in.To.Year() == in.From.Year() {
		return 1
	}
	return -1
}

func longEnough(in struct{ Seconds int32 }) int {
	if d := time.Duration(in.Seconds) * time.Second; d >= 36*time.Hour && d < 37*time.Hour {
		return 1
	}
	return 0
}
