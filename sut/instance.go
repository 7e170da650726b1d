package sut

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// instance has the current handler of a system in this process.
type instance struct {
	makes   func() http.Handler
	reset   func() error // nil: make a new handler instead
	handler http.Handler // nil: none at the moment
	// patience is how long the first handler may take. 0 means forever.
	patience time.Duration
	tried    bool  // the first handler was made, or failed to be made
	failed   error // error of conclude, for the next reset
}

func newInstance(makes func() http.Handler, o HandlerOptions) instance {
	i := instance{makes: makes, reset: o.Reset}
	if limit := o.timeout(); limit > 0 {
		i.patience = max(setupTime, limit)
	}
	return i
}

// renew closes the current handler and makes a new one.
func (i *instance) renew() error {
	if err := i.close(); err != nil {
		return err
	}
	return i.open()
}

// open makes a handler if there is none.
func (i *instance) open() (err error) {
	if i.handler != nil {
		return nil
	}
	if i.makes == nil {
		return errors.New("no constructor of the handler given")
	}
	if first := !i.tried; first && i.patience > 0 {
		i.tried = true
		i.handler, err = constructWithin(i.patience, i.makes)
	} else {
		i.handler, err = construct(i.makes)
	}
	if err == nil && i.handler == nil {
		err = errors.New("the constructor of the handler returned nil")
	}
	return err
}

// restore brings the state back to that of a new handler.
func (i *instance) restore() (err error) {
	if i.reset == nil {
		return i.renew()
	}
	if err := i.open(); err != nil {
		return err
	}
	defer guard("the reset function", &err)
	return i.reset()
}

// conclude closes the handler if the next reset would close it. closed says whether it did, and done is false if nobody
// closes the handler later. The next reset returns an error of closing.
func (i *instance) conclude() (closed, done bool) {
	if _, closes := i.handler.(io.Closer); !closes {
		return false, true
	}
	if i.reset != nil {
		return false, false
	}
	i.failed = i.close()
	return true, true
}

// close closes the current handler, if there is one and it is an io.Closer.
func (i *instance) close() (err error) {
	if err, i.failed = i.failed, nil; err != nil {
		return err
	}
	handler := i.handler
	i.handler = nil
	closer, ok := handler.(io.Closer)
	if !ok {
		return nil
	}
	defer guard("closing the handler", &err)
	if err := closer.Close(); err != nil {
		return fmt.Errorf("closing the handler: %w", err)
	}
	return nil
}

// abandon gives up a handler that hangs. It closes the handler on another goroutine, because closing may hang too.
// Nobody waits for the end or reads the error.
func (i *instance) abandon() {
	hung := instance{handler: i.handler}
	i.handler = nil
	go func() { _ = hung.close() }()
}
