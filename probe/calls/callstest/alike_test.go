package callstest_test

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/calls/callstest"
)

func (r *recorder) Fatal(args ...any) {
	r.failed = fmt.Sprint(args...)
	panic(r)
}

// refused returns why a function may not replace another one, "" if it may.
func refused(original, standsIn any, examples ...[]any) string {
	r := new(recorder)
	func() {
		defer func() { _ = recover() }()
		callstest.Alike(r, original, standsIn, examples...)
	}()
	return r.failed
}

// coupon is valid if it is "AB-12" or longer and begins so.
func coupon(code string) bool { return strings.HasPrefix(code, "AB-12") }

func sorted(list []int) bool {
	if len(list) > 1 {
		list[0] = 1
	}
	return true
}

func half(n int) (int, error) {
	if n%2 != 0 {
		return 0, errors.New("odd")
	}
	return n / 2, nil
}

func TestAlike(t *testing.T) {
	told := func(at probe.Call, ok bool) bool { at.Report(ok, 0.5, 0.5); return ok }
	right := func(at probe.Call, s string) bool { return told(at, coupon(s)) }
	halved := func(at probe.Call, n int) (int, error) {
		out, err := half(n)
		told(at, err == nil)
		return out, err
	}
	valid := [][]any{{"AB-12"}}
	for name, tt := range map[string]struct {
		original, standsIn any
		examples           [][]any
		want               string
	}{
		"a text":   {coupon, right, valid, ""},
		"an error": {half, halved, nil, ""},
		"no outcome": {strconv.Quote, func(at probe.Call, s string) string {
			told(at, true)
			return strconv.Quote(s)
		}, nil, ""},
		"several texts": {fmt.Sprint, func(at probe.Call, all ...any) string {
			told(at, true)
			return fmt.Sprint(all...)
		}, [][]any{{[]any{1, "a"}}}, ""},
		"handed over": {half, func(at probe.Call, f func(int) (int, error), n int) (int, error) {
			out, err := f(n)
			told(at, err == nil)
			return out, err
		}, nil, ""},
		"longer ones only": {coupon, func(at probe.Call, s string) bool {
			return told(at, coupon(s) && len(s) > 5)
		}, valid, `the law of results: with ("AB-12"), callstest_test.TestAlike.`},
		"another text": {half, func(at probe.Call, n int) (int, error) {
			out, err := halved(at, n)
			if err != nil {
				err = errors.New("uneven")
			}
			return out, err
		}, nil, `returns 0, the error "uneven", and callstest_test.half returns 0, the error "odd"`},
		"a panic": {coupon, func(at probe.Call, s string) bool {
			return s[0] == 'A' && right(at, s) || right(at, s)
		}, [][]any{{""}}, `[0] with length 0), and callstest_test.coupon returns false`},
		"changed arguments": {sorted, func(at probe.Call, _ []int) bool {
			return told(at, true)
		}, nil, "the law of arguments: with ("},
		"no report": {coupon, func(_ probe.Call, s string) bool { return coupon(s) }, nil,
			"by Call.Report, and does not"},
		"another report": {coupon, func(at probe.Call, s string) bool {
			told(at, !coupon(s))
			return coupon(s)
		}, nil, "by Call.Report, and reports the other one"},
		"no call": {coupon, coupon, nil,
			"the law of the form: callstest_test.coupon has to take a probe.Call and what"},
		"no example": {io.ReadAll, func(_ probe.Call, r io.Reader) ([]byte, error) {
			return io.ReadAll(r)
		}, nil, "no io.Reader can be drawn for io.ReadAll: give examples"},
		"an example of another type": {coupon, right, [][]any{{1.5}},
			"argument 1 of an example for callstest_test.coupon: a float64 is no string"},
		"an example without arguments": {coupon, right, [][]any{{}},
			"an example has 0 arguments, and callstest_test.coupon takes 1"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := refused(tt.original, tt.standsIn, tt.examples...); tt.want == "" {
				assert.Empty(t, got)
			} else {
				assert.Contains(t, got, tt.want)
			}
		})
	}
}
