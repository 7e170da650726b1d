package lowering

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/present"
	"github.com/evoke-go/evoke/rest/internal/effects"
	"github.com/evoke-go/evoke/value"
)

// TestWhatLooksLikeThePresent: dates of yesterday to tomorrow, Unix times within a
// day, and times of day within an hour where the name tells.
func TestWhatLooksLikeThePresent(t *testing.T) {
	now := present.At(testNow)
	for _, tt := range []struct {
		name  string
		value any
		want  bool
	}{
		{"", "on 2026-03-13", true}, {"", "2026-03-15", true}, {"", "2026-03-12", false}, {"", "2026-03-16", false},
		{"", "14 Mar 2026", true}, {"", "Mar 14 15:09", true}, {"", "2026/03/14", true},
		{"", "20260314T1", true}, {"", "03/14/2026", true}, {"", "Mar 14, 2026", true}, {"", "Sat Mar 14", true},
		{"", "14-Mar-26", true}, {"", "13.03.2026", true}, {"", "15 March 2026", true}, {"", "12 March 2026", false},
		{"weekday", "saturday", true}, {"day", "Fri", true}, {"day", "Thu", false}, {"day", int64(14), true},
		{"day", int64(17), false}, {"name", "Saturday", false},
		{"year", int64(2026), true}, {"year", "2025", false}, {"birthMonth", "March", true}, {"month", int64(4), false},
		{"months", int64(3), false}, {"", testNow.Unix() + 86_399, true}, {"", testNow.Unix() + 86_400, false},
		{"", testNow.Unix() - 86_399, true}, {"", testNow.Unix() - 86_400, false}, {"", testNow.UnixMilli(), true},
		{"", testNow.UnixMicro(), true}, {"", testNow.UnixNano(), true}, {"", float64(testNow.Unix()) + 0.5, true},
		{"", fmt.Sprint(testNow.Unix()), true}, {"", int64(12), false}, {"", true, false},
		{"", nil, false}, {"startTime", "14:30", true}, {"created_at", "160900", true}, {"wallClock", "15:09:26", true},
		{"startTime", "16:30", false}, {"startTime", "13:30", false}, {"code", "14:30", false},
		{"startTime", "noon", false},
		{"", value.Object{{Name: "a", Value: int64(1)}, {Name: "time", Value: "15:00"}}, true},
		{"", value.Object{{Name: "a", Value: "15:00"}}, false},
		{"time", []any{"x", "15:00"}, true}, {"x", []any{"15:00"}, false}, {"", []any{[]any{testNow.Unix()}}, true},
	} {
		assert.Equal(t, tt.want, now.In(tt.name, tt.value), "%s %v", tt.name, tt.value)
	}
	midnight := present.At(time.Date(2026, 3, 14, 0, 10, 0, 0, time.UTC))
	assert.True(t, midnight.In("time", "23:50"), "across midnight")
	assert.False(t, midnight.In("time", "22:50"))
}

// TestTextsThatAreAsserted: those of up to 1000 bytes.
func TestTextsThatAreAsserted(t *testing.T) {
	for n, checks := range map[int]int{1000: 1, 1001: 0} {
		text := []byte(strings.Repeat("x", n))
		assert.Len(t, Checks([][]byte{text, text}, "text/plain", testNow, noProse, effects.Seen{}, nil), checks, n)
	}
	assert.Empty(t, Checks([][]byte{{0xff}, {0xff}}, "text/plain", testNow, noProse, effects.Seen{}, nil),
		"what is no text")
	assert.Equal(t, 6, size(value.Object{{Name: "a", Value: []any{int64(1), value.Object{{Name: "b"}}}}, {Name: "c"}}))
}
