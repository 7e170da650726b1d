//go:build unix

package driver

import (
	"os/exec"
	"syscall"
)

// separate puts a command into a process group of its own.
func separate(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true
}

// killGroup kills a process and those that it started.
func killGroup(pid int) { _ = syscall.Kill(-pid, syscall.SIGKILL) }

// interruptGroup interrupts a process and those that it started.
func interruptGroup(pid int) error { return syscall.Kill(-pid, syscall.SIGINT) }
