// Package week tests how a team lives with a suite that Evoke keeps: what
// go test, -evoke.update and -evoke.search do as the service changes, and what
// is left when their processes are killed. It works on copies of examples/todo.
package week

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// sources are the files of examples/todo that people write.
var sources = []string{"go.mod", "go.sum", "openapi.yaml", "todo.go", "users.go", "todos.go",
	"store.go", "evoke_test.go"}

// copyTodo copies examples/todo, without a suite, to a folder.
func copyTodo(dir string) error {
	root, err := filepath.Abs("../..")
	if err != nil {
		return err
	}
	for _, name := range sources {
		data, err := os.ReadFile(filepath.Join(root, "examples/todo", name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return err
		}
	}
	cmd := exec.Command("go", "mod", "edit", "-replace", "github.com/evoke-go/evoke="+root)
	cmd.Dir = dir
	return cmd.Run()
}

// The copies have all files that the service needs.
func TestSources(t *testing.T) {
	names, err := filepath.Glob("../../examples/todo/*")
	require.NoError(t, err)
	for _, name := range names {
		name = filepath.Base(name)
		if ok, err := filepath.Match("evoke_*_test.go", name); err == nil && ok {
			continue // of the suite
		}
		if name != "testdata" && name != "report.json" {
			require.Contains(t, sources, name)
		}
	}
}
