package function

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/function/internal/typed"
	"github.com/evoke-go/evoke/internal/present"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

const (
	maxNodes = 40   // the maximum number of values in a value that is asserted as a whole
	maxBytes = 1000 // the maximum length of all texts in it
)

// column is the values of one result in several executions.
type column struct {
	seen   []result
	failed bool // whether the function returned an error
	now    present.Moment
}

func newColumn(all []answer, n int, now time.Time) *column {
	c := &column{failed: all[0].outcome == failed, now: present.At(now)}
	for i := range all {
		c.seen = append(c.seen, all[i].seen[n])
	}
	return c
}

// all reports whether a condition is true of the values of all executions.
func (c *column) all(holds func(r *result) bool) bool {
	return !slices.ContainsFunc(c.seen, func(r result) bool { return !holds(&r) })
}

// result returns the assertion of a result: its value, if a literal has it and it was always the same, else its length,
// else whether it is nil. Beside an error, a zero result is not asserted.
func (c *column) result(t reflect.Type) suite.Result {
	out := suite.Result{Type: typed.Spell(t)}
	first := &c.seen[0]
	switch {
	case c.all(func(r *result) bool { return r.isNil }):
		if !c.failed || isError(t) {
			out.Op = suite.Nil
		}
	case isError(t):
		out.Op, out.Value = c.failure()
	case c.same():
		if !c.failed || !zero(first.plain) {
			out.Op, out.Value = suite.Equal, first.plain
		}
	case first.length >= 0 && c.all(func(r *result) bool { return r.length == first.length }):
		out.Op, out.Value = suite.Length, int64(first.length)
	case first.canNil && c.all(func(r *result) bool { return !r.isNil }):
		out.Op = suite.NotNil
	}
	return out
}

// failure returns the assertion of an error.
func (c *column) failure() (suite.Op, any) {
	text := c.seen[0].text
	switch {
	case !c.all(func(r *result) bool { return !r.isNil }):
		return "", nil
	case c.all(func(r *result) bool { return r.text == text }) && c.readable(text):
		return suite.Equal, text
	}
	return suite.NotNil, nil
}

// same reports whether the value was always the same and has a literal.
func (c *column) same() bool {
	first := &c.seen[0]
	return c.all(func(r *result) bool { return r.whole && value.Equal(r.plain, first.plain) }) &&
		c.readable(first.plain)
}

// readable reports whether a value can be asserted as a whole: it is short, contains no memory address, and no text
// that looks like the present time.
func (c *column) readable(v any) bool {
	nodes, texts := size(v)
	return nodes <= maxNodes && len(texts) <= maxBytes && !strings.Contains(texts, "0xc0") && !c.now.In("", v)
}

// size returns the number of values in a value, and all texts in it, joined.
func size(v any) (nodes int, texts string) {
	var parts []any
	switch v := v.(type) {
	case string:
		return 1, v
	case []any:
		parts = v
	case value.Object:
		for _, m := range v {
			parts = append(parts, m.Value)
			texts += m.Name
		}
	}
	nodes = 1
	for _, p := range parts {
		n, more := size(p)
		nodes, texts = nodes+n, texts+more
	}
	return nodes, texts
}

// zero reports whether a plain value is that of a zero value.
func zero(v any) bool {
	switch v := v.(type) {
	case []any:
		return !slices.ContainsFunc(v, func(e any) bool { return !zero(e) })
	case value.Object:
		return len(v) == 0
	}
	return v == nil || v == false || v == "" || value.Equal(v, int64(0))
}
