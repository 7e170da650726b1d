package supervise

import (
	"os/exec"
	"syscall"
)

// awayFrom is the least number that the line gets in a child. Programs close low
// numbers that they believe to be theirs.
const awayFrom = 500

// tie lets a command die with the thread that starts it.
func tie(cmd *exec.Cmd) { cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL }

// moved gives an open file a high number, if there is one.
func moved(fd int) int {
	to, _, failed := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_DUPFD_CLOEXEC, awayFrom)
	if failed != 0 {
		return fd
	}
	_ = syscall.Close(fd)
	return int(to)
}
