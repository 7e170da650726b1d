//go:build !unix

package supervise

import (
	"errors"
	"os"
	"os/exec"
)

// separate does nothing: there are no process groups as on Unix.
func separate(*exec.Cmd) {}

// ask cannot ask: no signal can be sent but the one that kills.
func ask(*os.Process) error { return errors.ErrUnsupported }

// asked returns a channel that never gets anything.
func asked() <-chan os.Signal { return nil }

// signalOf returns "": processes end with codes only.
func signalOf(*os.ProcessState) string { return "" }
