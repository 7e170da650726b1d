//go:build unix

package supervise

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
)

// separate puts a command into a process group of its own, so that a Ctrl-C
// on the terminal reaches only this process.
func separate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// lineVariable names the environment variable that tells a child which file is
// its end of the line, and which process holds the other end. Processes that the
// child starts see the variable too, but have another parent.
const lineVariable = "EVOKE_LINE"

// connect gives a command one end of a pipe. Nothing is ever sent: the pipe ends
// when this process closes it or dies. The standard input of the command stays
// empty, since the program may read it. The caller closes given after the start.
func connect(cmd *exec.Cmd) (line, given io.Closer, err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	cmd.ExtraFiles = append(cmd.ExtraFiles, r)
	cmd.Env = append(cmd.Env, fmt.Sprintf("%s=%d %d", lineVariable, 2+len(cmd.ExtraFiles), os.Getpid()))
	return w, r, nil
}

// openLine returns this process's end of the line, or nil if it has none. No
// process that this one starts gets it.
func openLine() *os.File {
	number, parent, ok := strings.Cut(os.Getenv(lineVariable), " ")
	fd, err := strconv.Atoi(number)
	if !ok || err != nil || parent != strconv.Itoa(os.Getppid()) {
		return nil
	}
	syscall.CloseOnExec(fd)
	fd = moved(fd)
	_ = syscall.SetNonblock(fd, false) // a reader of its own lasts, whatever the program closes
	return os.NewFile(uintptr(fd), "line")
}

// killGroup kills the remaining processes of the group of a process that ended.
func killGroup(leader int) { _ = syscall.Kill(-leader, syscall.SIGKILL) }

// killOwnGroup kills this process, which [Start] started, and those that it started.
func killOwnGroup() { _ = syscall.Kill(0, syscall.SIGKILL) }

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
