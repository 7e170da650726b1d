package main

import "errors"

// Exit codes.
const (
	exitDone   = 0
	exitFaults = 1 // faults were found with --fail-on-fault, or new ones with --fail-on-new
	exitFailed = 2 // nothing could be run, or not to the end
)

// errFaults makes the command exit with exitFaults.
var errFaults = errors.New("faults found")
