package callstest_test

import (
	"errors"
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/calls/callstest"
)

func results(all ...any) []any { return all }

// recorder is a test that only notes whether it failed.
type recorder struct {
	testing.TB
	failed string
}

func (r *recorder) Helper() {}

func (r *recorder) Fatalf(format string, args ...any) {
	r.failed = fmt.Sprintf(format, args...)
	panic(r)
}

// verdict returns how the calls of a pair differ, "" if they do not.
func verdict(p callstest.Pair) string {
	r := new(recorder)
	func() {
		defer func() { _ = recover() }()
		p.Same(r)
	}()
	return r.failed
}

// TestDifferencesAreSeen: each kind of difference fails the test.
func TestDifferencesAreSeen(t *testing.T) {
	bytes := []byte("abc")
	report := func(at probe.Call, ok bool) { at.Report(ok, 0.5, 0.5) }
	pair := func(plain func() []any, instead func(at probe.Call) []any) callstest.Pair {
		return callstest.Of("f", callstest.Last, plain, instead)
	}
	yes := func() []any { return results(true) }
	for name, tt := range map[string]struct {
		pair callstest.Pair
		want string
	}{
		"same": {pair(yes, func(at probe.Call) []any { report(at, true); return yes() }), ""},
		"another result": {pair(yes, func(at probe.Call) []any { report(at, false); return results(false) }),
			"f: false; , want true; "},
		"another outcome": {pair(yes, func(at probe.Call) []any { report(at, false); return yes() }),
			"it reports 0.5 to true, 1 to false"},
		"no report": {pair(yes, func(probe.Call) []any { return yes() }), "it reports 0 to true, 0 to false"},
		"other memory": {pair(func() []any { return results(bytes[:1], true) },
			func(at probe.Call) []any {
				report(at, true)
				return results([]byte("a"), true)
			}), `[]uint8 "a" nil false at`},
		"another capacity": {pair(func() []any { return results(bytes[:1], true) },
			func(at probe.Call) []any { report(at, true); return results(bytes[:1:1], true) }), "capacity 1"},
		"another error": {pair(func() []any { return results(fmt.Errorf("a: %w", strconv.ErrRange), true) },
			func(at probe.Call) []any {
				report(at, true)
				return results(fmt.Errorf("a: %w", errors.New(strconv.ErrRange.Error()+" ")), true)
			}), "f: "},
		"no panic": {pair(func() []any { panic("no") }, func(at probe.Call) []any { return yes() }),
			"want panic: string no"},
		"a report before a panic": {pair(func() []any { panic("no") }, func(at probe.Call) []any {
			report(at, true)
			panic("no")
		}), "it panics, and reports 1 and 0.5"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := verdict(tt.pair); tt.want == "" {
				assert.Empty(t, got)
			} else {
				assert.Contains(t, got, tt.want)
			}
		})
	}
}

func TestOutcomes(t *testing.T) {
	assert.True(t, callstest.Passed(results(1, nil)))
	assert.False(t, callstest.Passed(results(1, errors.ErrUnsupported)))
	assert.True(t, callstest.Found(results(0)))
	assert.False(t, callstest.Found(results(-1)))
	assert.True(t, callstest.Zero(results(0)))
	assert.False(t, callstest.Zero(results(1)))
}
