// Package script has what the scripts of several packages need (see
// github.com/rogpeppe/go-internal/testscript).
package script

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// Go lets the go command of a script use the caches of the one that runs the test.
// What Evoke keeps goes below the folder of the script.
func Go(env *testscript.Env) error {
	names := []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GONOSUMDB", "GOFLAGS", "GOSUMDB"}
	out, err := exec.Command("go", append([]string{"env"}, names...)...).Output()
	if err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	for i, value := range strings.Split(strings.TrimRight(string(out), "\n"), "\n") {
		env.Setenv(names[i], value)
	}
	env.Setenv("XDG_CACHE_HOME", filepath.Join(env.WorkDir, ".cache"))
	return nil
}

// Replace is a command that replaces a text in a file, in its one place, or with
// "-all" in all:
//
//	replace todos.go 'old' 'new'
func Replace(ts *testscript.TestScript, _ bool, args []string) {
	all := args[0] == "-all"
	if all {
		args = args[1:]
	}
	name, text := args[0], ts.ReadFile(args[0])
	if n := strings.Count(text, args[1]); n == 0 || n > 1 && !all {
		ts.Fatalf("%s has the text %d times", name, n)
	}
	ts.Check(os.WriteFile(ts.MkAbs(name), []byte(strings.ReplaceAll(text, args[1], args[2])), 0o644))
}
