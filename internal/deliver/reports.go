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

// writeReports writes the report in other forms, each into its file. Their texts hold
// what the suite holds as well, so credentials are taken out of all of each.
func (r *Result) writeReports(reports map[string]report.Format, secrets *secret.Set) error {
	var failed error
	for _, name := range slices.Sorted(maps.Keys(reports)) {
		content, err := reports[name](r.Report)
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

// repositoryFolder is a folder from the root of its repository, with slashes: from the
// nearest folder above that holds .git, or else go.mod. It is "" if there is neither.
func repositoryFolder(dir string) string {
	at, err := filepath.Abs(dir)
	if dir == "" || err != nil {
		return ""
	}
	for _, mark := range []string{".git", "go.mod"} {
		if root := above(at, mark); root != "" {
			if from, err := filepath.Rel(root, at); err == nil {
				return filepath.ToSlash(from)
			}
		}
	}
	return ""
}

// above returns the nearest folder that holds a name, from a folder upwards, "" for
// none.
func above(dir, name string) string {
	for {
		if _, missing := os.Stat(filepath.Join(dir, name)); missing == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}
