package stintlog

import (
	"errors"
	"fmt"
	"time"
)

// Person is who may log in.
type Person struct {
	Username string `json:"username"`
	Role     string `json:"role"`
	Team     string `json:"team,omitempty"`
	password string
}

const (
	crew    = "crew"
	lead    = "lead"
	payroll = "payroll"
)

var people = []Person{
	{"north-1", crew, "north", "adze-417"},
	{"north-2", crew, "north", "brace-552"},
	{"south-1", crew, "south", "chisel-903"},
	{"north-lead", lead, "north", "drill-186"},
	{"south-lead", lead, "south", "edger-274"},
	{"payroll", payroll, "", "file-639"},
}

// Project is what a team works on.
type Project struct {
	Code   string
	Team   string
	Title  string
	Budget int // minutes, 0 for none
	Closed bool
}

// Stint is work on a project without interruption, but for a break.
type Stint struct {
	No      int
	Person  string
	Project string
	Start   time.Time
	End     time.Time
	Break   int
	Note    string
}

const quarter = 15

// roundUp rounds minutes up to full quarters of an hour.
func roundUp(minutes int) int { return (minutes + quarter - 1) / quarter * quarter }

// Minutes returns what was worked.
func (s Stint) Minutes() int { return int(s.End.Sub(s.Start)/time.Minute) - s.Break }

// Billed returns what is billed.
func (s Stint) Billed() int { return roundUp(s.Minutes()) }

// Day returns the day of the stint.
func (s Stint) Day() string { return s.Start.Format(time.DateOnly) }

// Week returns the week of the stint.
func (s Stint) Week() string { return weekOf(s.Start) }

func weekOf(t time.Time) string {
	year, week := t.ISOWeek()
	return fmt.Sprintf("%04d-W%02d", year, week)
}

// daysOf returns the seven days of a week, none if there is no such week.
func daysOf(week string) []string {
	var year, n int
	if _, err := fmt.Sscanf(week, "%04d-W%02d", &year, &n); err != nil {
		return nil
	}
	day := time.Date(year, 1, 4, 0, 0, 0, 0, time.UTC)
	day = day.AddDate(0, 0, -int(day.Weekday()+6)%7+(n-1)*7)
	if weekOf(day) != week || year < 2020 || year > 2099 {
		return nil
	}
	days := []string{}
	for i := range 7 {
		days = append(days, day.AddDate(0, 0, i).Format(time.DateOnly))
	}
	return days
}

// Week states.
const (
	open      = "open"
	submitted = "submitted"
	approved  = "approved"
	returned  = "returned"
)

// Sheet says what became of a week of a person.
type Sheet struct {
	State     string
	Submitted *int // minutes at the submission
	Remark    string
}

// locked says whether the stints of the week must stay as they are.
func (s Sheet) locked() bool { return s.State == submitted || s.State == approved }

// Filter chooses stints.
type Filter struct {
	Visible  func(person string) bool
	Person   string
	Project  string
	From, To string // days
	After    *Position
	Limit    int
}

// Position is where a page of stints ended.
type Position struct {
	Start time.Time
	No    int
}

// Errors of the service; the handler makes statuses of them.
var (
	errUnauthorized = errors.New("unauthorized")
	errForbidden    = errors.New("forbidden")
	errNotFound     = errors.New("not_found")
)

// stateError is a request that does not fit the state of things.
type stateError struct{ kind, detail string }

func (e stateError) Error() string { return e.detail }

// fieldError is a field or parameter that breaks a rule.
type fieldError struct{ field, detail string }

func (e fieldError) Error() string { return e.field + ": " + e.detail }
