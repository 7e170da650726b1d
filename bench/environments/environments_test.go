package environments

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/evoke-go/evoke/internal/script"
)

// TestEnvironments tries a small service wherever people keep theirs. A script says
// what works, or what Evoke says where it does not.
func TestEnvironments(t *testing.T) {
	if testing.Short() {
		t.Skip("each environment has a search and its builds, of some seconds")
	}
	testscript.Run(t, testscript.Params{
		Dir:   "testdata/script",
		Setup: setUp,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"found":        found,
			"replace":      script.Replace,
			"unprivileged": unprivileged,
		},
	})
}

// setUp makes the module of the service, and lets the go command of the script use
// the caches of the one that runs this test.
func setUp(env *testscript.Env) error {
	if err := script.Go(env); err != nil {
		return err
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		return err
	}
	env.Setenv("ROOT", root)
	env.Cd = filepath.Join(env.WorkDir, "shop")
	if err := os.CopyFS(env.Cd, os.DirFS("testdata/shop")); err != nil {
		return err
	}
	if err := module(root, filepath.Join(env.Cd, "go.mod"), "example.com/shop"); err != nil {
		return err
	}
	return copyFile(filepath.Join(root, "go.sum"), filepath.Join(env.Cd, "go.sum"))
}

// module writes the go.mod of a module that needs Evoke and what Evoke needs.
func module(root, path, name string) error {
	data, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return err
	}
	_, rest, _ := strings.Cut(string(data), "\n")
	text := fmt.Sprintf("module %s\n%s\nrequire github.com/evoke-go/evoke v0.0.0\n\nreplace "+
		"github.com/evoke-go/evoke => %s\n", name, rest, root)
	return os.WriteFile(path, []byte(text), 0o644)
}

func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}

// found fails unless the search saw inside of the program and its suite has a test
// of the one condition that chance does not meet:
//
//	found [folder]
func found(ts *testscript.TestScript, not bool, args []string) {
	dir := "."
	if len(args) > 0 {
		dir = args[0]
	}
	text := ts.ReadFile(filepath.Join(ts.MkAbs(dir), "evoke_success_test.go"))
	if strings.Contains(text, "4711") == not {
		ts.Fatalf("the suite and the rebate:\n%s", text)
	}
}

// unprivileged runs a program that root's rights do not help:
//
//	unprivileged program argument
//	! unprivileged program argument
func unprivileged(ts *testscript.TestScript, not bool, args []string) {
	if os.Getuid() == 0 {
		args = append([]string{"setpriv", "--bounding-set=-dac_override,-dac_read_search"}, args...)
	}
	if err := ts.Exec(args[0], args[1:]...); (err == nil) == not {
		ts.Fatalf("%s: %v", args[0], err)
	}
}
