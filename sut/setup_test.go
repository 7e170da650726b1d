package sut_test

import (
	"net/http"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/sut"
)

// controllers are the controllers that make handlers in this process.
var controllers = map[string]func(func() http.Handler, sut.HandlerOptions) sut.Controller{
	"handler": func(makes func() http.Handler, o sut.HandlerOptions) sut.Controller { return sut.NewHandler(makes, o) },
	"server":  func(makes func() http.Handler, o sut.HandlerOptions) sut.Controller { return sut.NewServer(makes, o) },
}

// TestConstructorThatHangs: the first constructor is given up, and the error says where it is.
func TestConstructorThatHangs(t *testing.T) {
	for name, system := range controllers {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				release := make(chan struct{})
				began := time.Now()
				_, err := system(func() http.Handler {
					<-release
					return books()
				}, sut.HandlerOptions{Timeout: time.Second}).Start(t.Context())
				require.ErrorContains(t, err, "the constructor of the handler did not return within 30s: it is in "+
					"sut_test.TestConstructorThatHangs")
				assert.Regexp(t, `\(setup_test\.go:\d+\)$`, err.Error())
				assert.Equal(t, 30*time.Second, time.Since(began))
				close(release)
				synctest.Wait() // the goroutine of the constructor can end now
			})
		})
	}
}

func TestConstructorMayTakeAsLongAsACall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := func() http.Handler { time.Sleep(50 * time.Second); return books() }
		h := sut.NewHandler(slow, sut.HandlerOptions{Timeout: time.Minute})
		_, err := h.Start(t.Context())
		require.NoError(t, err)
		require.NoError(t, h.Stop(t.Context()))
	})
}

// TestConstructorThatEndsItsGoroutine calls Goexit, as Fatal of package testing does: it ends the goroutine that starts
// the system.
func TestConstructorThatEndsItsGoroutine(t *testing.T) {
	for name, system := range controllers {
		t.Run(name, func(t *testing.T) {
			returned, ended := false, make(chan struct{})
			go func() {
				defer close(ended)
				_, _ = system(func() http.Handler {
					runtime.Goexit()
					return nil
				}, sut.HandlerOptions{}).Start(t.Context())
				returned = true
			}()
			<-ended
			assert.False(t, returned)
		})
	}
}
