// Command node-todo searches for tests of a program of Node, as a white box:
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
	"io/fs"
	"os"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/js/node"
	"github.com/evoke-go/evoke/report"
)

//go:embed app
var app embed.FS

func main() {
	out := flag.String("out", "", "folder for the tests; default none")
	calls := flag.Int("calls", 3000, "how many calls to make")
	flag.Parse()
	result, err := search(context.Background(), *out, *calls)
	if err == nil {
		err = report.Summary(os.Stdout, result.Report)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "node-todo:", err)
		os.Exit(1)
	}
}

// search searches for tests of the program.
func search(ctx context.Context, out string, calls int) (result *evoke.Result, err error) {
	dir, err := os.MkdirTemp("", "node-todo-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	files, err := fs.Sub(app, "app")
	if err == nil {
		err = os.CopyFS(dir, files)
	}
	if err != nil {
		return nil, err
	}
	controller, err := node.New(node.Options{Command: "node src/server.js", Dir: dir, Reload: true})
	if err != nil {
		return nil, err
	}
	return evoke.Run(ctx, evoke.Config{
		Schema: dir + "/openapi.yaml",
		System: evoke.System{Controller: controller},
		Budget: evoke.Budget{Calls: calls},
		Output: evoke.Output{Dir: out},
	})
}
