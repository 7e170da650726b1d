package cell

import (
	"math"
	"strings"
	"time"

	"github.com/evoke-go/evoke/heuristics"
)

// Time reads a date in a text.
func Time(s string) (time.Time, bool) {
	at, layout := parsed(s)
	return at, layout != ""
}

// The layouts of days and of times of day without seconds. Others add to them.
const toDay, toMinute = "2006-01-02", "2006-01-02 15:04"

// parsed reads a date in a text, and returns its layout, "" for none. The layout has a space where the text may have
// T, and no fraction of seconds. It reads by hand what package time reads by layouts, which is slow for texts that
// are none.
func parsed(s string) (time.Time, string) {
	if len(s) < len(toDay) || len(s) > 64 || s[4] != '-' || s[7] != '-' {
		return time.Time{}, ""
	}
	year, month, day := digits(s[:4]), digits(s[5:7]), digits(s[8:10])
	if year < 0 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month) {
		return time.Time{}, ""
	}
	at := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if len(s) == len(toDay) {
		return at, toDay
	}
	if s[10] != ' ' && s[10] != 'T' {
		return time.Time{}, ""
	}
	clock, layout, rest := clockOf(s[11:])
	at = at.Add(clock)
	switch seconds, zone := zoneOf(rest); {
	case layout == "" || zone == "":
		return time.Time{}, ""
	case zone == "none":
		return at, layout
	case seconds == 0:
		return at, layout + zone
	default:
		place := time.FixedZone("", seconds)
		return at.Add(-time.Duration(seconds) * time.Second).In(place), layout + zone
	}
}

// clockOf reads a time of day, and returns its layout with that of the day, "" for none, and what follows.
func clockOf(s string) (d time.Duration, layout, rest string) {
	if len(s) < 5 || s[2] != ':' {
		return 0, "", ""
	}
	hour, minute := digits(s[:2]), digits(s[3:5])
	if hour < 0 || hour > 23 || minute < 0 || minute > 59 {
		return 0, "", ""
	}
	d = time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute
	if s = s[5:]; len(s) < 3 || s[0] != ':' {
		return d, toMinute, s
	}
	second := digits(s[1:3])
	if second < 0 || second > 59 {
		return 0, "", ""
	}
	d += time.Duration(second) * time.Second
	if s = s[3:]; s == "" || s[0] != '.' {
		return d, toMinute + ":05", s
	}
	unit := time.Second
	for s = s[1:]; s != "" && s[0] >= '0' && s[0] <= '9'; s = s[1:] {
		unit /= 10
		d += time.Duration(s[0]-'0') * unit
	}
	return d, toMinute + ":05", s
}

// zoneOf reads a zone, and returns its seconds east of UTC and its layout: "none" for an empty text, "" for other
// texts.
func zoneOf(s string) (seconds int, layout string) {
	s, _, _ = strings.Cut(s, " m=") // as time.Time.String writes it
	spaced := strings.HasPrefix(s, " ")
	s = strings.TrimPrefix(s, " ")
	if spaced { // and so is the name of the zone
		s, _, _ = strings.Cut(s, " ")
	}
	switch {
	case s == "":
		return 0, "none"
	case s == "Z":
		return 0, "Z07:00"
	case s[0] != '+' && s[0] != '-' || len(s) < 3:
		return 0, ""
	}
	hours, rest := digits(s[1:3]), strings.TrimPrefix(s[3:], ":")
	layout = map[int]string{3: "Z07", 5: "Z0700", 6: "Z07:00"}[len(s)]
	if spaced {
		layout = " -0700 MST"
	}
	minutes := digits(rest)
	if hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || len(rest) > 2 {
		return 0, ""
	}
	seconds = hours*60*60 + minutes*60
	if s[0] == '-' {
		seconds = -seconds
	}
	return seconds, layout
}

// digits returns the number that digits are, -1 for other characters.
func digits(s string) (n int) {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return -1
		}
		n = 10*n + int(s[i]-'0')
	}
	return n
}

// daysOf returns how many days a month has.
func daysOf(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// hasZone reports whether a date in a text has a zone.
func hasZone(s string) bool {
	_, layout := parsed(s)
	return strings.Contains(layout, "07")
}

// like returns a date in the form that a text has.
func like(at time.Time, s string) string {
	_, layout := parsed(s)
	out := at.Format(layout)
	if len(s) > 10 && s[10] == 'T' {
		out = out[:10] + "T" + out[11:]
	}
	return out
}

// scaled is how far two times are apart: in days if both are days, else in seconds.
func scaled(x, y time.Time) float64 {
	d := heuristics.TimeDistance(x, y)
	if isDay(x) && isDay(y) {
		return d / (24 * 60 * 60)
	}
	return d
}

func isDay(t time.Time) bool {
	return t.Hour() == 0 && t.Minute() == 0 && t.Second() == 0 && t.Nanosecond() == 0
}

// timeText writes a time as SQLite and MySQL do, with its fraction if it has one.
func timeText(t time.Time) string {
	layout := "2006-01-02 15:04:05.999999999"
	if _, offset := t.Zone(); offset != 0 {
		layout += "-07:00"
	}
	return t.Format(layout)
}

// InForm returns a time in the form of a date in a text, or in the usual form if the text is none.
func InForm(at time.Time, text string) string {
	if _, layout := parsed(text); layout == "" {
		return timeText(at)
	}
	return like(at, text)
}

// Shift returns a later date in the form of a date in a text: by a number of days if it is a day, of minutes or of
// seconds. Ok is false for other texts.
func Shift(text string, by int) (out string, ok bool) {
	at, layout := parsed(text)
	switch layout {
	case "":
		return "", false
	case toDay:
		return like(at.AddDate(0, 0, by), text), true
	case toMinute:
		return like(at.Add(time.Duration(by)*time.Minute), text), true
	}
	return like(at.Add(time.Duration(by)*time.Second), text), true
}

// add adds an interval to a date, in the form of the date.
func add(v any, i Interval, sign int) any {
	shift := func(t time.Time) time.Time {
		return t.AddDate(0, sign*i.Months, sign*i.Days).Add(time.Duration(sign) * i.Time)
	}
	switch v := v.(type) {
	case time.Time:
		return shift(v)
	case string:
		if at, layout := parsed(v); layout != "" {
			if i.Time != 0 && layout == toDay {
				return timeText(shift(at))
			}
			return like(shift(at), v)
		}
	}
	return Unknown{}
}

// interval reads an interval such as "7 days" or "-1 month 2 hours".
func interval(text string) any {
	fields := strings.Fields(strings.ToLower(text))
	var out Interval
	if len(fields) < 2 || len(fields)%2 != 0 || len(fields) > 12 {
		return Unknown{}
	}
	for i := 0; i < len(fields); i += 2 {
		v, ok := Number(fields[i])
		n, whole := v.(int64)
		if !ok || !whole || n > 1e6 || n < -1e6 || !out.add(int(n), strings.TrimSuffix(fields[i+1], "s")) {
			return Unknown{}
		}
	}
	return out
}

// add adds a number of units, and reports whether the unit is known.
func (i *Interval) add(n int, unit string) bool {
	switch unit {
	case "year":
		i.Months += 12 * n
	case "month", "mon":
		i.Months += n
	case "week":
		i.Days += 7 * n
	case "day":
		i.Days += n
	case "hour":
		i.Time += time.Duration(n) * time.Hour
	case "minute", "min":
		i.Time += time.Duration(n) * time.Minute
	case "second", "sec":
		i.Time += time.Duration(n) * time.Second
	default:
		return false
	}
	return true
}

// moment returns the time that a value is. In SQLite a number is one of days since noon of 24 November 4714 BC.
func (r Rules) moment(v any) (time.Time, bool) {
	if text, ok := v.(string); ok {
		if text == "now" {
			return r.Now, !r.Now.IsZero()
		}
		if at, isTime := Time(text); isTime {
			return at, true
		}
		if v, ok = Number(text); !ok {
			return time.Time{}, false
		}
	}
	if at, ok := v.(time.Time); ok || r.Coerce {
		return at, ok
	}
	const epoch, most = 2440587.5, 5373484.5 // 1970, and the end of the year 9999
	days := float(v)
	if !(days >= 0 && days < most) {
		return time.Time{}, false
	}
	return time.UnixMilli(int64(math.Round((days - epoch) * 24 * 60 * 60 * 1000))).UTC(), true
}
