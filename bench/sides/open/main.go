// Command open runs the own tests of packages of this module with probes, and
// prints how many of the sides in their lists the tests see, which feasible
// ones they leave open and which they see although the list calls them
// infeasible. It runs in the folder of the module:
//
//	go run ./sides/open ncs scs
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/evoke-go/evoke/bench/sides"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	for _, dir := range os.Args[1:] {
		if err := show(ctx, os.Stdout, dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// show prints what the tests in a folder see of the package there.
func show(ctx context.Context, out io.Writer, dir string) error {
	list, err := sides.Load(dir)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		_, err := fmt.Fprintf(out, "%s: no conditions\n", dir)
		return err
	}
	seen, err := sides.Measure(ctx, dir, []string{list[0].Package})
	if err != nil {
		return err
	}
	covered, feasible := seen.Covered(list)
	fmt.Fprintf(out, "%s: %d of %d feasible sides, %d sides in all\n", dir, covered, feasible, len(list))
	for _, s := range seen.Open(list) {
		fmt.Fprintln(out, "  open:", s)
	}
	for _, s := range seen.Refuted(list) {
		fmt.Fprintln(out, "  not infeasible:", s, "-", s.Infeasible)
	}
	for _, s := range seen.Unprobed(list) {
		fmt.Fprintln(out, "  without a probe:", s)
	}
	return nil
}
