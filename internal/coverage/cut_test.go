package coverage

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFailuresBeforeTheTimeIsOver: if time runs out while tests run, the tests that have failed until then are
// reported.
func TestFailuresBeforeTheTimeIsOver(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done() // the process of the test is killed
	}))
	defer server.Close()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/cut\n\ngo 1.22\n",
		"cut.go": "package cut\n\nfunc F() {}\n",
		"cut_test.go": "package cut\n\nimport (\n\t\"net/http\"\n\t\"os\"\n\t\"testing\"\n)\n\n" +
			"func TestA(t *testing.T) { F(); t.Fail() }\n\n" +
			"func TestB(t *testing.T) { _, _ = http.Get(os.Getenv(\"AT\")) }\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	p, err := Measure(ctx, Options{
		Dir: dir, Tests: []string{"TestA", "TestB"}, Env: append(os.Environ(), "AT="+server.URL),
	})
	require.NoError(t, err)
	assert.Equal(t, []string{"TestA"}, p.Failed)
	assert.Equal(t, "not all tests were executed: the run was interrupted", p.Ended)
}

// TestBuildThatIsKilled: if something kills the compiler, it is unknown whether the tests compile.
func TestBuildThatIsKilled(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("it has another shell")
	}
	dir := t.TempDir()
	killer := filepath.Join(dir, "killer.sh")
	for name, text := range map[string]string{
		"go.mod":      "module example.com/cut\n\ngo 1.22\n",
		"cut_test.go": "package cut\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {}\n",
		"killer.sh":   "#!/bin/sh\ncase \"$*\" in *-V=full*) exec \"$@\";; esac\nkill -KILL $$\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700))
	}
	_, err := Measure(t.Context(), Options{Dir: dir, Flags: []string{"-toolexec=" + killer}, Env: os.Environ()})
	require.ErrorContains(t, err, "signal: killed")
	assert.NotErrorIs(t, err, ErrBuild)
}
