package synthetic

import (
	"context"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/sides"
)

// temporary makes a folder of this module that go leaves out of "./...".
func temporary(t *testing.T) string {
	t.Helper()
	require.NoError(t, os.MkdirAll("testdata", 0o777))
	dir, err := os.MkdirTemp("testdata", "generated-")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(dir)) })
	return dir
}

// content returns the files of a folder.
func content(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		files[filepath.Base(name)] = string(data)
		return err
	}))
	return files
}

// What is in this folder is what the generator writes. "go run
// ./synthetic/generate" in bench brings it up to date.
func TestPublishedIsGenerated(t *testing.T) {
	dir := temporary(t)
	require.NoError(t, WritePublished(dir))
	for _, c := range Published() {
		same(t, filepath.Join(dir, c.Package()), c.Package())
	}
	assert.Equal(t, content(t, filepath.Join(dir, "published"))["published.go"],
		content(t, "published")["published.go"])
}

// same checks that two folders have the same files.
func same(t *testing.T, wantDir, gotDir string) {
	t.Helper()
	want, got := content(t, wantDir), content(t, gotDir)
	assert.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got)), gotDir)
	for name := range want {
		assert.True(t, want[name] == got[name], "%s/%s is not what the generator writes", gotDir, name)
	}
}

// A folder that had another service has the new one only.
func TestWriteReplaces(t *testing.T) {
	dir := temporary(t)
	kept := filepath.Join(dir, "written_by_hand.go")
	require.NoError(t, os.WriteFile(kept, []byte("package n5densehide\n"), 0o666))
	for _, c := range Published()[:5] {
		p, err := Generate(c)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(kept, []byte("package "+c.Package()+"\n"), 0o666))
		require.NoError(t, p.Write(dir))
	}
	require.NoError(t, os.Remove(kept))
	same(t, Published()[4].Package(), dir)
}

// numbers are how many ifs of a kind the study's lists have.
type numbers map[CheckKind]int

// The lists are as long as the study's, of each kind (EMResearch/artificial-rest-api,
// targets.csv of the twelve services). What they leave out is the choice of
// PUT and, where there are medians, that of the median.
func TestTargets(t *testing.T) {
	dense := numbers{SelfExistence: 15, OwnExistence: 11, ReferExistence: 6, OptionalParam: 18}
	medium := numbers{SelfExistence: 15, OwnExistence: 5, ReferExistence: 9, OptionalParam: 13}
	sparse := numbers{SelfExistence: 15, OwnExistence: 5, ReferExistence: 3, OptionalParam: 11}
	for _, want := range []struct {
		name       string
		kinds      numbers
		properties int
		total      int
		others     int
	}{
		{"n5-dense", dense, 0, 50, 5}, {"n5-dense-pd", dense, 3, 53, 6},
		{"n5-medium", medium, 0, 42, 5}, {"n5-medium-pd", medium, 9, 51, 5},
		{"n5-sparse", sparse, 0, 34, 5}, {"n5-sparse-pd", sparse, 3, 37, 5},
	} {
		for _, paths := range []Paths{Hide, Shown} {
			name := want.name + "-" + string(paths)
			p, err := Generate(named(t, name))
			require.NoError(t, err)
			got := numbers{}
			for _, target := range p.Listed() {
				got[target.Kind]++
			}
			assert.Equal(t, want.properties, got[ReferProperty], name)
			delete(got, ReferProperty)
			assert.Equal(t, want.kinds, got, name)
			assert.Len(t, p.Listed(), want.total, name)
			assert.Len(t, p.Targets, want.total+want.others, name)
			assert.Equal(t, len(p.Targets), ifs(t, p), "%s: ifs that are no target", name)
		}
	}
}

func named(t *testing.T, name string) Config {
	t.Helper()
	for _, c := range Published() {
		if c.Name == name {
			return c
		}
	}
	require.Fail(t, "not published", name)
	return Config{}
}

// ifs counts the ifs in the Go files of a package.
func ifs(t *testing.T, p *Package) int {
	t.Helper()
	n := 0
	for name, source := range p.Files {
		if filepath.Ext(name) != ".go" {
			continue
		}
		syntax, err := parser.ParseFile(token.NewFileSet(), name, source, 0)
		require.NoError(t, err)
		ast.Inspect(syntax, func(node ast.Node) bool {
			if _, ok := node.(*ast.IfStmt); ok {
				n++
			}
			return true
		})
	}
	return n
}

// Generated files are formatted and no longer than others, whatever the config.
func TestForm(t *testing.T) {
	for _, c := range append(Published(), unusual()...) {
		p, err := Generate(c)
		require.NoError(t, err)
		for name, source := range p.Files {
			if filepath.Ext(name) == ".go" {
				checkForm(t, c.Name+" "+name, source)
			}
		}
	}
}

func checkForm(t *testing.T, name string, source []byte) {
	t.Helper()
	formatted, err := format.Source(source)
	require.NoError(t, err)
	assert.Equal(t, string(formatted), string(source), name)
	files := token.NewFileSet()
	syntax, err := parser.ParseFile(files, name, source, parser.ParseComments)
	require.NoError(t, err)
	assert.LessOrEqual(t, files.Position(syntax.FileEnd).Line, 400, name)
	for _, d := range syntax.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			assert.LessOrEqual(t, files.Position(f.End()).Line-files.Position(f.Pos()).Line+1,
				longest, "%s %s", name, f.Name)
			assert.NotEmpty(t, f.Doc.Text(), "%s %s", name, f.Name)
		}
	}
}

// unusual are configs beyond the published ones.
func unusual() []Config {
	return []Config{
		// Several owned and several referred to, an odd number of each and an
		// even one; a property of the resource's own value; two ways to the
		// same class; a resource that is composed of one and equal to another;
		// a class that two are composed of.
		{Name: "conflict", Seed: 77, Classes: 13, OnDelete: Conflict, Edges: []Edge{
			{0, 1, Composition}, {0, 2, Composition}, {0, 3, Composition}, {0, 4, Property}, {0, 5, Property},
			{0, 6, Property}, {0, 7, Existence}, {4, 7, Property}, {5, 7, Existence}, {5, 8, Property},
			{6, 8, Property}, {6, 7, Property},
			{9, 10, Composition}, {9, 8, Property}, {11, 10, Composition}, {11, 3, Composition}, {11, 12, Existence},
		}},
		{Name: "cascade", Seed: 78, Classes: 8, OnDelete: Cascade, Paths: Shown, ValueWindow: true,
			Methods: []Method{Get, Put, Patch, Delete}, Edges: []Edge{
				{0, 1, Property}, {1, 2, Property}, {2, 3, Property}, {4, 0, Existence}, {4, 3, Existence},
				{5, 6, Composition}, {5, 7, Composition}, {5, 3, Property},
			}},
		{Name: "alone", Seed: 79, Classes: 1, Methods: []Method{Post, Get}},
		{Name: "odd-medians", Seed: 80, Classes: 7, Edges: []Edge{
			{0, 1, Composition}, {0, 2, Composition}, {0, 3, Composition}, {0, 4, Property},
			{0, 5, Property}, {0, 6, Property},
		}},
	}
}

const testOfUnusual = `package %s

import (
	_ "embed"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/synthetic"
	"github.com/evoke-go/evoke/bench/synthetic/conformance"
)

//go:embed config.json
var config []byte

func TestConformance(t *testing.T) {
	c, err := synthetic.ParseConfig(config)
	require.NoError(t, err)
	conformance.Check(t, c, New())
}
`

// Unusual services can be built, keep to the rules, and have the sides of
// conditions that they are said to have.
func TestUnusual(t *testing.T) {
	for _, c := range unusual() {
		t.Run(c.Name, func(t *testing.T) {
			dir := temporary(t)
			p, err := Generate(c)
			require.NoError(t, err)
			require.NoError(t, p.Write(dir))
			test := fmt.Appendf(nil, testOfUnusual, c.Package())
			require.NoError(t, os.WriteFile(filepath.Join(dir, "unusual_test.go"), test, 0o666))
			command := exec.CommandContext(t.Context(), "go", "test", "-vet=all", "-count=1", ".")
			command.Dir = dir
			out, err := command.CombinedOutput()
			require.NoError(t, err, string(out))
			list, err := sides.Load(dir)
			require.NoError(t, err)
			checkSides(t, dir, list)
		})
	}
}

// The rules bring about every side of every condition of the published
// services but those that are argued to be infeasible, and none of these.
func TestSides(t *testing.T) {
	var list []sides.Side
	for _, c := range Published() {
		of, err := sides.Load(c.Package())
		require.NoError(t, err)
		list = append(list, of...)
	}
	checkSides(t, "published", list)
}

func checkSides(t *testing.T, dir string, list []sides.Side) {
	t.Helper()
	packages := map[string]bool{}
	var cover []string
	for _, s := range list {
		if !packages[s.Package] {
			cover = append(cover, s.Package)
		}
		packages[s.Package] = true
	}
	seen, err := sides.Measure(context.Background(), dir, cover)
	require.NoError(t, err)
	assert.Empty(t, seen.Open(list), "feasible, but the rules do not bring it about")
	assert.Empty(t, seen.Refuted(list), "infeasible, but it came about")
	assert.Empty(t, seen.Unprobed(list))
}
