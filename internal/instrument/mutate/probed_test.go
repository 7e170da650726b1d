package mutate

import (
	"bytes"
	"errors"
	"go/ast"
	"go/build"
	"go/importer"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/instrument/rewrite"
)

const probes = "github.com/evoke-go/evoke/probe"

// whole type-checks with all the facts that probes need.
func whole(s *rewrite.Source, beside *ast.File) error {
	exported, err := exports()
	if err != nil {
		return err
	}
	s.Info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{},
		Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes:     map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
	var files []*ast.File
	if beside != nil {
		files = append(files, beside)
	}
	for i := range s.Files {
		files = append(files, s.Files[i].Syntax)
	}
	config := types.Config{GoVersion: s.GoVersion,
		Importer: importer.ForCompiler(s.Fset, "gc", func(path string) (io.ReadCloser, error) {
			if exported[path] == "" {
				path = "vendor/" + path
			}
			return os.Open(exported[path])
		})}
	s.Types, err = config.Check(s.Path, s.Fset, files, s.Info)
	return err
}

// TestProbedStdPackages puts mutants and probes into packages of the standard library: the result type-checks, and no
// line has moved.
func TestProbedStdPackages(t *testing.T) {
	if testing.Short() {
		t.Skip("it type-checks large packages three times")
	}
	for _, path := range []string{"database/sql", "encoding/json", "go/types", "html/template", "maps",
		"mime/multipart", "net/http", "net/url", "os/exec", "slices", "text/template"} {
		t.Run(path, func(t *testing.T) {
			p, err := build.Import(path, "", 0)
			require.NoError(t, err)
			files := map[string][]byte{}
			for _, name := range p.GoFiles {
				file := filepath.Join(p.Dir, name)
				files[file], err = os.ReadFile(file)
				require.NoError(t, err)
			}
			s, err := check(path, "", files)
			require.NoError(t, err)
			require.NoError(t, whole(s, nil))
			r := Probed(s, p.Dir, rewrite.Options{Runtime: probes}, whole)
			assert.Greater(t, r.Statements, 20)
			assert.Zero(t, r.Conditions)
			both := 0
			for name, content := range r.Files {
				if bytes.Contains(content, []byte("evoke_m[")) &&
					bytes.Contains(content, []byte(`; import evoke_p "`+probes)) {
					both++
				}
				if before, ok := files[name]; ok {
					assert.Equal(t, bytes.Count(before, []byte("\n")), bytes.Count(content, []byte("\n")), name)
				}
				files[name] = content
			}
			assert.Positive(t, both)
			files[filepath.Join(p.Dir, rewrite.ExtraFile)] = r.Extra
			_, err = check(path, "", files)
			require.NoError(t, err)
		})
	}
}

// TestProbedWithoutMutants: a package that cannot have mutants gets probes alone.
func TestProbedWithoutMutants(t *testing.T) {
	s, err := check("p", "", map[string][]byte{"p.go": []byte("package p\n\nfunc f(a int) bool { return a > 1 }\n")})
	require.NoError(t, err)
	require.NoError(t, whole(s, nil))
	r := Probed(s, "", rewrite.Options{Runtime: probes}, func(*rewrite.Source, *ast.File) error {
		return errors.New("no\nmore")
	})
	assert.Equal(t, []rewrite.Note{{Where: "p", Reason: "no mutants could be put in: no"}}, r.Notes)
	assert.Zero(t, r.Statements)
	assert.Contains(t, string(r.Files["p.go"]), "evoke_p.")
	assert.NotContains(t, string(r.Files["p.go"]), "evoke_m")
	assert.Nil(t, r.Files[ExtraFile])
}
