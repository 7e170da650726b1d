package present_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/present"
	"github.com/evoke-go/evoke/value"
)

func TestIn(t *testing.T) {
	now := time.Date(2026, 11, 22, 14, 30, 0, 0, time.UTC)
	for name, tt := range map[string]struct {
		name string
		v    any
		want bool
	}{
		"date":                   {"", "until 2026-11-22", true},
		"yesterday":              {"", "2026/11/21", true},
		"tomorrow":               {"", "23 Nov 2026", true},
		"shortest date":          {"", "261122", true},
		"one digit":              {"", "on 2 December 2026", false},
		"another day":            {"", "2026-11-24", false},
		"seconds":                {"", now.Unix(), true},
		"milliseconds":           {"", now.UnixMilli() + 1000, true},
		"nanoseconds as a float": {"", float64(now.UnixNano()), true},
		"seconds as text":        {"", strconv.FormatInt(now.Unix(), 10), true},
		"long ago":               {"", now.Unix() - 200_000, false},
		"clock by its name":      {"createdAt", "14:31", true},
		"clock without one":      {"code", "1431", false},
		"another clock":          {"time", "09:00", false},
		"in a list":              {"", []any{"a", "20261122"}, true},
		"in a member":            {"", value.Object{{Name: "startTime", Value: "14:29:00"}}, true},
		"elements are named":     {"times", []any{"1430"}, true},
		"a bool":                 {"time", true, false},
		"nothing":                {"time", nil, false},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, present.At(now).In(tt.name, tt.v)) })
	}
}
