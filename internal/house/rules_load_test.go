package house_test

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

const ownModule = "github.com/evoke-go/evoke"

// TestMain runs the rules in the root of the module, as their paths begin there.
func TestMain(m *testing.M) {
	if err := os.Chdir(filepath.Join("..", "..")); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// room is a package of this module as the rules see it. The folder is its name,
// "." for the root.
type room struct {
	dir string
	// files are all sources but tests, those for other systems as well.
	files []*sourceFile
	// info says what the names of the package stand for. It knows the packages
	// of this module only: what belongs to others has no type. That keeps
	// loading within a second.
	info    *types.Info
	checked *types.Package
}

// sourceFile is a file of a room. Here reports whether it is built on this system.
type sourceFile struct {
	name   string
	syntax *ast.File
	here   bool
}

// house are the rooms of this module by folder.
type house struct {
	fset  *token.FileSet
	rooms map[string]*room
}

// theHouse loads the house once, for all rules.
var theHouse = sync.OnceValues(loadHouse)

// loaded returns the house.
func loaded(t *testing.T) *house {
	t.Helper()
	h, err := theHouse()
	require.NoError(t, err)
	return h
}

// loadHouse parses and types all packages of this module.
func loadHouse() (*house, error) {
	h := &house{fset: token.NewFileSet(), rooms: map[string]*room{}}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return skipForeign(path, d.Name())
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		return h.parse(path)
	})
	if err != nil {
		return nil, err
	}
	for _, dir := range h.dirs() {
		h.check(dir)
	}
	return h, nil
}

// skipForeign skips the folders that are no packages of this module.
func skipForeign(path, name string) error {
	if path == "." {
		return nil
	}
	if name == "testdata" || name[0] == '.' {
		return fs.SkipDir
	}
	if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil {
		return fs.SkipDir
	}
	return nil
}

// parse adds a file to its room.
func (h *house) parse(path string) error {
	syntax, err := parser.ParseFile(h.fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	here, err := build.Default.MatchFile(filepath.Split(path))
	if err != nil {
		return fmt.Errorf("build constraints of %s: %w", path, err)
	}
	dir := filepath.ToSlash(filepath.Dir(path))
	if h.rooms[dir] == nil {
		h.rooms[dir] = &room{dir: dir}
	}
	r := h.rooms[dir]
	r.files = append(r.files, &sourceFile{name: filepath.Base(path), syntax: syntax, here: here})
	return nil
}

// dirs are the folders of all rooms, sorted.
func (h *house) dirs() []string {
	var out []string
	for dir := range h.rooms {
		out = append(out, dir)
	}
	slices.Sort(out)
	return out
}

// Import makes a house an importer of its own rooms, which types them on the
// way. For other packages it returns an error, which go/types lives with.
func (h *house) Import(path string) (*types.Package, error) {
	own, isOwn := strings.CutPrefix(path, ownModule)
	own = strings.TrimPrefix(own, "/")
	if own == "" {
		own = "."
	}
	if h.rooms[own] == nil || !isOwn {
		return nil, fmt.Errorf("%s is no package of this module", path)
	}
	return h.check(own), nil
}

// check types a room, unless that was done before.
func (h *house) check(dir string) *types.Package {
	r := h.rooms[dir]
	if r.checked != nil {
		return r.checked
	}
	var files []*ast.File
	for _, f := range r.files {
		if f.here {
			files = append(files, f.syntax)
		}
	}
	r.info = &types.Info{
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Types: map[ast.Expr]types.TypeAndValue{},
	}
	lenient := types.Config{Importer: h, FakeImportC: true, Error: func(error) {}}
	r.checked, _ = lenient.Check(ownModule+"/"+dir, h.fset, files, r.info) // packages of others are missing
	return r.checked
}
