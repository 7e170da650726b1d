package twin

import (
	"os"
	"path/filepath"

	"github.com/evoke-go/evoke/internal/archive"
	"github.com/evoke-go/evoke/internal/task"
)

// Child reports whether this process was started for a job of a run.
func Child() bool { return os.Getenv(jobVariable) != "" }

// Pass notes a call that needs no search. In a process for a later call of the same program, the call passes again.
func Pass(t *task.Task) { own.remember(own.identify(t), nil, nil) }

// Unfinished reports whether the first run of a task was killed before it
// archived its tests.
func Unfinished(t *task.Task) bool {
	a, err := archive.Read(t.Archive)
	if err != nil || len(a.Tests) > 0 {
		return false
	}
	left, err := filepath.Glob(filepath.Join(t.Archive, workplaceDir, journalsOf))
	return err == nil && len(left) > 0
}
