package find_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/cmd/evoke/internal/find"
)

// folder writes files into a new folder and returns its path.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o644))
	}
	return dir
}

func TestSchemas(t *testing.T) {
	const yaml = "# a comment\nopenapi: 3.1.0\ninfo: {}\n"
	dir := folder(t, map[string]string{
		"deep/down/openapi.yaml": yaml,
		"api.yml":                "swagger: '2.0'\n",
		"b/spec.json":            "{\n  \"info\": {},\n  \"openapi\": \"3.0.3\"}",
		"a/Swagger.JSON":         `{"swagger":"2.0"}`,
		"quoted.yaml":            "\"openapi\": \"3.0.0\"\n",
		"bom.yaml":               "\ufeffopenapi: 3.0.0\n",
		"openapi.txt":            yaml,
		"config.yaml":            "tool:\n  openapi: 3.0.0\n",
		"old.yaml":               "swagger: 1.2\n",
		"empty.json":             "",
		"package.json":           `{"dependencies": {"openapi": "^4.1"}}`,
		"vendor/openapi.yaml":    yaml,
		"testdata/openapi.yaml":  yaml,
		".github/openapi.yaml":   yaml,
		"node_modules/x/o.yaml":  yaml,
	})
	found, err := find.Schemas(dir)
	require.NoError(t, err)
	assert.Equal(t, []string{"a/Swagger.JSON", "deep/down/openapi.yaml", "api.yml", "bom.yaml",
		"quoted.yaml", "b/spec.json"}, found)
	_, err = find.Schemas(filepath.Join(dir, "none"))
	require.Error(t, err)
}

func TestReadPackage(t *testing.T) {
	dir := folder(t, map[string]string{
		"go.mod":        "module example.com/svc\n\ngo 1.24\n",
		"api/spec.json": `{"openapi": "3.0.0"}`,
		"api/notes.txt": "notes",
		"api/api.go": `package api

import (
	_ "embed"
	"errors"
	. "net/http"
)

type Service struct{ *ServeMux }

//go:embed spec.json
var Spec string

var (
	//go:embed spec.json
	spec []byte

	//go:embed notes.txt
	notes string

	plain []byte
)

func New() (*Service, error)         { return nil, errors.New("no") }
func NewRouter() Handler            { return nil }
func testRouter() Handler           { return nil }
func With(db *Client, n ...int) *Service { return nil }
func Middleware(h Handler) Handler  { return h }
func Route() HandlerFunc            { return nil }
func Value() Service                { return Service{} }
func Client2() *Client              { return nil }
func Generic[T any]() Handler       { return nil }
func Two() (Handler, int)           { return nil, 0 }
func (Service) Method() Handler      { return nil }
func Nothing()                      {}
`,
	})
	p, err := find.ReadPackage(t.Context(), filepath.Join(dir, "api"))
	require.NoError(t, err)
	assert.Equal(t, []string{filepath.Join(dir, "api"), "example.com/svc/api", "api", dir},
		[]string{p.Dir, p.ImportPath, p.Name, p.Module})
	var found []string
	for _, c := range p.Constructors {
		found = append(found, fmt.Sprintf("%s %s %t %v", c.Name, c.Result, c.Fails, c.Needs))
	}
	assert.Equal(t, []string{
		"NewRouter http.Handler false []", "New *Service true []", "Value Service false []",
		"testRouter http.Handler false []",
		"With *Service false [db *http.Client n []int]",
	}, found)
	assert.Equal(t, []find.Variable{{Name: "Spec", File: "spec.json", Text: true}, {Name: "spec", File: "spec.json"}},
		p.Embedded)
}

func TestReadPackageFails(t *testing.T) {
	dir := folder(t, map[string]string{
		"go.mod":        "module example.com/svc\n\ngo 1.24\n",
		"bad/bad.go":    "package bad\n\nfunc New() nothing { return nil }\n",
		"syntax/syn.go": "package syntax\n\nfunc {\n",
		"none/readme":   "",
		"dep/dep.go":    "package dep\n\nimport _ \"example.com/svc/bad\"\n",
	})
	for name, want := range map[string]string{"bad": "bad.go:3:12", "syntax": "syn.go:3:6", "none": "no Go files",
		"dep": "undefined: nothing"} {
		_, err := find.ReadPackage(t.Context(), filepath.Join(dir, name))
		require.ErrorContains(t, err, want)
		assert.NotContains(t, err.Error(), "\n", "an error is one line")
	}
}
