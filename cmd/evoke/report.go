package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/evoke-go/evoke/report"
)

const reportHelp = `Print what a report.json says, in the words that end a search. Without a file
it is the one of this folder, or of ./evoke-tests.

With --diff compare two of them: operations, outcomes, faults, coverage and
tests. A fault is the same when it has the same key: operation, code and place.

Exit codes: 0 done; 1 new faults with --fail-on-new; 2 could not be read.`

const reportExamples = `  # what the last search found
  evoke report

  # what a pull request changes
  git show main:api/report.json > /tmp/before.json
  evoke report --diff /tmp/before.json api/report.json

  # in CI: fail on faults that the committed report does not have
  evoke report --diff --fail-on-new before.json after.json`

func newReport() *cobra.Command {
	var diff, failOnNew bool
	cmd := &cobra.Command{
		Use:     "report [FILE | --diff OLD NEW]",
		Short:   "Print a report.json, or what differs in two",
		Long:    reportHelp,
		Example: reportExamples,
		RunE: func(cmd *cobra.Command, files []string) error {
			switch {
			case diff && len(files) != 2:
				return errors.New("evoke report: --diff needs two files, the old report and the new one")
			case diff:
				return printDifference(cmd.OutOrStdout(), files[0], files[1], failOnNew)
			case failOnNew:
				return errors.New("evoke report: --fail-on-new needs --diff")
			case len(files) > 1:
				return errors.New("evoke report: one file is printed; to compare two of them give --diff")
			}
			return printReport(cmd.OutOrStdout(), files)
		},
	}
	cmd.Flags().BoolVar(&diff, "diff", false, "compare two reports")
	cmd.Flags().BoolVar(&failOnNew, "fail-on-new", false,
		"exit with 1 when the new report has faults that the old one has not")
	wrapped(cmd)
	return cmd
}

// reportFile is the file name of the report that runs write into their folder.
const reportFile = "report.json"

// printReport prints the summary of a report, see readReport.
func printReport(w io.Writer, files []string) error {
	r, err := readReport(files)
	if err != nil {
		return fmt.Errorf("evoke report: %w", err)
	}
	return report.Summary(w, r)
}

// readReport reads the report in the file named, or else in the working directory or in its folder of tests.
func readReport(files []string) (*report.Report, error) {
	path := reportFile
	switch _, err := os.Stat(path); {
	case len(files) > 0:
		path = files[0]
	case err != nil:
		path = filepath.Join(defaultOut, reportFile)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, reportFile)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r, err := report.Read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	r.Dir = filepath.ToSlash(filepath.Dir(path))
	return r, nil
}

// printDifference prints the differences between two reports.
func printDifference(w io.Writer, before, after string, failOnNew bool) error {
	var data [2][]byte
	for i, path := range []string{before, after} {
		var err error
		if data[i], err = os.ReadFile(path); err != nil {
			return fmt.Errorf("evoke report: %w", err)
		}
		if _, err = report.Read(data[i]); err != nil {
			return fmt.Errorf("evoke report: %s: %w", path, err)
		}
	}
	d, err := report.Compare(data[0], data[1])
	if err != nil {
		return fmt.Errorf("evoke report: %w", err)
	}
	if err := d.Write(w); err != nil {
		return err
	}
	if failOnNew && len(d.NewFaults) > 0 {
		return errFaults
	}
	return nil
}
