// Package aside hides probes from Go's race detector: a lock or a mark of a probe must not count as synchronization of
// the program's goroutines. In a program that was built without -race it does nothing. It imports as little as the
// probes themselves.
package aside

import (
	"strings"
	"syscall"
)

// variable is the environment variable with the options of the race detector.
const variable = "GORACE"

// suffix is the end of the names of Evoke's log files.
const suffix = "-evoke"

// Environment returns the setting of an environment variable, "NAME=value", with which a process writes its reports of
// races to files whose names begin with path. The process reports a race each time that it happens, and continues.
func Environment(path string) string {
	return variable + "=log_path=" + path + suffix + " exitcode=0 halt_on_error=0 atexit_sleep_ms=0 history_size=3 " +
		"suppress_equal_stacks=0 suppress_equal_addresses=0"
}

// Path returns the beginning of the names of the files to which this process writes its reports, "" if [Environment]
// was not set.
func Path() string {
	options, _ := syscall.Getenv(variable)
	for option := range strings.FieldsSeq(options) {
		if path, ok := strings.CutPrefix(option, "log_path="); ok && strings.HasSuffix(path, suffix) {
			return path
		}
	}
	return ""
}
