//go:build unix

package supervise_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/evoke-go/evoke/internal/supervise"
)

func ExampleStart() {
	p, err := supervise.Start(context.Background(), supervise.Command{
		Path: "/bin/sh",
		Args: []string{"-c", "echo 2026/02/03 04:05:06 cannot open orders.db >&2; exit 3"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	exit := p.Wait()
	fmt.Println(exit.Kind, exit.Code, exit.Message)
	// Output: exited 3 cannot open orders.db
}

func ExampleRecord() {
	dir, err := os.MkdirTemp("", "flight")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "recorder")

	// The child notes what it does.
	recorder, err := supervise.Record(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	recorder.Phase("search")
	recorder.Test(17, 40)
	recorder.Call(&supervise.Request{Operation: "get-book", Method: "GET", Target: "/books/1"})

	// The parent reads it when the child is gone.
	flight, err := supervise.ReadFlight(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(flight.Phase, flight.Evaluation, flight.Calling, flight.Requests[0].Target)
	// Output: search 17 true /books/1
}
