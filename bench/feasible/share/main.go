// Command share prints how many of the feasible statements of a service a cover profile
// has, and with -missed which blocks it has not:
//
//	go run ./feasible/share [-missed] gotify cover.out
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"golang.org/x/tools/cover"

	"github.com/evoke-go/evoke/bench/feasible"
)

func main() {
	missed := flag.Bool("missed", false, "print the blocks that are not executed")
	flag.Parse()
	if err := show(os.Stdout, *missed, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "share:", err)
		os.Exit(1)
	}
}

func show(out io.Writer, all bool, args []string) error {
	if len(args) != 2 {
		return errors.New("say the name of a service and the file of a cover profile")
	}
	list, err := feasible.Load(args[0])
	if err != nil {
		return err
	}
	if list == nil {
		return fmt.Errorf("there is no list for %q", args[0])
	}
	profiles, err := cover.ParseProfiles(args[1])
	if err != nil {
		return err
	}
	missed, err := list.Missed(feasible.Executed(profiles))
	if err != nil {
		return err
	}
	covered, n := list.Covered(missed), list.Statements()
	fmt.Fprintf(out, "%s: %d of %d feasible statements, %.1f %%\n", args[0], covered, n,
		100*float64(covered)/float64(n))
	if all {
		for _, block := range missed {
			fmt.Fprintln(out, block)
		}
	}
	return nil
}
