package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/report/calls"
	"github.com/evoke-go/evoke/report/ci"
	"github.com/evoke-go/evoke/report/page"
)

// formats returns the forms of --report by the text before the "=".
func formats() map[string]report.Format {
	return map[string]report.Format{"json": report.JSON, "junit": ci.JUnit, "sarif": ci.SARIF, "github": ci.GitHub,
		"curl": calls.Curl, "har": calls.HAR, "html": page.HTML}
}

// standardOutput is the file name that means the standard output.
const standardOutput = "-"

// outputOf returns the settings of the output.
func outputOf(s *settings, reports map[string]report.Format, w output.Writer) evoke.Output {
	return evoke.Output{
		Dir: s.out, Archive: s.file.archive, Reports: reports, Silence: s.file.silence, Assert: s.file.assert,
		Mutants: s.file.mutants, Writers: []output.Writer{w},
	}
}

// forms returns the forms that --report selects: by file, and those to be printed.
func (r *reported) forms() (files map[string]report.Format, printed []report.Format, err error) {
	files = map[string]report.Format{}
	for _, text := range r.reports {
		name, path, _ := strings.Cut(text, "=")
		format, known := formats()[name]
		_, twice := files[path]
		switch {
		case !known || path == "":
			return nil, nil, fmt.Errorf("--report %s: want FORMAT=FILE, with FORMAT one of %s", text,
				strings.Join(slices.Sorted(maps.Keys(formats())), ", "))
		case path == standardOutput:
			printed = append(printed, format)
		case twice:
			return nil, nil, fmt.Errorf("--report %s: there is another report in this file", text)
		default:
			files[path] = format
		}
	}
	return files, printed, nil
}

// print prints the reports that are for the standard output.
func (r *reported) print(w io.Writer, result *evoke.Result) error {
	_, printed, err := r.forms()
	for _, format := range printed {
		content, failed := format(result.Report)
		if failed != nil {
			return fmt.Errorf("evoke run: --report: %w", failed)
		}
		if _, failed = w.Write(content); failed != nil {
			return failed
		}
	}
	return err
}
