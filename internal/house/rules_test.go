package house_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A measure counts something in each package. Its bound holds for everything
// that [exceptions] does not name.
type measure struct {
	name  string
	bound int
	// of returns the counts of a package by name, such as "mio.MIO".
	of func(h *house, r *room) map[string]int
}

// measures are the rules that are numbers.
var measures = []measure{
	{"methods of a type", 25, methodsByType},
	{functionsOfType, 30, functionsByType},
	{"fields of a struct", 14, fieldsByStruct},
	{"files of a package", 25, filesByPackage},
	{"lines of a file", 400, linesByFile},
	{"lines of a function", 50, linesByFunction},
	// Files that need each other have to be read together. This counts the
	// arrows against any order of the files: without such a group the files of a
	// package can be put into an order in which each needs earlier ones only.
	{knots, 8, knotByPackage},
}

// An exception lets one count be larger than the bound of its measure.
type exception struct {
	measure, name string
	bound         int
	reason        string
}

// TestMeasures holds each count against its bound, and each exception against
// the count that it is for: one that is not needed any more has to go.
func TestMeasures(t *testing.T) {
	h := loaded(t)
	for _, m := range measures {
		t.Run(m.name, func(t *testing.T) {
			counts := map[string]int{}
			for _, dir := range h.dirs() {
				for name, n := range m.of(h, h.rooms[dir]) {
					counts[name] = n
				}
			}
			assert.NotEmpty(t, counts, "the measure finds nothing")
			for _, problem := range judge(m, counts, exceptions) {
				t.Error(problem)
			}
		})
	}
	for _, e := range exceptions {
		known := slices.ContainsFunc(measures, func(m measure) bool { return m.name == e.measure })
		assert.True(t, known, "there is no measure %q", e.measure)
		assert.NotEmpty(t, e.reason, e.name)
	}
}

// judge says what is wrong with some counts and with the exceptions for them.
func judge(m measure, counts map[string]int, exceptions []exception) []string {
	var out []string
	bounds := map[string]int{}
	for _, e := range exceptions {
		if e.measure != m.name {
			continue
		}
		n, there := counts[e.name]
		switch {
		case !there:
			out = append(out, fmt.Sprintf("%s: %s is not there, remove the exception", m.name, e.name))
		case n <= m.bound:
			out = append(out, fmt.Sprintf("%s: %s has %d, which the rule allows (%d), remove the exception",
				m.name, e.name, n, m.bound))
		}
		bounds[e.name] = e.bound
	}
	for name, n := range counts {
		if bound := max(m.bound, bounds[name]); n > bound {
			out = append(out, fmt.Sprintf("%s: %s has %d, at most %d are allowed", m.name, name, n, bound))
		}
	}
	slices.Sort(out)
	return out
}

func TestJudge(t *testing.T) {
	m := measure{name: "legs", bound: 4}
	for name, tt := range map[string]struct {
		legs int
		e    exception
		want string
	}{
		"within": {4, exception{measure: "arms", name: "dog"}, ""},
		"beyond": {5, exception{measure: "arms", name: "dog", bound: 9},
			"legs: dog has 5, at most 4 are allowed"},
		"excepted": {6, exception{measure: "legs", name: "dog", bound: 6}, ""},
		"beyond the exception": {7, exception{measure: "legs", name: "dog", bound: 6},
			"legs: dog has 7, at most 6 are allowed"},
		"exception not needed": {4, exception{measure: "legs", name: "dog", bound: 6},
			"legs: dog has 4, which the rule allows (4), remove the exception"},
		"exception for nothing": {4, exception{measure: "legs", name: "bee", bound: 6},
			"legs: bee is not there, remove the exception"},
		"exception of a measure": {5, exception{measure: "legs", name: "dog", bound: 5}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, strings.Join(judge(m, map[string]int{"dog": tt.legs}, []exception{tt.e}), "\n"))
		})
	}
}

// eachDecl calls do with each declaration of the files of a room.
func eachDecl(r *room, do func(f *sourceFile, d ast.Decl)) {
	for _, f := range r.files {
		for _, d := range f.syntax.Decls {
			do(f, d)
		}
	}
}

// methodsByType counts a method that different systems have different sources
// of once.
func methodsByType(_ *house, r *room) map[string]int {
	seen, out := map[string]bool{}, map[string]int{}
	eachDecl(r, func(_ *sourceFile, d ast.Decl) {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv == nil {
			return
		}
		name := r.dir + "." + receiverName(f.Recv.List[0].Type)
		if method := name + "." + f.Name.Name; !seen[method] {
			seen[method] = true
			out[name]++
		}
	})
	return out
}

// receiverName is the name of the type that a receiver has.
func receiverName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiverName(e.X)
	case *ast.IndexExpr:
		return receiverName(e.X)
	case *ast.IndexListExpr:
		return receiverName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "?"
}

func fieldsByStruct(_ *house, r *room) map[string]int {
	out := map[string]int{}
	for _, f := range r.files {
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				if s, ok := spec.Type.(*ast.StructType); ok {
					name := r.dir + "." + spec.Name.Name
					out[name] = max(out[name], s.Fields.NumFields())
				}
			}
			return true
		})
	}
	return out
}

func filesByPackage(_ *house, r *room) map[string]int { return map[string]int{r.dir: len(r.files)} }

func linesByFile(h *house, r *room) map[string]int {
	out := map[string]int{}
	for _, f := range r.files {
		out[r.dir+"/"+f.name] = h.fset.File(f.syntax.Pos()).LineCount()
	}
	return out
}

// linesByFunction counts a function from its name to its last brace.
func linesByFunction(h *house, r *room) map[string]int {
	out := map[string]int{}
	eachDecl(r, func(_ *sourceFile, d ast.Decl) {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			return
		}
		name := f.Name.Name
		if f.Recv != nil {
			name = receiverName(f.Recv.List[0].Type) + "." + name
		}
		lines := h.fset.Position(f.End()).Line - h.fset.Position(f.Pos()).Line + 1
		out[r.dir+"."+name] = max(out[r.dir+"."+name], lines)
	})
	return out
}

// knotByPackage is the size of the largest group of files that all need each
// other, directly or by way of others: the largest strongly connected component.
func knotByPackage(h *house, r *room) map[string]int {
	return map[string]int{r.dir: len(knot(h.needs(r)))}
}

// needs says which files of a room each of its files uses names of.
func (h *house) needs(r *room) map[string][]string {
	out := map[string][]string{}
	for id, o := range r.info.Uses {
		if o.Pkg() != r.checked || !o.Pos().IsValid() {
			continue
		}
		from, to := h.fileOf(id.Pos()), h.fileOf(o.Pos())
		if from != to && !slices.Contains(out[from], to) {
			out[from] = append(out[from], to)
		}
	}
	return out
}

func (h *house) fileOf(pos token.Pos) string { return filepath.Base(h.fset.Position(pos).Filename) }

// knot is the largest strongly connected component of a graph, sorted.
func knot(arrows map[string][]string) []string {
	reached := map[string]map[string]bool{}
	for from := range arrows {
		reached[from] = map[string]bool{}
		reach(arrows, from, reached[from])
	}
	var largest []string
	for from, all := range reached {
		group := []string{}
		for to := range all {
			if reached[to][from] {
				group = append(group, to)
			}
		}
		slices.Sort(group)
		if len(group) > len(largest) {
			largest = group
		}
	}
	return largest
}

func reach(arrows map[string][]string, from string, seen map[string]bool) {
	for _, to := range arrows[from] {
		if !seen[to] {
			seen[to] = true
			reach(arrows, to, seen)
		}
	}
}

func TestKnot(t *testing.T) {
	for name, tt := range map[string]struct {
		arrows map[string][]string
		want   []string
	}{
		"an order": {map[string][]string{"a": {"b", "c"}, "b": {"c"}}, nil},
		"two":      {map[string][]string{"a": {"b"}, "b": {"a"}, "c": {"a"}}, []string{"a", "b"}},
		"a round of three": {map[string][]string{"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"e"}, "e": {"d"}},
			[]string{"a", "b", "c"}},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, knot(tt.arrows)) })
	}
}

// TestNoInit holds that nothing happens before somebody asks for it.
func TestNoInit(t *testing.T) {
	h := loaded(t)
	for _, dir := range h.dirs() {
		eachDecl(h.rooms[dir], func(f *sourceFile, d ast.Decl) {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				t.Errorf("%s/%s has an init function", dir, f.name)
			}
		})
	}
}

// TestGoVersion holds that the README names the Go version that go.mod needs.
func TestGoVersion(t *testing.T) {
	mod, err := os.ReadFile("go.mod")
	require.NoError(t, err)
	found := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindSubmatch(mod)
	require.NotNil(t, found)
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	assert.Contains(t, string(readme), "Go "+string(found[1])+" or later")
}
