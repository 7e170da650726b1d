//go:build !unix

package browser

import (
	"errors"
	"os/exec"
)

// command says that pages need a system with pipes that a process inherits.
func command(string, string, []string) *exec.Cmd {
	return &exec.Cmd{Err: errors.New("pages are tested on Linux, macOS and other systems of the Unix family alone")}
}

func kill(*exec.Cmd) {}
