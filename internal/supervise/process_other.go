//go:build !unix

package supervise

import (
	"errors"
	"io"
	"os"
	"os/exec"
)

// separate does nothing: this system has no process groups like those of Unix.
func separate(*exec.Cmd) {}

// connect uses the standard input for the line: this system hands down no other
// files.
func connect(cmd *exec.Cmd) (line, given io.Closer, err error) {
	stdin, err := cmd.StdinPipe()
	return stdin, io.NopCloser(nil), err
}

// openLine returns this process's end of the line.
func openLine() *os.File { return os.Stdin }

// tie does nothing.
func tie(*exec.Cmd) {}

// killGroup does nothing: there is no group.
func killGroup(int) {}

// killOwnGroup does nothing: there is no group.
func killOwnGroup() {}

// ask returns an error: this system has no signal except the one that kills.
func ask(*os.Process) error { return errors.ErrUnsupported }

// asked returns a channel that never receives anything.
func asked() <-chan os.Signal { return nil }

// signalOf returns "", because processes of this system end only with exit
// codes.
func signalOf(*os.ProcessState) string { return "" }
