package evoke

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/examples/bookshop/shop"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// TestHowToRun tells the command where the reader stands: in the folder of the
// run, or anywhere in the module for a test of a package.
func TestHowToRun(t *testing.T) {
	module, bare := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(module, "go.mod"), []byte("module m\n"), 0o600))
	require.NoError(t, os.MkdirAll(filepath.Join(module, "a b"), 0o700))
	ofPackage, ofProgram := &job{Config: &plainConfig{}}, &job{}
	for name, c := range map[string]struct {
		in, out string
		job     *job
		path    string
		want    string
	}{
		"nothing written":        {module, "", nil, "", ""},
		"a folder":               {module, "tests/api", nil, "", "go test ./tests/api"},
		"this folder":            {module, ".", nil, "", "go test ."},
		"with a dot":             {module, "./tests/", nil, "", "go test ./tests"},
		"beside":                 {filepath.Join(module, "a b"), "../tests", nil, "", "go test ../tests"},
		"elsewhere":              {bare, module, nil, "", "cd " + filepath.ToSlash(module) + " && go test ."},
		"with a space":           {module, "a b", nil, "", "go test './a b'"},
		"no module":              {bare, "tests", nil, "", "go test tests/*_test.go"},
		"a test of a package":    {module, ".", ofProgram, "m/api", "go test m/api"},
		"an external test":       {module, ".", nil, "m/api_test", "go test m/api"},
		"below a package":        {module, "sub", nil, "m/api", "go test m/api/sub"},
		"outside of a package":   {filepath.Join(module, "a b"), "../sub", nil, "m/api", "go test ../sub"},
		"evoke run --pkg":        {filepath.Join(module, "a b"), "./internal/api", ofPackage, "m/internal/api", "go test ./internal/api"},
		"evoke run --pkg --out":  {bare, "tests", ofPackage, "m/internal/api", "go test ./tests"},
		"evoke run --pkg, a way": {bare, "/a/b", ofPackage, "m/internal/api", "cd /a/b && go test ."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(c.in)
			r := &engine{cfg: Config{Out: c.out}, job: c.job, from: caller{path: c.path}}
			assert.Equal(t, c.want, r.howToRun([]suite.File{{Name: "evoke_success_test.go"}}))
			assert.Empty(t, r.howToRun([]suite.File{{Name: "tests.http"}}), "no Go tests")
		})
	}
}

// mortal is a system that cannot be called any more after some calls.
type mortal struct {
	*sut.Handler
	left int
}

var errGone = errors.New("the service is gone")

func (m *mortal) Call(ctx context.Context, req *sut.Request) (*sut.Response, error) {
	if m.left--; m.left < 0 {
		return nil, errGone
	}
	return m.Handler.Call(ctx, req)
}

// TestSystemThatDiesLeavesAReport has a system that dies during the search: the
// report has what was found, why there is no more, and why there are no tests.
func TestSystemThatDiesLeavesAReport(t *testing.T) {
	out := t.TempDir()
	result, err := Run(t.Context(), Config{
		Schema: string(shop.Schema), SUT: &mortal{Handler: sut.NewHandler(shop.New, sut.HandlerOptions{}), left: 200},
		Cover: []string{"none"}, Out: out, Budget: Budget{Calls: 1000},
	})
	require.ErrorIs(t, err, errGone)
	assert.Equal(t, 200, result.Report.Calls)
	assert.NotEmpty(t, result.Report.Operations)
	warnings := strings.Join(result.Report.Warnings, "\n")
	assert.Regexp(t, `(?m)^the search ended early: rest: [A-Z]+ /\S+: the service is gone$`, warnings)
	assert.Regexp(t, "(?m)^no tests are written: the system does not answer any more", warnings)
	assert.FileExists(t, filepath.Join(out, "report.json"))
}
