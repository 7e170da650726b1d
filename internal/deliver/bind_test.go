package deliver

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/suite"
)

// TestHowToRun tells the command where the reader stands: in the folder of the
// run, or anywhere in the module for a test of a package.
func TestHowToRun(t *testing.T) {
	module, bare := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(module, "go.mod"), []byte("module m\n"), 0o600))
	require.NoError(t, os.MkdirAll(filepath.Join(module, "a b"), 0o700))
	for name, c := range map[string]struct {
		in, out string
		foreign bool
		path    string
		want    string
	}{
		"nothing written":        {module, "", false, "", ""},
		"a folder":               {module, "tests/api", false, "", "go test ./tests/api"},
		"this folder":            {module, ".", false, "", "go test ."},
		"with a dot":             {module, "./tests/", false, "", "go test ./tests"},
		"beside":                 {filepath.Join(module, "a b"), "../tests", false, "", "go test ../tests"},
		"elsewhere":              {bare, module, false, "", "cd " + filepath.ToSlash(module) + " && go test ."},
		"with a space":           {module, "a b", false, "", "go test './a b'"},
		"no module":              {bare, "tests", false, "", "go test tests/*_test.go"},
		"a test of a package":    {module, ".", false, "m/api", "go test m/api"},
		"an external test":       {module, ".", false, "m/api_test", "go test m/api"},
		"below a package":        {module, "sub", false, "m/api", "go test m/api/sub"},
		"outside of a package":   {filepath.Join(module, "a b"), "../sub", false, "m/api", "go test ../sub"},
		"evoke run --pkg":        {filepath.Join(module, "a b"), "./internal/api", true, "m/internal/api", "go test ./internal/api"},
		"evoke run --pkg --out":  {bare, "tests", true, "m/internal/api", "go test ./tests"},
		"evoke run --pkg, a way": {bare, "/a/b", true, "m/internal/api", "cd /a/b && go test ."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(c.in)
			own := &task.Task{Output: task.Output{Dir: c.out}, From: task.Caller{Path: c.path}, Foreign: c.foreign}
			writers := []output.Writer{&gotest.Writer{}}
			assert.Equal(t, c.want, output.Command(writers, Folder(own), []suite.File{{Name: "evoke_success_test.go"}}))
			assert.Empty(t, output.Command(writers, Folder(own), []suite.File{{Name: "tests.http"}}), "no Go tests")
		})
	}
}
