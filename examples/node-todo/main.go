// Command node-todo searches for tests of a program of Node, as a white box, and runs them:
//
//	go run ./examples/node-todo
//
// The program is in the folder app, a list of things to do. It knows nothing of Evoke, and
// nothing of npm is needed. On the command line the same is
//
//	evoke run --schema app/openapi.yaml --node "node src/server.js" --dir app --reset reload
package main

import (
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/js/node"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/jstest"
	"github.com/evoke-go/evoke/report"
)

//go:embed app
var app embed.FS

func main() {
	out := flag.String("out", "", "folder for the tests; default one that is removed at the end")
	calls := flag.Int("calls", 3000, "how many calls to make")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, *out, *calls); err != nil {
		fmt.Fprintln(os.Stderr, "node-todo:", err)
		os.Exit(1)
	}
}

// run searches for tests, shows what it found, and runs the tests.
func run(ctx context.Context, w io.Writer, out string, calls int) (err error) {
	dir, err := os.MkdirTemp("", "node-todo-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if out == "" {
		out = filepath.Join(dir, "evoke-tests")
	}
	if out, err = filepath.Abs(out); err != nil {
		return err
	}
	result, err := search(ctx, dir, out, calls)
	if err != nil {
		return err
	}
	if err := report.Summary(w, result.Report); err != nil {
		return err
	}
	return runTests(ctx, w, out)
}

// search searches for tests of the program, which it writes into a folder.
func search(ctx context.Context, dir, out string, calls int) (*evoke.Result, error) {
	program := filepath.Join(dir, "app")
	files, err := fs.Sub(app, "app")
	if err == nil {
		err = os.CopyFS(program, files)
	}
	if err != nil {
		return nil, err
	}
	const command = "node src/server.js"
	controller, err := node.New(node.Options{Command: command, Dir: program, Reload: true})
	if err != nil {
		return nil, err
	}
	from, err := filepath.Rel(out, program)
	if err != nil {
		return nil, err
	}
	writer := &jstest.Writer{Start: command, Node: true, Dir: filepath.ToSlash(from)}
	return evoke.Run(ctx, evoke.Config{
		Schema: filepath.Join(program, "openapi.yaml"),
		System: evoke.System{Controller: controller},
		Budget: evoke.Budget{Calls: calls},
		Output: evoke.Output{Dir: out, Writers: []output.Writer{writer}},
	})
}

// runTests runs the tests of a folder, which start the program by themselves.
func runTests(ctx context.Context, w io.Writer, dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.test.mjs"))
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "\nThe run of the tests:")
	cmd := exec.CommandContext(ctx, "node", append([]string{"--test", "--test-reporter=dot"}, files...)...)
	cmd.Stdout, cmd.Stderr = w, w
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("the tests do not pass: %w", err)
	}
	fmt.Fprintln(w, "All of them pass; -out keeps them.")
	return nil
}
