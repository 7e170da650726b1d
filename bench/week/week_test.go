package week

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/evoke-go/evoke/internal/script"
)

// calls is the budget of each search of the week.
const calls = "4000"

// TestWeek follows the script of a week.
func TestWeek(t *testing.T) {
	if testing.Short() {
		t.Skip("the week has nine searches, of some seconds each")
	}
	testscript.Run(t, testscript.Params{
		Dir:   "testdata/script",
		Setup: setUp,
		// One run tells all that does not hold.
		ContinueOnError: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"attempt":   attempt,
			"replace":   script.Replace,
			"insert":    insert,
			"older":     older,
			"snapshot":  takeSnapshot,
			"unchanged": unchanged,
			"failing":   failing,
			"kept":      kept,
			"told":      told,
			"added":     added,
			"took":      took,
		},
	})
}

// setUp copies the service and lets the go command of the script use the caches
// of the one that runs this test.
func setUp(env *testscript.Env) error {
	if err := script.Go(env); err != nil {
		return err
	}
	env.Setenv("CALLS", calls)
	env.Values[snapshotsKey] = suites{}
	env.Cd = filepath.Join(env.WorkDir, "todo") // beside the temporary files of the go command
	if err := os.Mkdir(env.Cd, 0o755); err != nil {
		return err
	}
	return copyTodo(env.Cd)
}

// attempt runs a program that may fail.
func attempt(ts *testscript.TestScript, _ bool, args []string) {
	if err := ts.Exec(args[0], args[1:]...); err != nil {
		ts.Logf("%v", err)
	}
}

// insert inserts what a file holds above the one line of another file:
//
//	insert openapi.yaml components: operation.txt
func insert(ts *testscript.TestScript, _ bool, args []string) {
	line := "\n" + args[1] + "\n"
	name, text := args[0], ts.ReadFile(args[0])
	if n := strings.Count(text, line); n != 1 {
		ts.Fatalf("%s has the line %d times, not once", name, n)
	}
	write(ts, name, strings.Replace(text, line, "\n"+ts.ReadFile(args[2])+line[1:], 1))
}

func write(ts *testscript.TestScript, name, text string) {
	ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o644))
}

// older makes all files and folders a minute older. The go command does not
// cache the result of a test that read what changed in the last two seconds.
func older(ts *testscript.TestScript, _ bool, _ []string) {
	before := time.Now().Add(-time.Minute)
	ts.Check(filepath.WalkDir(ts.MkAbs("."), func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chtimes(path, before, before)
	}))
}

// took logs how long the package of go test -json took.
func took(ts *testscript.TestScript, _ bool, _ []string) {
	for _, e := range events(ts) {
		if e.Action == "pass" && e.Test == "" {
			ts.Logf("the written tests take %.3f s", e.Elapsed)
			return
		}
	}
	ts.Fatalf("the output has no package that passed")
}
