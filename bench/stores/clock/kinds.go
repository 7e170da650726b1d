package clock

import (
	"net/http"
	"time"
)

// kinds are the services, each with its own kind of comparison of times.
func kinds() []kind {
	return []kind{
		{"expired", "passes", http.MethodGet, "check", expired},
		{"other-day", "diaries", http.MethodPost, "close", otherDay},
		{"window", "bookings", http.MethodPost, "enter", window},
		{"idle", "sessions", http.MethodPost, "touch", idle},
		{"other-month", "budgets", http.MethodGet, "renewal", otherMonth},
		{"cooling", "machines", http.MethodPost, "press", cooling},
		{"weekend", "shifts", http.MethodGet, "bonus", weekend},
		{"deadline", "offers", http.MethodPost, "accept", deadline},
	}
}

// expired: a pass is good for 30 days.
func expired(t *thing, now time.Time) int {
	if now.Sub(t.Made) > 30*24*time.Hour {
		return met
	}
	return http.StatusNoContent
}

// otherDay: a diary can be closed when its day is over.
func otherDay(t *thing, now time.Time) int {
	if now.Format(time.DateOnly) != t.Made.Format(time.DateOnly) {
		return met
	}
	return http.StatusNoContent
}

// window: a booking is for an hour that begins two days later, and lets its guest in 15 minutes before.
func window(t *thing, now time.Time) int {
	begins := t.Made.Add(48 * time.Hour)
	if now.After(begins.Add(-15*time.Minute)) && now.Before(begins.Add(time.Hour)) {
		return met
	}
	return http.StatusNoContent
}

// idle: a session ends 20 minutes after it was last used.
func idle(t *thing, now time.Time) int {
	if t.Used.Add(20 * time.Minute).Before(now) {
		return met
	}
	t.Used = now
	return http.StatusNoContent
}

// otherMonth: a budget is renewed from the first day of the next month on, also over the turn of a year.
func otherMonth(t *thing, now time.Time) int {
	if now.Year() > t.Made.Year() || now.Month() > t.Made.Month() {
		return met
	}
	return http.StatusNoContent
}

// cooling: a machine that was made or pressed works again after an hour.
func cooling(t *thing, now time.Time) int {
	if wait := time.Hour - now.Sub(t.Used); wait > 0 {
		return http.StatusNoContent
	}
	t.Used = now
	return met
}

// weekend: a shift of a week ago that is asked for on a Saturday or a Sunday has a bonus.
func weekend(t *thing, now time.Time) int {
	if now.Sub(t.Made) < 7*24*time.Hour {
		return http.StatusNoContent
	}
	switch now.Weekday() {
	case time.Saturday, time.Sunday:
		return met
	default:
		return http.StatusNoContent
	}
}

// deadline: an offer that is accepted in the last hour of its three days costs more.
func deadline(t *thing, now time.Time) int {
	left := t.Made.Add(72 * time.Hour).Sub(now)
	switch {
	case left < 0:
		return http.StatusNoContent
	case left < time.Hour:
		return met
	default:
		return http.StatusNoContent
	}
}
