package crash_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/internal/hostile"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/sut"
)

// TestHostileServices has 750 hostile texts in schemas, answers, headers, panics,
// users and names of folders. Whatever a run writes and shows then is only text.
func TestHostileServices(t *testing.T) {
	t.Parallel()
	all := t.TempDir()
	var lines []string
	n := 0
	for texts := range slices.Chunk(hostile.Texts(750), 250) {
		if testing.Short() && n > 0 {
			break
		}
		dir := filepath.Join(t.TempDir(), folderName(texts[n]))
		w := &gotest.Writer{Prefix: fmt.Sprintf("s%d", n), Package: "p",
			Faults: []output.Faults{output.RecordFaults, output.FailFaults, output.SkipFaults}[n%3]}
		result, err := evoke.Run(t.Context(), evoke.Config{
			Schema: hostile.Schema(texts), Budget: evoke.Budget{Calls: 300},
			System: evoke.System{Controller: sut.NewHandler(func() http.Handler { return hostile.Handler(texts) },
				sut.HandlerOptions{Timeout: 10 * time.Second})},
			REST: rest.Options{Users: hostileUsers(texts)}, WhiteBox: evoke.WhiteBox{Cover: []string{"none"}},
			Output: evoke.Output{Dir: dir, Archive: filepath.Join(dir, "archive"), Writers: []output.Writer{w}},
		})
		require.NoError(t, err)
		require.NotEmpty(t, result.Suite.Tests)
		require.NotEmpty(t, result.Report.Faults())
		var shown bytes.Buffer
		require.NoError(t, report.Summary(&shown, result.Report))
		require.NoError(t, report.Brief(&shown, result.Report))
		assertShows(t, "the summary", shown.String())
		for _, f := range result.Report.Faults() {
			lines = append(lines, strings.Split(f.Curl, "\n")...)
		}
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			assertShows(t, path, string(data))
			return nil
		})
		for _, f := range result.Files {
			assertOnlyTests(t, f.Name, f.Content)
			require.NoError(t, os.WriteFile(filepath.Join(all, f.Name), f.Content, 0o600))
		}
		n++
	}
	require.NoError(t, os.WriteFile(filepath.Join(all, "go.mod"), []byte("module example.com/p\n\ngo 1.26\n"), 0o600))
	vet := exec.Command("go", "vet", ".")
	vet.Dir = all
	out, err := vet.CombinedOutput()
	assert.NoError(t, err, "%.3000s", out)
	assertHarmless(t, lines)
}

// hostileUsers have hostile names and credentials.
func hostileUsers(texts []string) []auth.User {
	line := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, texts[11])
	return []auth.User{auth.Bearer("x"+texts[10], "x"+line+"y"),
		auth.Public(auth.Basic("x"+texts[12], texts[13], texts[14]))[0]}
}

// folderName makes the name of a folder of a text.
func folderName(text string) string {
	name := strings.NewReplacer("/", "_", "\x00", "_").Replace(text)
	return "x" + name[:min(len(name), 100)]
}

func assertShows(t *testing.T, where, text string) {
	t.Helper()
	hidden := func(r rune) bool { return !strconv.IsPrint(r) && r != '\n' && r != '\t' }
	if at := strings.IndexFunc(text, hidden); at >= 0 {
		assert.Fail(t, "not all of it shows", "%q: %q", where, text[max(0, at-60):min(at+40, len(text))])
	}
}

// assertOnlyTests fails the test if a file declares more than tests, and what they
// share.
func assertOnlyTests(t *testing.T, name string, content []byte) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, content, parser.ParseComments)
	require.NoError(t, err)
	for _, i := range file.Imports {
		assert.NotContains(t, []string{`"C"`, `"unsafe"`, `"os/exec"`, `"embed"`, `"syscall"`}, i.Path.Value)
	}
	prefix, _, _ := strings.Cut(name, "_")
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && !strings.Contains(name, "_support_") {
			assert.Regexp(t, "^Test"+strings.ToUpper(prefix), f.Name.Name)
		} else if ok {
			assert.True(t, f.Recv != nil || strings.HasPrefix(f.Name.Name, prefix), f.Name.Name)
		}
	}
	for line := range strings.Lines(string(content)) {
		assert.False(t, strings.HasPrefix(line, "//") && len(line) > 3 && !strings.ContainsAny(line[2:3], " \t"),
			"a directive: %q", line)
	}
}

// assertHarmless runs command lines in bash with a stand-in for curl. Each has to
// call it, and nothing else may come of them.
func assertHarmless(t *testing.T, lines []string) {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	dir, record, script := t.TempDir(), filepath.Join(t.TempDir(), "record"), filepath.Join(t.TempDir(), "lines")
	const curl = "curl() { echo called >> \"$RECORD\"; }\n" // a function is called without a process
	require.NoError(t, os.WriteFile(script, []byte(curl+strings.Join(lines, "\n")+"\n"), 0o600))
	cmd := exec.Command(bash, script)
	cmd.Dir, cmd.Env = dir, []string{"PATH=/usr/bin:/bin", "RECORD=" + record, "HOME=" + dir}
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%.2000s", out)
	assert.Empty(t, string(out))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, left)
	called, err := os.ReadFile(record)
	require.NoError(t, err)
	assert.Equal(t, len(lines), bytes.Count(called, []byte("\n")), "each line makes one call")
	assert.Greater(t, len(lines), 100)
}
