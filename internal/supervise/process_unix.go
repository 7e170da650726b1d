//go:build unix

package supervise

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
)

// separate puts a command into a process group of its own, so that a Ctrl-C
// on the terminal reaches only this process.
func separate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// ask asks a process to print where it is and to end.
func ask(p *os.Process) error { return p.Signal(syscall.SIGQUIT) }

// asked returns a channel that receives the signal of [ask].
func asked() <-chan os.Signal {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGQUIT)
	return c
}

var signalNames = map[syscall.Signal]string{
	syscall.SIGABRT: "SIGABRT", syscall.SIGBUS: "SIGBUS", syscall.SIGFPE: "SIGFPE", syscall.SIGHUP: "SIGHUP",
	syscall.SIGILL: "SIGILL", syscall.SIGINT: "SIGINT", syscall.SIGKILL: "SIGKILL", syscall.SIGPIPE: "SIGPIPE",
	syscall.SIGQUIT: "SIGQUIT", syscall.SIGSEGV: "SIGSEGV", syscall.SIGTERM: "SIGTERM", syscall.SIGTRAP: "SIGTRAP",
	syscall.SIGXCPU: "SIGXCPU", syscall.SIGXFSZ: "SIGXFSZ", syscall.SIGSYS: "SIGSYS", syscall.SIGALRM: "SIGALRM",
}

// signalOf returns the name of the signal that ended a process, or "" for none.
func signalOf(state *os.ProcessState) string {
	status, ok := state.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return ""
	}
	if name, ok := signalNames[status.Signal()]; ok {
		return name
	}
	return fmt.Sprintf("signal %d", int(status.Signal()))
}
