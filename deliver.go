package evoke

import (
	"errors"
	"fmt"
	"slices"

	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// deliver writes the suite and report.json into a folder, "" for none. What
// went wrong before does not keep them from being written.
func deliver(result *Result, out string, err error) (*Result, error) {
	if result == nil || out == "" {
		return result, err
	}
	return result, errors.Join(err, writeResult(result, out))
}

func writeResult(result *Result, out string) error {
	content, err := report.JSON(result.Report)
	if err != nil {
		return fmt.Errorf("evoke: report: %w", err)
	}
	return write(out, append(slices.Clip(result.Files), suite.File{Name: "report.json", Content: content}))
}
