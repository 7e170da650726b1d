package deliver

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/evoke-go/evoke/internal/secret"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/report"
)

// Ready returns an error if the folders of a task cannot be written to: those of the
// suite and of each report.
func Ready(t *task.Task) error {
	err := Writable(t.Dir)
	for _, name := range slices.Sorted(maps.Keys(t.Reports)) {
		err = errors.Join(err, Writable(filepath.Dir(name)))
	}
	return err
}

// writeReports writes the report in other forms, each into its file. Credentials are removed from these texts, because
// they contain the calls of the suite.
func (r *Result) writeReports(reports map[string]report.Format, secrets *secret.Set) error {
	var failed error
	for _, name := range slices.Sorted(maps.Keys(reports)) {
		var content []byte
		err := r.across("report "+filepath.Base(name), func() (err error) {
			content, err = reports[name](r.Report)
			return err
		})
		if err == nil {
			err = replaceReport(name, []byte(secrets.Text(string(content))))
		}
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("evoke: report %s: %w", name, err))
		}
	}
	return failed
}

func replaceReport(name string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return writeFile(name, content)
}
