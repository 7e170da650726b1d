//go:build !unix

package openapi_test

import "errors"

// makePipe makes a named pipe.
func makePipe(string) error { return errors.New("there are no named pipes") }
