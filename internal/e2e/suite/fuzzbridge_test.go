package suite_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/internal/e2e/suite/testdata/vault"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/suite"
)

const vaultSchema = `{"openapi": "3.0.3", "info": {"title": "Vault", "version": "1"}, "paths": {
	"/codes": {"post": {"requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "object", "required": ["code"],
		"properties": {"code": {"type": "integer"}, "label": {"type": "string"}}}}}}, "responses": {"201": {"description": "made"}, "400": {"description": "wrong"}}}},
	"/codes/{id}": {"get": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
		"responses": {"200": {"description": "one"}, "404": {"description": "none"}}}}
}}`

// crasher is what the fuzzer leaves: the bytes put 48112733 in the place of 7.
const crasher = "go test fuzz v1\n" +
	`string("{\"evokeCalls\":[{\"call\":\"POST /codes\",\"method\":\"POST\",\"path\":\"/codes\",` +
	`\"header\":[{\"name\":\"Content-Type\",\"value\":\"application/json\"}],\"body\":{\"code\":7}}]}")` + "\n" +
	`[]byte("\x00\x01\x05\x04\x02\xde\x24\x5d")` + "\n"

// searchVault searches the vault and writes its tests into a folder.
func searchVault(t *testing.T, dir string) *evoke.Result {
	t.Helper()
	result, err := evoke.Run(context.Background(), evoke.Config{
		Schema: vaultSchema, Handler: vault.New, Budget: evoke.Budget{Calls: 300},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}},
		Output: evoke.Output{
			Dir: dir, Archive: filepath.Join(dir, "testdata", "evoke", "vault"),
			Writers: []output.Writer{
				&gotest.Writer{Constructor: gotest.Func{ImportPath: "example.com/vault", Name: "New"}, Fuzz: true},
			},
		},
	})
	require.NoError(t, err)
	return result
}

// TestWhatAFuzzerFindsBecomesATest: a fuzz test is written, what it finds fails
// until the next search, and is a test of the suite from then on.
func TestWhatAFuzzerFindsBecomesATest(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		return // it builds tests four times
	}
	if os.Getenv("EVOKE_JOB") != "" { // a process of a search makes the same calls, and nothing has to lie between them
		searchVault(t, t.TempDir())
		searchVault(t, t.TempDir())
	}
	root := t.TempDir()
	source, err := os.ReadFile(filepath.Join("testdata", "vault", "vault.go"))
	require.NoError(t, err)
	put := func(name, content string) {
		path := filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	}
	put("go.mod", "module example.com\n\ngo 1.22\n")
	put("vault/vault.go", string(source))
	tests := filepath.Join(root, "tests")
	goTest := func(args ...string) (string, error) {
		command := exec.Command("go", append([]string{"test", "-vet=off", "."}, args...)...)
		command.Dir = tests
		command.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
		out, err := command.CombinedOutput()
		return string(out), err
	}

	first := searchVault(t, tests)
	require.Empty(t, first.Report.Faults())
	out, err := goTest()
	require.NoError(t, err, out)
	out, err = goTest("-run", "^$", "-fuzz", "^FuzzEvoke$", "-fuzztime", "2000x", "-fuzzminimizetime",
		"10x", "-parallel", "1")
	require.NoError(t, err, out)
	assert.Contains(t, out, "fuzz: elapsed")

	put("tests/testdata/fuzz/FuzzEvoke/0123456789abcdef", crasher)
	put("tests/testdata/fuzz/FuzzOther/0123456789abcdef", "go test fuzz v1\nint(7)\n")
	out, err = goTest("-run", "FuzzEvoke")
	require.Error(t, err, "both sides make the same calls of an input")
	assert.Contains(t, out, `POST /codes ("POST /codes") panics: "the vault is open"`)

	second := searchVault(t, tests)
	require.Len(t, second.Report.Faults(), 1)
	var shown []*suite.Test
	for i := range second.Suite.Tests {
		if second.Suite.Tests[i].Kind == suite.FaultKind {
			shown = append(shown, &second.Suite.Tests[i])
		}
	}
	require.Len(t, shown, 1)
	assert.Contains(t, shown[0].Steps[0].Call.Request.Body.Text.String(), "48112733")
	out, err = goTest("-run", "FuzzEvoke|"+shown[0].Name, "-v")
	require.NoError(t, err, "the fault is known: %s", out)
	assert.Contains(t, out, "--- PASS: FuzzEvoke/0123456789abcdef")
	assert.Contains(t, out, "--- PASS: Test"+shown[0].Name)
	written, err := os.ReadFile(filepath.Join(tests, "evoke_fuzz_test.go"))
	require.NoError(t, err)
	assert.Contains(t, strings.ReplaceAll(string(written), "\t", ""), `{"POST /codes", 0, "vault.open"},`)
}
