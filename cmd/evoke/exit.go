package main

import "errors"

// Exit codes.
const (
	exitDone   = 0
	exitFaults = 1 // faults were found with --fail-on-fault, or new faults with --fail-on-new
	exitFailed = 2 // nothing could be run, or the run did not complete
)

// errFaults makes the command exit with the code exitFaults.
var errFaults = errors.New("faults found")
