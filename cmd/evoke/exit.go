package main

import (
	"context"
	"errors"
)

// Exit codes.
const (
	exitDone   = 0 // also after an interrupt, if what was found is written
	exitFaults = 1 // faults were found with --fail-on-fault, or new faults with --fail-on-new
	exitFailed = 2 // the command line is wrong, nothing could be run, or the run failed
)

// errFaults makes the command exit with the code exitFaults.
var errFaults = errors.New("faults found")

// interrupted reports whether an error says only that an interrupt ended the run.
func interrupted(err error) bool {
	if all, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range all.Unwrap() {
			if !interrupted(e) {
				return false
			}
		}
		return true
	}
	if inner := errors.Unwrap(err); inner != nil {
		return interrupted(inner)
	}
	return err == context.Canceled
}
