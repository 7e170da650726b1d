// Command customproblem searches for tests of something that is no HTTP API: the
// functions of package fare.
//
//	go run . -out evoke-fare
//
// What is searched is a problem, a value of package problem. Here it is that of
// package function: each call of a function is an action of a test, and its
// arguments are genes that are made from their Go types. The algorithm (MIO), the
// probes in the code of package fare, the processes that the search runs in and
// the writer of Go tests are those of the search for tests of an HTTP API; they
// know nothing of functions.
//
// A problem of your own implements problem.Problem: a sampler, a mutator and an
// evaluator of testcase.Case, a suite of the best of them, and a codec. The
// Example of package problem is one, for the keys of a lock.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/examples/customproblem/fare"
	"github.com/evoke-go/evoke/function"
	"github.com/evoke-go/evoke/report"
)

func main() {
	out := flag.String("out", "evoke-fare", "folder for the tests, inside of this module")
	calls := flag.Int("calls", 20_000, "how many calls to make")
	flag.Parse()
	result, err := search(context.Background(), *out, *calls)
	if err == nil {
		err = report.Summary(os.Stdout, result.Report)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "customproblem:", err)
		os.Exit(1)
	}
}

// search finds tests of the functions of package fare and writes them.
func search(ctx context.Context, out string, calls int) (*evoke.Result, error) {
	return evoke.Run(ctx, evoke.Config{
		Problem: function.Spec(fare.Parse, fare.Nights, fare.Discount, fare.Share),
		Budget:  evoke.Budget{Calls: calls},
		Output:  evoke.Output{Dir: out},
	})
}
