//go:build !unix

package supervise

import (
	"errors"
	"os"
	"os/exec"
)

// separate does nothing: this system has no process groups like those of Unix.
func separate(*exec.Cmd) {}

// ask returns an error: this system has no signal except the one that kills.
func ask(*os.Process) error { return errors.ErrUnsupported }

// asked returns a channel that never receives anything.
func asked() <-chan os.Signal { return nil }

// signalOf returns "", because processes of this system end only with exit
// codes.
func signalOf(*os.ProcessState) string { return "" }
