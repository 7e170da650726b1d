package deliver

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/secret"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/report"
)

func TestReportsAreWrittenWithoutCredentials(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "new", "r.txt")
	r := &Result{Report: &report.Report{}}
	told :=
		&task.Task{Output: task.Output{Reports: map[string]report.Format{name: func(*report.Report) ([]byte, error) {
			return []byte("the key is hunter2-hunter2"), nil
		}}}}
	require.NoError(t, Ready(told))
	require.NoError(t,
		r.WriteReport(told, secret.New([]secret.Secret{{Name: "EVOKE_TOKEN", Value: "hunter2-hunter2"}})))
	got, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "the key is ${EVOKE_TOKEN}", string(got))

	told.Reports = map[string]report.Format{filepath.Join(name, "x"): report.JSON}
	require.ErrorContains(t, Ready(told), "is a file")
	require.Error(t, r.WriteReport(told, nil))
}
