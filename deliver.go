package evoke

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// deliver writes the suite and report.json into a folder, "" for none. What
// went wrong before does not keep them from being written.
func deliver(result *Result, out string, err error) (*Result, error) {
	if result == nil {
		return nil, err
	}
	if names := unshown(result); len(names) > 0 && err == nil {
		result.Report.Warnings = append(result.Report.Warnings, fmt.Sprintf(
			"answered 2xx during the search, but in no test that does so each time: %s (does it depend on state that is not reset?)", strings.Join(names, ", ")))
	}
	if out == "" {
		return result, err
	}
	return result, errors.Join(err, writeResult(result, out))
}

// unshown are the operations that succeeded during the search and in no test.
func unshown(result *Result) (names []string) {
	shown := map[string]bool{}
	for i := range result.Suite.Tests {
		for _, step := range result.Suite.Tests[i].Steps {
			if step.Succeeds() {
				shown[step.Operation] = true
			}
		}
	}
	for _, op := range result.Report.Operations {
		for status := range op.Statuses {
			if status/100 == 2 && !shown[op.Name] {
				names = append(names, op.Name)
				break
			}
		}
	}
	return names
}

func writeResult(result *Result, out string) error {
	content, err := report.JSON(result.Report)
	if err != nil {
		return fmt.Errorf("evoke: report: %w", err)
	}
	return write(out, append(slices.Clip(result.Files), suite.File{Name: "report.json", Content: content}))
}
