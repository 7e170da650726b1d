package instrument

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
)

// small is the listing of a small program.
func small(dir string) *listing {
	l := &listing{byID: map[string]*listed{}}
	own := &listedModule{Path: "example.com/a", Dir: dir, Main: true}
	other := &listedModule{Path: "example.org/dep", Dir: "/cache/dep"}
	for _, p := range []*listed{
		{ImportPath: "runtime", Standard: true},
		{ImportPath: "net/http", Standard: true, Imports: []string{"runtime"}},
		{ImportPath: "example.org/probe", Module: other},
		{ImportPath: "example.org/dep", Module: other, Imports: []string{"net/http"}},
		{ImportPath: "example.com/a/gen", Module: own, Dir: filepath.Join(dir, "gen")},
		{ImportPath: "example.com/a/api", Module: own, Dir: filepath.Join(dir, "api"),
			Imports: []string{"example.com/a/gen", "example.org/dep"}},
		{ImportPath: "example.com/a/tool", Module: own, Dir: filepath.Join(dir, "tool"),
			Imports: []string{"example.org/probe"}},
		{ImportPath: "example.com/a", Module: own, Dir: dir,
			Imports: []string{"example.com/a/api", "example.com/a/tool"}},
		{ImportPath: "example.com/a/sub [example.com/a.test]", ForTest: "example.com/a", Module: own,
			Dir: filepath.Join(dir, "sub"), Imports: []string{"example.com/a [example.com/a.test]"}},
		{ImportPath: "example.com/a [example.com/a.test]", ForTest: "example.com/a", Module: own, Dir: dir},
		{ImportPath: "example.com/a_test [example.com/a.test]", ForTest: "example.com/a", Module: own, Dir: dir,
			Imports: []string{"example.com/a/sub [example.com/a.test]"}},
		{ImportPath: "example.com/a.test", Name: "main", Module: own, Dir: dir,
			Imports: []string{"example.com/a_test [example.com/a.test]"}},
	} {
		p.GoFiles = []string{"x.go"}
		if p.Dir == "" {
			p.Dir = "/cache/" + p.ImportPath
		}
		l.add(p)
	}
	return l
}

func TestCovered(t *testing.T) {
	dir := t.TempDir()
	tests := map[string]struct {
		cover []string
		roots []string
		test  bool
		want  []string
		notes int
	}{
		"default": {nil, []string{"example.com/a"}, false,
			[]string{"example.com/a/gen", "example.com/a/api", "example.com/a/tool", "example.com/a"}, 0},
		"default of a test": {nil, []string{"example.com/a"}, true, []string{"example.com/a/gen", "example.com/a/api",
			"example.com/a/tool", "example.com/a", "example.com/a/sub"}, 0},
		"another root": {nil, []string{"example.com/a/api"}, false,
			[]string{"example.com/a/gen", "example.com/a/api"}, 0},
		"without": {[]string{"-example.com/a/gen", "-./tool"}, []string{"example.com/a"}, false,
			[]string{"example.com/a/api", "example.com/a"}, 0},
		"folder": {[]string{"./api"}, nil, false, []string{"example.com/a/api"}, 0},
		"all folders": {[]string{"./..."}, nil, false, []string{"example.com/a/gen", "example.com/a/api",
			"example.com/a/tool", "example.com/a", "example.com/a/sub"}, 0},
		"dependency": {[]string{"example.org/dep", "example.com/a/api"}, nil, false,
			[]string{"example.org/dep", "example.com/a/api"}, 0},
		"path and below": {[]string{"example.com/a/...", "-example.com/a/.../x", "-example.com/a/s..."}, nil,
			false, []string{"example.com/a/gen", "example.com/a/api", "example.com/a/tool", "example.com/a"}, 0},
		"everything but std":  {[]string{"...", "-example.com/..."}, nil, false, []string{"example.org/dep"}, 1},
		"all":                 {[]string{"all", "-example.com/..."}, nil, false, []string{"example.org/dep"}, 1},
		"std is named":        {[]string{"net/..."}, nil, false, nil, 1},
		"nothing":             {[]string{"example.com/b"}, nil, false, nil, 1},
		"no part of a folder": {[]string{"example.com/a/ap"}, nil, false, nil, 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			covered, notes := selectFrom(small(dir), dir, tt.roots, tt.test).covered(tt.cover)
			var got []string
			for _, p := range covered {
				got = append(got, p.path())
			}
			assert.Equal(t, tt.want, got)
			assert.Len(t, notes, tt.notes, "%v", notes)
		})
	}
}

func selectFrom(l *listing, dir string, roots []string, test bool) *selection {
	s := &selection{list: l, dir: dir, runtime: "example.org/probe", goroot: true}
	for _, root := range roots {
		s.roots = append(s.roots, l.matches(root)...)
	}
	if test {
		s.roots = l.withTests(s.roots)
	}
	return s
}

func TestExclude(t *testing.T) {
	l := small(t.TempDir())
	s := &selection{list: l, roots: l.matches("example.com/a"), runtime: "example.org/probe",
		excluded: l.matches("example.com/a/api")}
	covered, _ := s.covered([]string{"example.com/a/...", "example.org/dep"})
	var got []string
	for _, p := range covered {
		got = append(got, p.path())
	}
	assert.Equal(t, []string{"example.com/a/tool", "example.com/a", "example.com/a/sub"}, got,
		"neither it nor what it imports")
}

func TestStandardLibraryOnRequest(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	l := small(t.TempDir())
	s := &selection{list: l, runtime: "example.org/probe", stdlib: true, goroot: true}
	covered, notes := s.covered([]string{"std"})
	assert.Equal(t, l.matches("net/http"), covered)
	assert.Equal(t, []Note{{"runtime", "the probes need this package themselves"}}, notes)

	s.goroot = false
	covered, notes = s.covered([]string{"net/http"})
	assert.Empty(t, covered)
	assert.Len(t, notes, 1)
}
