package supervise

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBorder(t *testing.T) {
	b := &Border{File: filepath.Join(t.TempDir(), "panics")}
	var none []int
	for range 3 {
		assert.False(t, b.Try("oracle shop.Rule", func() { _ = none[len(none)] }))
	}
	assert.True(t, b.Try("writer", func() {}))
	require.Len(t, b.Slips(), 1)
	s := b.Slips()[0]
	assert.Equal(t, 3, s.Times)
	assert.Contains(t, s.Stack, "border_test.go")
	assert.Regexp(t,
		`^oracle shop\.Rule panics at .*TestBorder.* \(border_test\.go:\d+\): .*out of range.* \(3 times\)`,
		s.String())

	var parent Border
	parent.Take([]string{b.File, "missing"})
	assert.Equal(t, b.Slips(), parent.Slips())

	var nobody *Border
	assert.Panics(t, func() { nobody.Try("x", func() { panic("y") }) })
}

// TestSlipsOfEvokeFailItsTests: in tests of Evoke, a panic of Evoke's own code is not stopped, and keeps its stack.
func TestSlipsOfEvokeFailItsTests(t *testing.T) {
	b := &Border{}
	defer func() {
		assert.Contains(t, recover(), "border.go:", "the stack has the place")
		assert.Empty(t, b.Slips())
	}()
	b.Try("what adds", func() { add(nil, Slip{}) })
	t.Error("nothing failed")
}

// stackOf is a stack of a panic in the first of some functions.
func stackOf(functions ...string) string {
	text := "goroutine 7 [running]:\nruntime/debug.Stack()\n\t/go/src/runtime/debug/stack.go:26 +0x5e\n" +
		"panic({0x1, 0x2})\n\t/go/src/runtime/panic.go:783 +0x132\n" +
		"runtime.goPanicIndex(0x1, 0x1)\n\t/go/src/runtime/panic.go:115 +0x74\n"
	for _, f := range functions {
		text += f + "(0x1)\n\t/src/" + strings.ReplaceAll(f, "/", "_") + ".go:37 +0x1\n"
	}
	return text
}

// TestWhoseSlip: the innermost frame of the program's or Evoke's code decides.
func TestWhoseSlip(t *testing.T) {
	const evoke = ownModule + "/rest/internal/follow.turn"
	for name, tt := range map[string]struct {
		frames []string
		own    bool
	}{
		"Evoke":         {[]string{evoke, "example.com/shop.TestEvoke"}, true},
		"a user's gene": {[]string{"example.com/shop.(*gene).Value", evoke}, false},
		"the program":   {[]string{"example.com/shop.Handle", ownModule + "/sut.(*call).serve"}, false},
		"what stands for a call": {
			[]string{ownModule + "/probe/calls/texts.Repeat", "example.com/shop.Handle"}, false,
		},
		"a library of the program": {[]string{"slices.Index", "example.com/shop.Handle"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSlip("x", "y", []byte(stackOf(tt.frames...)))
			assert.Equal(t, tt.own, s.Own, s.Place)
			assert.Equal(t, tt.own, strings.Contains(s.String(), "please report"), s.String())
			exit := diagnose(end{code: crashCode, crash: "panic: runtime error: y\n\n" + stackOf(tt.frames...)})
			assert.Equal(t, tt.own, exit.Own != "", exit.Own)
		})
	}
}

// TestPartsBesideTheSystem: a part that is called across a border while the system serves a call is not the system. The
// system that is called inside of a border is.
func TestPartsBesideTheSystem(t *testing.T) {
	const part, service = "example.com/shop.Rule", ownModule + "/internal/service.(*Service).Suite"
	const border = ownModule + "/internal/supervise.(*Border).TryNamed"
	beside := newSlip("x", "y", []byte(stackOf(part, border, service)))
	within := newSlip("x", "y", []byte(stackOf(part, service, border)))
	assert.False(t, beside.system)
	assert.True(t, within.system)
}
