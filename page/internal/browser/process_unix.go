//go:build unix

package browser

import (
	"os"
	"os/exec"
	"syscall"
)

// command returns a command that starts a browser in its own process group, so that an interrupt from the terminal does
// not reach it. A shell removes the profile, even if this process is dead by then. It does so when the last process of
// the browser has ended, which shows by the closed output that all of them share; earlier, they would write the profile
// anew.
func command(profile, path string, args []string) *exec.Cmd {
	const script = `"$@" | cat > /dev/null; rm -rf -- "$0"`
	cmd := exec.Command("/bin/sh", append([]string{"-c", script, profile, path}, args...)...)
	cmd.Env = append(os.Environ(), "HOME="+profile, "TMPDIR="+profile, "TZ=UTC")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// kill kills a browser that does not end by itself.
func kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
