// Command semantics shows that instrumented programs behave as plain ones: it
// runs the own tests of modules and of packages of the standard library, which
// nobody wrote for Evoke, plain and instrumented, and compares them test by
// test. It needs a module proxy, and fails when a difference is not known.
//
//	go run ./semantics                 # everything, some minutes
//	go run ./semantics -only gin,flate # subjects whose name contains one of these
//	go run ./semantics -list           # what there is
//	go run ./semantics -race -only sync
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"text/tabwriter"
)

func main() {
	only := flag.String("only", "", "comma-separated parts of names of subjects; empty for all")
	list := flag.Bool("list", false, "list the subjects and end")
	race := flag.Bool("race", false, "run everything with the race detector")
	keep := flag.String("dir", "", "folder for the copies and overlays, kept afterwards; default a temporary one")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	chosen := choose(subjects(), *only)
	if *list {
		for _, s := range chosen {
			fmt.Println(s.name(), "-", s.Kind)
		}
		return
	}
	if *race {
		for i := range chosen {
			chosen[i].flags = []string{"-race"}
		}
	}
	ok, err := run(ctx, os.Stdout, chosen, *keep)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// choose keeps the subjects with one of the words in their names.
func choose(all []subject, words string) []subject {
	if words == "" {
		return all
	}
	var out []subject
	for _, s := range all {
		for word := range strings.SplitSeq(words, ",") {
			if strings.Contains(s.name(), word) {
				out = append(out, s)
				break
			}
		}
	}
	return out
}

// run compares the subjects and prints a table; ok is false when something
// differs that is not known.
func run(ctx context.Context, out io.Writer, chosen []subject, dir string) (ok bool, err error) {
	if dir == "" {
		if dir, err = os.MkdirTemp("", "evoke-semantics-"); err != nil {
			return false, err
		}
		defer os.RemoveAll(dir)
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "subject\tkind\tfiles\tstatements\tconditions\tnotes\ttests\tdiffer\tplain\tinstrumented")
	ok = true
	var details []string
	for _, s := range chosen {
		r, err := s.compare(ctx, dir)
		if err != nil {
			ok = false
			details = append(details, fmt.Sprintf("%s: %v", s.name(), err))
			fmt.Fprintf(table, "%s\t%s\t\t\t\t\t\terror\n", s.name(), s.Kind)
			continue
		}
		ok = ok && r.explained()
		details = append(details, r.details()...)
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%.1fs\t%.1fs\n", s.name(), s.Kind,
			r.files, r.statements, r.conditions, r.notes, r.tests, len(r.differences), r.plain.Seconds(),
			r.instrumented.Seconds())
	}
	if err := table.Flush(); err != nil {
		return false, err
	}
	_, err = fmt.Fprintln(out, strings.Join(details, "\n"))
	return ok, err
}
