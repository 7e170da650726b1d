package rewrite

import (
	"encoding/json"
	"go/build"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// stdOwnTests are packages of the standard library that the runtime does not import, so that they can import it.
var stdOwnTests = []string{"container/heap", "encoding/csv", "go/scanner", "regexp/syntax",
	"text/tabwriter", "text/template/parse"}

// TestStdOwnTests runs the tests of packages of the standard library with probes in the packages. An overlay makes the
// runtime a package of the standard library, which may import nothing else.
func TestStdOwnTests(t *testing.T) {
	o := &stdOverlay{t, t.TempDir(), map[string]string{}}
	o.addRuntime("probe", "evokeprobe")
	o.addRuntime("probe/aside", "evokeprobe/aside")
	o.addRuntime("heuristics", "evokeheuristics")
	rig := newRewriteRig(t)
	for _, path := range stdOwnTests {
		o.addPackage(rig, path)
	}
	data, err := json.Marshal(map[string]any{"Replace": o.replace})
	require.NoError(t, err)
	file := filepath.Join(o.temp, "overlay.json")
	require.NoError(t, os.WriteFile(file, data, 0o644))
	out, err := exec.Command("go", append([]string{"test", "-short", "-vet=off", "-overlay=" + file},
		stdOwnTests...)...).CombinedOutput()
	assert.NoError(t, err, "%s", out)
	assert.Equal(t, len(stdOwnTests), strings.Count(string(out), "ok  "), "%s", out)
}

type stdOverlay struct {
	t       *testing.T
	temp    string
	replace map[string]string
}

func (o *stdOverlay) add(path string, content []byte) {
	copied := filepath.Join(o.temp,
		strings.ReplaceAll(filepath.ToSlash(strings.TrimPrefix(path, build.Default.GOROOT)), "/", "_"))
	require.NoError(o.t, os.WriteFile(copied, content, 0o644))
	o.replace[path] = copied
}

// addRuntime adds a package of this module under another name.
func (o *stdOverlay) addRuntime(from, to string) {
	p, err := build.ImportDir(filepath.Join("..", "..", "..", from), 0)
	require.NoError(o.t, err)
	for _, name := range p.GoFiles {
		content, err := os.ReadFile(filepath.Join(p.Dir, name))
		require.NoError(o.t, err)
		text := strings.NewReplacer(
			`"github.com/evoke-go/evoke/heuristics"`, `heuristics "evokeheuristics"`,
			`"github.com/evoke-go/evoke/probe/aside"`, `"evokeprobe/aside"`,
		).Replace(string(content))
		o.add(filepath.Join(build.Default.GOROOT, "src", to, name), []byte(text))
	}
}

func (o *stdOverlay) addPackage(rig *rewriteRig, path string) {
	s, err := rig.source(path, "", stdFiles(o.t, path))
	require.NoError(o.t, err)
	r := Rewrite(s, builtin("evokeprobe"))
	o.t.Logf("%s: %d statements, %d conditions", path, r.Statements, r.Conditions)
	for name, content := range withProbes(s, r) {
		o.add(name, content)
	}
}
