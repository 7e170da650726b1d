package main

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// limited is the first argument of a process that is to become a test binary
// with bounded memory. A mutant that never stops to allocate would take the
// whole machine with it before its time is over.
const limited = "limited"

// most is the address space of a test binary, in bytes.
const most = 6 << 30

// become turns this process into another program with bounded memory.
func become(args []string) error {
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
		return fmt.Errorf("limit of memory: %w", err)
	}
	return syscall.Exec(args[0], args, os.Environ())
}

// grouped gives a command a group of processes of its own, and ends that as a
// whole where it is canceled.
func grouped(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return endGroup(cmd) }
}

// endGroup ends what is left of the group of a command.
func endGroup(cmd *exec.Cmd) error {
	if cmd.Process == nil {
		return nil
	}
	return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
