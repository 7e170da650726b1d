package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
)

const makersHelp = `List the makers of tests, in the order in which a search of an HTTP API asks them,
with how many targets the tests of each covered first in the last run, and how many
faults are among these: as the report.json of this folder says, or of ./evoke-tests,
or the one that is named.

evoke run --without NAME searches without a maker: the difference is what that is worth.`

func newMakers() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "makers [FILE]",
		Short: "List the makers of tests, and what they found",
		Long:  makersHelp,
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error {
			last, err := readReport(files)
			if len(files) == 0 && errors.Is(err, fs.ErrNotExist) {
				last, err = &report.Report{}, nil
			}
			if err != nil {
				return fmt.Errorf("evoke makers: %w", err)
			}
			return listMakers(cmd.OutOrStdout(), last)
		},
	}
	wrapped(cmd)
	return cmd
}

// listMakers lists the makers of tests, with the targets that they covered in the last run.
func listMakers(out io.Writer, last *report.Report) error {
	found := map[string]report.Maker{}
	for _, m := range last.Makers {
		found[m.Name] = m
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "MAKER\tTARGETS\tFAULTS\tTESTS THAT IT MAKES")
	for _, m := range rest.Makers() {
		targets, faults := "", ""
		if len(last.Makers) > 0 {
			targets, faults = strconv.Itoa(found[m.Name].Covered), strconv.Itoa(found[m.Name].Faults)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", m.Name, targets, faults, m.Doc)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("evoke makers: %w", err)
	}
	return nil
}
