//go:build !unix

package browser

import (
	"errors"
	"os/exec"
)

// command returns a command that fails with an error, because pages need a system in which a process inherits pipes.
func command(string, string, []string) *exec.Cmd {
	return &exec.Cmd{Err: errors.New("pages are tested on Linux, macOS and other systems of the Unix family alone")}
}

func kill(*exec.Cmd) {}
