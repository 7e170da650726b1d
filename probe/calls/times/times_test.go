package times_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/calls/times"
)

// sides returns how near a call came to both outcomes.
func sides(call func(at probe.Call)) [2]float64 {
	at := probe.NewCall()
	call(at)
	toTrue, toFalse := at.Sides()
	return [2]float64{toTrue, toFalse}
}

func TestNearer(t *testing.T) {
	noon := time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC)
	for name, call := range map[string]func(at probe.Call, i int){
		"a layout": func(at probe.Call, i int) {
			_, _ = times.Parse(at, time.DateOnly, []string{"", "24", "2024-2-30", "2024-13-29", "2024-02-29"}[i])
		},
		"a layout in a zone": func(at probe.Call, i int) {
			_, _ = times.ParseInLocation(at, "02.01.06 15h",
				[]string{"x", "29.02", "29.02.24 3", "29.02.24 30h", "29.02.24 3h"}[i], time.Local)
		},
		"a duration": func(at probe.Call, i int) {
			_, _ = times.ParseDuration(at, []string{"", "x", "5x", "5t", "5s"}[i])
		},
		"as text": func(at probe.Call, i int) {
			var into time.Time
			_ = times.UnmarshalText(at, &into, []byte([]string{"", "2024-02-29", "2024-02-29T12:00:00",
				"2024-02-29T12:00:00z", "2024-02-29T12:00:00Z"}[i]))
		},
		"equal": func(at probe.Call, i int) {
			times.Compare(at, noon, noon.Add([]time.Duration{-time.Hour, time.Minute, -time.Second, 1, 0}[i]))
		},
	} {
		t.Run(name, func(t *testing.T) {
			before := 0.0
			for i := range 5 {
				got := sides(func(at probe.Call) { call(at, i) })
				assert.Greater(t, got[0], before, i)
				assert.Equal(t, i == 4, got[0] == 1, i)
				assert.Equal(t, i != 4, got[1] == 1, i)
				assert.Positive(t, got[1])
				before = got[0]
			}
		})
	}
}

// outcome writes what a call returned or panicked with.
func outcome(call func() (any, error)) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint("panic: ", r)
		}
	}()
	v, err := call()
	var parse *time.ParseError
	return fmt.Sprintf("%v %v %v", v, err, errors.As(err, &parse))
}

// FuzzReplacements compares each replacement with its function.
func FuzzReplacements(f *testing.F) {
	f.Add("2006-01-02", "2024-02-29", int64(0), int64(1))
	f.Add(time.RFC3339, "2024-02-29T12:00:00Z", int64(5), int64(5))
	f.Add("Jan _2 15:04:05.000", "1h5m", int64(-1), int64(1<<40))
	f.Fuzz(func(t *testing.T, layout, text string, a, b int64) {
		x, y := time.Unix(a, 0), time.Unix(0, b)
		for name, pair := range map[string][2]func(at probe.Call) (any, error){
			"Parse": {
				func(probe.Call) (any, error) { return time.Parse(layout, text) },
				func(at probe.Call) (any, error) { return times.Parse(at, layout, text) },
			},
			"ParseInLocation": {
				func(probe.Call) (any, error) { return time.ParseInLocation(layout, text, time.UTC) },
				func(at probe.Call) (any, error) { return times.ParseInLocation(at, layout, text, time.UTC) },
			},
			"ParseInLocation of nil": {
				func(probe.Call) (any, error) { return time.ParseInLocation(layout, text, nil) },
				func(at probe.Call) (any, error) { return times.ParseInLocation(at, layout, text, nil) },
			},
			"ParseDuration": {
				func(probe.Call) (any, error) { return time.ParseDuration(text) },
				func(at probe.Call) (any, error) { return times.ParseDuration(at, text) },
			},
			"UnmarshalText": {
				func(probe.Call) (any, error) { var v time.Time; err := v.UnmarshalText([]byte(text)); return v, err },
				func(at probe.Call) (any, error) {
					var v time.Time
					err := times.UnmarshalText(at, &v, []byte(text))
					return v, err
				},
			},
			"Compare": {
				func(probe.Call) (any, error) { return x.Compare(y), nil },
				func(at probe.Call) (any, error) { return times.Compare(at, x, y), nil },
			},
		} {
			want := outcome(func() (any, error) { return pair[0](probe.Call{}) })
			assert.Equal(t, want, outcome(func() (any, error) { return pair[1](probe.NewCall()) }), name)
			assert.Equal(t, want, outcome(func() (any, error) { return pair[1](probe.Call{}) }), name)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	texts := map[string]string{"time": "2024-02-29", "month 13": "2024-13-29", "nonsense": "nonsense"}
	for name, text := range texts {
		b.Run(name+"/plain", func(b *testing.B) {
			for b.Loop() {
				_, _ = time.Parse(time.DateOnly, text)
			}
		})
		b.Run(name+"/news", func(b *testing.B) {
			for b.Loop() {
				_, _ = times.Parse(probe.NewCall(), time.DateOnly, text)
			}
		})
		at := probe.NewCall()
		for range 10 {
			at.Report(true, 1, 0.5)
			at.Report(false, 0.5, 1)
		}
		b.Run(name+"/no news", func(b *testing.B) {
			for b.Loop() {
				_, _ = times.Parse(at, time.DateOnly, text)
			}
		})
	}
}
