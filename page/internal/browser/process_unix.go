//go:build unix

package browser

import (
	"os"
	"os/exec"
	"syscall"
)

// command starts a browser in a process group of its own, so that an interrupt of the terminal does not reach it. A
// shell removes its profile, also when this process is dead by then: once the last of the browser's processes, which
// all have the same output, has ended. Earlier ones would write the profile anew.
func command(profile, path string, args []string) *exec.Cmd {
	const script = `"$@" | cat > /dev/null; rm -rf -- "$0"`
	cmd := exec.Command("/bin/sh", append([]string{"-c", script, profile, path}, args...)...)
	cmd.Env = append(os.Environ(), "HOME="+profile, "TMPDIR="+profile, "TZ=UTC")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// kill ends a browser that does not end by itself.
func kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
