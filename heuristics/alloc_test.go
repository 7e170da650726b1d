package heuristics_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	h "github.com/evoke-go/evoke/heuristics"
)

// TestNoAllocations: distances are computed in the inner loops of the program, so they must not allocate.
func TestNoAllocations(t *testing.T) {
	at, later := time.Unix(1, 0), time.Unix(2, 0)
	left, right := []byte("left"), []byte("right")
	x, y := any(record{ID: 1}), any(record{ID: 2})
	for name, f := range map[string]func() h.Truthness{
		"EqualInt":    func() h.Truthness { return h.EqualInt(1, 2) },
		"LessInt":     func() h.Truthness { return h.LessInt(1, 2) },
		"EqualUint":   func() h.Truthness { return h.EqualUint(1, 2) },
		"LessUint":    func() h.Truthness { return h.LessUint(1, 2) },
		"EqualFloat":  func() h.Truthness { return h.EqualFloat(1, 2) },
		"LessFloat":   func() h.Truthness { return h.LessFloat(1, 2) },
		"EqualString": func() h.Truthness { return h.EqualString("left", "right é") },
		"LessString":  func() h.Truthness { return h.LessString("left", "right") },
		"EqualBytes":  func() h.Truthness { return h.EqualBytes(left, right) },
		"LessBytes":   func() h.Truthness { return h.LessBytes(left, right) },
		"EqualTime":   func() h.Truthness { return h.EqualTime(at, later) },
		"BeforeTime":  func() h.Truthness { return h.BeforeTime(at, later) },
		"HasPrefix":   func() h.Truthness { return h.HasPrefix("left", "right") },
		"HasSuffix":   func() h.Truthness { return h.HasSuffix("left", "right") },
		"Contains":    func() h.Truthness { return h.Contains("left", "right") },
		"EqualFold":   func() h.Truthness { return h.EqualFold("left", "right") },
		"EqualAny":    func() h.Truthness { return h.EqualAny(x, y) },
		"And, Or": func() h.Truthness {
			return h.And(h.Flag(true), h.Or(h.Flag(false), h.Xor(h.Flag(true), h.Flag(true))))
		},
	} {
		assert.Zero(t, testing.AllocsPerRun(100, func() { sink = f() }), name)
	}
}
