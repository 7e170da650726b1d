package sut

import (
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"time"
)

// setupTime is how long the first handler may take to be made. It is long,
// since to wait for a database may be part of it.
const setupTime = 30 * time.Second

// construct makes a handler. A panic is an error.
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

// constructWithin is construct on a goroutine of its own, which is given up
// when it takes longer than the limit: nothing else would end the wait for a
// constructor that hangs. It is for the first handler only, since a change of
// goroutines costs more than many a constructor, and another one at the wrong
// time looks like one that a test left behind.
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
			runtime.Goexit() // so did the constructor, as Fatal of package testing does
		}
		return r.made, r.err
	case <-timer.C:
		return nil, fmt.Errorf("the constructor of the handler did not return within %s%s", limit, constructorPlace())
	}
}

// constructorPlace says where it is, as ": it is in api.New (api.go:12)"; "" if
// that is in no code of the user.
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
