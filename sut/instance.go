package sut

import (
	"errors"
	"fmt"
	"io"
	"net/http"
)

// instance is the current handler of a system in this process.
type instance struct {
	construct func() http.Handler
	reset     func() error // nil: a fresh handler instead
	handler   http.Handler // nil: none at the moment
}

// renew closes the current handler and constructs a fresh one.
func (i *instance) renew() error {
	if err := i.close(); err != nil {
		return err
	}
	return i.open()
}

// open constructs a handler if there is none.
func (i *instance) open() (err error) {
	if i.handler != nil {
		return nil
	}
	if i.construct == nil {
		return errors.New("no constructor of the handler given")
	}
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the constructor of the handler panicked: %s", newPanic(v))
		}
	}()
	if i.handler = i.construct(); i.handler == nil {
		return errors.New("the constructor of the handler returned nil")
	}
	return nil
}

// restore brings the state back to that of a new handler.
func (i *instance) restore() (err error) {
	if i.reset == nil {
		return i.renew()
	}
	if err := i.open(); err != nil {
		return err
	}
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the reset function panicked: %s", newPanic(v))
		}
	}()
	return i.reset()
}

// close closes the current handler, if there is one and it can be closed.
func (i *instance) close() (err error) {
	handler := i.handler
	i.handler = nil
	closer, ok := handler.(io.Closer)
	if !ok {
		return nil
	}
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("closing the handler panicked: %s", newPanic(v))
		}
	}()
	if err := closer.Close(); err != nil {
		return fmt.Errorf("closing the handler: %w", err)
	}
	return nil
}

// abandon gives up a handler that hangs. It is closed beside the search, for
// closing it may hang just as well; nobody waits for that or asks how it went.
func (i *instance) abandon() {
	hung := instance{handler: i.handler}
	i.handler = nil
	go func() { _ = hung.close() }()
}
