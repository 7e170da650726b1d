package probe_test

import (
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe"
)

// giveUp is small enough to be inlined where it is called.
func giveUp() int { return probe.Exit(3) }

func TestExitTellsWhoEndsTheProgram(t *testing.T) {
	var told []runtime.Frame
	probe.OnExit(func(at runtime.Frame) { told = append(told, at) })
	t.Cleanup(func() { probe.OnExit(func(runtime.Frame) {}) })

	assert.Equal(t, 3, giveUp())
	list := []any{1, "two", nil}
	assert.Equal(t, list, probe.Fatal(1, "two", nil))
	same := probe.Fatal(list...)
	assert.Same(t, &list[0], &same[0])
	assert.Nil(t, probe.Fatal())

	require.Len(t, told, 4)
	assert.True(t, strings.HasSuffix(told[0].Function, "probe_test.giveUp"), told[0].Function)
	for i, at := range told[1:] {
		assert.True(t, strings.HasSuffix(at.Function, "probe_test.TestExitTellsWhoEndsTheProgram"), at.Function)
		assert.True(t, strings.HasSuffix(at.File, "exit_test.go"), at.File)
		assert.True(t, i == 0 || at.Line > told[i].Line)
	}
}

// panics is the function that the tests search for in stacks.
//
//go:noinline
func panics(value any) { panic(value) }

// stopped returns the value that a recover in a deferred function returns.
func stopped(f func()) (value any) {
	defer func() { value = probe.Recovered(recover()) }()
	f()
	return nil
}

// below returns the functions below panics in the last stack, innermost first.
func below() (functions []string) {
	stack := probe.LastRecovered()
	if stack == nil {
		return nil
	}
	panicked := false
	for frames := runtime.CallersFrames(stack); ; {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panicked = true
		case panicked:
			functions = append(functions, f.Function[strings.LastIndexByte(f.Function, '.')+1:])
		}
		if !more {
			return functions
		}
	}
}

func TestRecoveredKeepsTheStackOfThePanic(t *testing.T) {
	probe.ForgetRecovered()
	assert.Nil(t, stopped(func() {}))
	assert.Nil(t, probe.LastRecovered(), "nothing panicked")

	err := errors.New("what it panics with")
	assert.Equal(t, err, stopped(func() { panics(err) }))
	require.NotEmpty(t, below())
	assert.Equal(t, "panics", below()[0])

	var none []int
	assert.Implements(t, new(runtime.Error), stopped(func() { none[len(none)]++ }))
	assert.NotContains(t, below(), "panics", "the last one")
	assert.Contains(t, below(), "stopped")

	assert.Nil(t, stopped(func() {}))
	assert.NotNil(t, below(), "until it is forgotten")
	probe.ForgetRecovered()
	assert.Nil(t, probe.LastRecovered())
}

func TestRecoversAtTheSameTime(t *testing.T) {
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 100 {
				stopped(func() { panics(1) })
				if stack := below(); stack != nil {
					assert.Equal(t, "panics", stack[0])
				}
				probe.ForgetRecovered()
			}
		})
	}
	group.Wait()
}

func TestPanicsKeepsTheValue(t *testing.T) {
	probe.ForgetRecovered()
	_, _, ok := probe.LastPanic()
	assert.False(t, ok, "nothing panicked")
	assert.PanicsWithValue(t, "full", func() { panic(probe.Panics("full")) })
	value, at, ok := probe.LastPanic()
	assert.True(t, ok)
	assert.Equal(t, "full", value)
	assert.Contains(t, at.Function, "TestPanicsKeepsTheValue")
	probe.ForgetRecovered()
	_, _, ok = probe.LastPanic()
	assert.False(t, ok)
}
