package sut

import (
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"time"
)

// setupTime is how long it may take to make the first handler. It is long,
// because making the handler may include waiting for a database.
const setupTime = 30 * time.Second

// construct makes a handler. It returns a panic as an error.
func construct(makes func() http.Handler) (made http.Handler, err error) {
	defer guard("the constructor of the handler", &err)
	return makes(), nil
}

// guard is a deferred function that turns a panic into an error.
func guard(what string, err *error) {
	if v := recover(); v != nil {
		*err = fmt.Errorf("%s panicked: %s", what, newPanic(v))
	}
}

// constructWithin is construct on a goroutine of its own, which it gives up after the limit. There is no other way to
// stop waiting for a constructor that hangs. It makes only the first handler: changing goroutines costs more than many
// constructors do, and a new goroutine during a test would look like a leak.
func constructWithin(limit time.Duration, makes func() http.Handler) (http.Handler, error) {
	type result struct {
		made http.Handler
		err  error
	}
	done := make(chan result, 1)
	go func() {
		defer close(done)
		made, err := construct(makes)
		done <- result{made, err}
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case r, returned := <-done:
		if !returned {
			runtime.Goexit() // the constructor ended its goroutine, as Fatal of package testing does
		}
		return r.made, r.err
	case <-timer.C:
		return nil, fmt.Errorf("the constructor of the handler did not return within %s%s", limit, constructorPlace())
	}
}

// constructorPlace returns the place where the constructor is, as ": it is in api.New (api.go:12)". It returns "" if
// that is not in the user's code.
func constructorPlace() string {
	buf := make([]byte, 1<<20)
	for block := range strings.SplitSeq(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
		if !strings.Contains(block, ownModule+"/sut.construct(") {
			continue
		}
		if at := userPlace(block); at != "" {
			return ": it is in " + at
		}
	}
	return ""
}
