// Package aside keeps probes from being seen by Go's race detector: a lock or a mark of a probe is no order for it. In
// a program that was not built with -race it does nothing. It imports as little as the probes themselves.
package aside

import (
	"strings"
	"syscall"
)

// variable is the environment variable that the race detector reads its options from.
const variable = "GORACE"

// suffix tells the files of Evoke from those of others.
const suffix = "-evoke"

// Environment returns the setting of an environment variable that has a process write its reports to files whose names
// begin with a path. It reports a race each time that it sees one, and goes on.
func Environment(path string) string {
	return variable + "=log_path=" + path + suffix + " exitcode=0 halt_on_error=0 atexit_sleep_ms=0 history_size=3 " +
		"suppress_equal_stacks=0 suppress_equal_addresses=0"
}

// Path returns how the names of the files begin that this process writes its reports to, "" for none: see
// [Environment].
func Path() string {
	options, _ := syscall.Getenv(variable)
	for option := range strings.FieldsSeq(options) {
		if path, ok := strings.CutPrefix(option, "log_path="); ok && strings.HasSuffix(path, suffix) {
			return path
		}
	}
	return ""
}
