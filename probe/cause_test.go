package probe_test

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/probe"
)

var causeCells struct {
	g [1]probe.Group
	s [4]probe.Stmt
	c [4]probe.Cond
	n [4]probe.Near
}

var _ = probe.Register(probe.Package{
	Path: "example.com/cause", Groups: causeCells.g[:], Statements: causeCells.s[:], Conditions: causeCells.c[:],
	Distances: causeCells.n[:],
	Sites: "F a.go\nN made\nS 1 1\nS 2 1\nS 3 1\nS 4 1 1 1 t\nN saw\nC b g 5 1 err != nil\nC b g 6 1 err != nil\nC b " +
		"g 7 1 err != nil\nC b g 8 1 err != nil\n",
})

type notes []error

func (n notes) Error() string { panic("the program is not asked") }

// TestCause: the cause of an error is the place that met its value, or a value that it wraps, first.
func TestCause(t *testing.T) {
	saw := func(i int, err error) error { return probe.Saw(&causeCells.c[i], err) }
	made := func(i int, err error) error { return probe.Made(&causeCells.s[i], err) }
	base := errors.New("base")
	for name, tt := range map[string]struct {
		met  func()
		line int
	}{
		"none":               {func() { _ = saw(0, nil) }, 0},
		"a condition":        {func() { _ = saw(0, base) }, 5},
		"the same again":     {func() { _ = saw(1, base); _ = saw(0, base) }, 6},
		"what made it":       {func() { _ = saw(1, made(0, base)) }, 1},
		"wrapped":            {func() { _ = saw(2, fmt.Errorf("b: %w", fmt.Errorf("a: %w", saw(0, base)))) }, 5},
		"joined":             {func() { _ = saw(2, errors.Join(os.ErrExist, saw(0, base))) }, 5},
		"a type of its own":  {func() { _ = saw(2, notes{saw(0, base)}) }, 5},
		"another one before": {func() { _ = saw(0, os.ErrClosed); _ = saw(1, base) }, 6},
		"made where one is":  {func() { _ = saw(1, base); _ = made(3, os.ErrClosed) }, 6},
		"made where none is": {func() { _ = saw(0, base); _ = made(3, os.ErrClosed) }, 4},
		"one of very many": {func() {
			for range 1000 {
				_ = saw(0, base)
			}
			_ = saw(3, os.ErrClosed)
		}, 8},
		"not before the others": {func() { _ = saw(0, base); probe.ForgetRecovered(); _ = saw(1, base) }, 6},
	} {
		t.Run(name, func(t *testing.T) {
			probe.ForgetRecovered()
			tt.met()
			at, ok := probe.Cause()
			assert.Equal(t, tt.line > 0, ok)
			if ok {
				assert.Equal(t, tt.line, probe.Describe(at).Line)
			}
		})
	}
}

// TestSays: an error with a text is found, also in errors that wrap it, if errors.New made it.
func TestSays(t *testing.T) {
	rows := errors.New("no rows")
	for name, tt := range map[string]struct {
		err  error
		want bool
	}{
		"itself":             {rows, true},
		"wrapped":            {fmt.Errorf("b: %w", fmt.Errorf("a: %w", rows)), true},
		"joined":             {errors.Join(os.ErrExist, rows), true},
		"a type of its own":  {notes{os.ErrExist, rows}, true},
		"another text":       {errors.New("no row"), false},
		"of another package": {fmt.Errorf("%s %w", "no rows", os.ErrExist), false},
		"none":               {nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, (&probe.Incident{Kind: probe.DroppedError, Err: tt.err}).Says("no rows"))
		})
	}
}
