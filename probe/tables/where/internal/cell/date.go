package cell

import (
	"slices"
	"strings"
	"time"
)

// ReadsClock reports whether the text of a statement may have a function of the time that it is.
func ReadsClock(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(clocks, func(name string) bool { return strings.Contains(text, name) })
}

// clocks are parts of the names of functions of the time that it is. They are read-only.
var clocks = []string{"now", "current_", "localtimestamp", "getdate", "utc_timestamp", "sysdate", "curdate"}

// onTimes computes a function of times. The value is [Unknown] if it is another function.
func (r Rules) onTimes(name string, args []any) any {
	switch name {
	case "now", "current_timestamp", "localtimestamp", "getdate", "utc_timestamp", "sysdate":
		if r.Now.IsZero() || len(args) > 0 && name != "now" && name != "current_timestamp" {
			return Unknown{}
		}
		return r.Now
	case "current_date", "curdate":
		if r.Now.IsZero() {
			return Unknown{}
		}
		return r.Now.Format("2006-01-02")
	case "interval":
		return ofInterval(args)
	case "date", "datetime", "timestamp":
		return r.date(name, args)
	case "date_add", "date_sub":
		if i, ok := args[len(args)-1].(Interval); ok && len(args) == 2 {
			return r.Compute(map[string]string{"date_add": "+", "date_sub": "-"}[name], args[0], i)
		}
	case "extract", "date_part", "date_trunc", "strftime":
		if len(args) == 2 {
			unit, _ := args[0].(string)
			at, ok := r.moment(args[1])
			if ok {
				return ofUnit(name, strings.ToLower(unit), unit, at)
			}
			return r.noDate(args[1])
		}
	case "year", "month", "day", "dayofmonth", "hour", "minute", "second":
		if len(args) == 1 {
			if at, ok := r.moment(args[0]); ok {
				return field(at, strings.TrimSuffix(name, "ofmonth"))
			}
		}
	}
	return Unknown{}
}

// noDate is the value of a function for a value that is no date. SQLite has NULL for that, and reads times of day as
// dates.
func (r Rules) noDate(v any) any {
	if r.Coerce {
		return Unknown{}
	}
	switch v := v.(type) {
	case int64, float64: // out of range
		return nil
	case string:
		if v != "now" && !strings.Contains(v, ":") {
			return nil
		}
	}
	return Unknown{}
}

// ofInterval reads an interval: a text, or a number and its unit.
func ofInterval(args []any) any {
	text := ""
	for _, a := range args {
		s, ok := AsText(a).(string)
		if !ok {
			return Unknown{}
		}
		text += s + " "
	}
	return interval(text)
}

// date cuts a time to its day or second, after the changes that the other arguments say, as in date(x, '-1 day').
func (r Rules) date(name string, args []any) any {
	if len(args) == 0 || len(args) > 8 {
		return Unknown{}
	}
	at, ok := r.moment(args[0])
	if !ok {
		return r.noDate(args[0])
	}
	for _, a := range args[1:] {
		text, _ := a.(string)
		switch i := interval(text).(type) {
		case Interval:
			at = at.AddDate(0, i.Months, i.Days).Add(i.Time)
		default:
			if at, ok = start(at, text); !ok {
				return Unknown{}
			}
		}
	}
	if name == "date" {
		return at.Format("2006-01-02")
	}
	return at.Format("2006-01-02 15:04:05")
}

// start returns the start of the day, month or year of a time.
func start(at time.Time, text string) (time.Time, bool) {
	switch text {
	case "start of day":
		return trunc(at, "day")
	case "start of month":
		return trunc(at, "month")
	case "start of year":
		return trunc(at, "year")
	}
	return at, text == "utc"
}

// trunc cuts a time to a unit.
func trunc(at time.Time, unit string) (time.Time, bool) {
	y, m, d := at.Date()
	switch unit {
	case "year":
		return time.Date(y, 1, 1, 0, 0, 0, 0, at.Location()), true
	case "month":
		return time.Date(y, m, 1, 0, 0, 0, 0, at.Location()), true
	case "day":
		return time.Date(y, m, d, 0, 0, 0, 0, at.Location()), true
	case "hour":
		return time.Date(y, m, d, at.Hour(), 0, 0, 0, at.Location()), true
	case "minute":
		return time.Date(y, m, d, at.Hour(), at.Minute(), 0, 0, at.Location()), true
	}
	return at, false
}

// ofUnit returns a part of a time.
func ofUnit(name, unit, format string, at time.Time) any {
	switch name {
	case "date_trunc":
		if out, ok := trunc(at, unit); ok {
			return out
		}
		return Unknown{}
	case "strftime":
		return formatted(format, at)
	}
	return field(at, unit)
}

// field returns a field of a time as a number.
func field(at time.Time, unit string) any {
	switch unit {
	case "year":
		return int64(at.Year())
	case "month":
		return int64(at.Month())
	case "day":
		return int64(at.Day())
	case "hour":
		return int64(at.Hour())
	case "minute":
		return int64(at.Minute())
	case "second":
		return int64(at.Second())
	case "epoch":
		return at.Unix()
	}
	return Unknown{}
}

// formatted writes a time in a format of strftime.
func formatted(format string, at time.Time) any {
	known := map[byte]string{'Y': "2006", 'm': "01", 'd': "02", 'H': "15", 'M': "04", 'S': "05", 'j': "002"}
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			b.WriteByte(format[i])
			continue
		}
		i++
		if i == len(format) || known[format[i]] == "" {
			return Unknown{}
		}
		b.WriteString(at.Format(known[format[i]]))
	}
	return b.String()
}
