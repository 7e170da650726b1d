package sut_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/sut"
)

// TestPlacesAreOfTheGoroutineThatServes: what other goroutines of the system ran
// last is no place of an answer, nor of a hang.
func TestPlacesAreOfTheGoroutineThatServes(t *testing.T) {
	instrumented(t)
	for name, tt := range map[string]struct{ path, want string }{
		"the line that answers":           {"/alone", "sut_test.crowded (spin.go:14)"},
		"another goroutine was last":      {"/crowd", "sut_test.crowded (spin.go:14)"},
		"another goroutine has recovered": {"/recovered", "sut_test.crowded (spin.go:14)"},
		"it recovered itself":             {"/own", "sut_test.fails (spin.go:"},
		"the error that led to it":        {"/error", "sut_test.crowded (spin.go:12)"},
	} {
		t.Run(name, func(t *testing.T) {
			h := start(t, sut.NewHandler(always(crowded), sut.HandlerOptions{}))
			probe.Drop()
			probe.ForgetRecovered()
			resp := call(t, h, "GET", tt.path)
			require.Equal(t, 500, resp.Status)
			assert.True(t, strings.HasPrefix(resp.Place, tt.want), resp.Place)
			assert.True(t, resp.Placed)
		})
	}
	end := make(chan struct{})
	defer close(end)
	go elsewhere(end)
	h := start(t, sut.NewHandler(always(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }),
		sut.HandlerOptions{Timeout: 20 * time.Millisecond}))
	resp := call(t, h, "GET", "/")
	assert.Equal(t, sut.TimedOut, resp.Outcome)
	assert.Empty(t, resp.Place)
}

// spinning hangs in instrumented code when asked to.
func spinning(begun, unwound chan<- bool) func() http.Handler {
	return always(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/spin" {
			_, _ = io.WriteString(w, "fine")
			return
		}
		begun <- true
		defer func() { unwound <- true }()
		defer func() { _ = recover() }() // does not hold it up
		spin()
	})
}

// The lines of what follows are those of the sites that registerCells names.

//line spin.go:10
func crowded(w http.ResponseWriter, r *http.Request) {
	beside := func(do func()) { done := make(chan bool); go func() { do(); close(done) }(); <-done }
	probe.Enter(&cells.group[2], &cells.spin[0])
	other(r.URL.Path, beside)
	sent(w)
}

func other(path string, beside func(func())) {
	switch path {
	case "/crowd":
		beside(func() { probe.Enter(&cells.group[2], &cells.spin[1]) })
	case "/recovered":
		beside(func() { safely(); probe.Enter(&cells.group[2], &cells.spin[1]) })
	case "/error":
		_ = probe.Made(&cells.spin[0], fmt.Errorf("why: %w", probe.Made(&cells.spin[0], io.EOF)))
	case "/own":
		safely()
	}
}

func safely() {
	defer func() { _ = probe.Recovered(recover()) }()
	fails()
}

func fails() { panic("no") }

func elsewhere(end <-chan struct{}) {
	for {
		select {
		case <-end:
			return
		default:
			probe.Enter(&cells.group[2], &cells.spin[1])
		}
	}
}

func spin() {
	var work atomic.Int64 // of each statement
	for {
		probe.Spin()
		for i := 2; i < 5; i++ {
			probe.Enter(&cells.group[2], &cells.spin[i])
			work.Add(1)
		}
	}
}

// sent logs the answer, and meets another error there, which did not lead to the answer.
func sent(w http.ResponseWriter) {
	w.WriteHeader(http.StatusInternalServerError)
	_ = probe.Made(&cells.spin[1], io.ErrClosedPipe)
}
