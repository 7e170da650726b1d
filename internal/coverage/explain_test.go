package coverage

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/report"
)

// The bodies of functions begin in line 3 of the file.
const before = "package p\nfunc F(a, b, c int, xs []int) int {\n"

// blocksAt makes a block of each of the given lines.
func blocksAt(t *testing.T, src string, lines ...int) []Block {
	t.Helper()
	var out []Block
	for i, n := range lines {
		out = append(out, Block{
			Package: "x/p", File: "p.go", Start: Position{n, 1}, End: Position{n + 1, 1}, Statements: 1, index: 2 * i,
		})
	}
	locate(out, "p.go", src)
	return out
}

// probes makes the knowledge of a search: for each line of the source a text such as "0.5" for its first statement, and
// then "a > 3=t0.9" for a side of the condition with that text.
func probes(t *testing.T, src string, known map[int]string) []report.Near {
	t.Helper()
	var out []report.Near
	lines := strings.Split(src, "\n")
	for n, text := range known {
		for i, part := range strings.Split(text, ";") {
			line := lines[n-1]
			near := report.Near{Package: "x/p", File: "p.go", Line: n}
			if i == 0 {
				if part == "" {
					continue
				}
				near.Column = len(line) - len(strings.TrimLeft(line, "\t} ")) + 1
			} else {
				eq := strings.LastIndexByte(part, '=')
				near.What, near.Side, near.Kind = part[:eq], part[eq+1] == 't', report.NearBranch
				near.Column = strings.Index(line, near.What) + 1
				require.Positive(t, near.Column, part)
				part = part[eq+2:]
			}
			_, err := fmt.Sscan(part, &near.Best)
			require.NoError(t, err)
			out = append(out, near)
		}
	}
	return out
}

func TestExplain(t *testing.T) {
	type known = map[int]string
	for name, tt := range map[string]struct {
		body string
		line int
		near known
		want string
		best float64
	}{
		"condition": {"\tif a > 3 {\n\t\tb++\n\t}", 4, known{3: "1;a > 3=t0.9;a > 3=f1", 4: "0"},
			"a > 3 never true", 0.9},
		"else": {"\tif a > 3 {\n\t\tb++\n\t} else {\n\t\tb--\n\t}", 6,
			known{3: "1;a > 3=t1;a > 3=f0.3", 4: "1", 6: "0"}, "a > 3 never false", 0.3},
		"not": {"\tif !(a > 3) {\n\t\tb++\n\t}", 4, known{3: "1;a > 3=t1;a > 3=f0.4", 4: "0"},
			"a > 3 never false", 0.4},
		"and, left": {"\tif a > 3 && b > 3 {\n\t\tc++\n\t}", 4, known{3: "1;a > 3=t0.9;b > 3=t0", 4: "0"},
			"a > 3 never true", 0.9},
		"and, right": {"\tif a > 3 && b > 3 {\n\t\tc++\n\t}", 4, known{3: "1;a > 3=t1;b > 3=t0.7", 4: "0"},
			"b > 3 never true", 0.7},
		"or, the closest": {"\tif a > 3 || b > 3 {\n\t\tc++\n\t}", 4, known{3: "1;a > 3=t0.2;b > 3=t0.7", 4: "0"},
			"b > 3 never true, a > 3 never true", 0.7},
		"or, three": {"\tif a > 3 || b > 3 || c > 3 {\n\t\tc++\n\t}",
			4, known{3: "1;a > 3=t0.2;b > 3=t0.7;c > 3=t0.1", 4: "0"},
			"b > 3 never true, a > 3 never true and 1 more", 0.7},
		"(or) and": {"\tif (a > 3 || b > 3) && c > 3 {\n\t\tc++\n\t}", 4,
			known{3: "1;a > 3=t0.9;b > 3=t1;c > 3=t0.6", 4: "0"}, "c > 3 never true", 0.6},
		"else of and": {"\tif a > 3 && b > 3 {\n\t\tc++\n\t} else {\n\t\tc--\n\t}", 6,
			known{3: "1;a > 3=t1;a > 3=f0.5;b > 3=t1;b > 3=f0.6", 6: "0"}, "b > 3 never false, a > 3 never false", 0.6},
		"else of or": {"\tif a > 3 || b > 3 {\n\t\tc++\n\t} else {\n\t\tc--\n\t}", 6,
			known{3: "1;a > 3=f1;b > 3=f0.6", 6: "0"}, "b > 3 never false", 0.6},
		"else if": {"\tif a > 3 {\n\t\tc++\n\t} else if b > 3 {\n\t\tc--\n\t}", 6,
			known{3: "1;a > 3=f1", 5: ";b > 3=t0.6", 6: "0"}, "b > 3 never true", 0.6},
		"else if, first": {"\tif a > 3 {\n\t\tc++\n\t} else if b > 3 {\n\t\tc--\n\t}", 6,
			known{3: "1;a > 3=f0.8", 5: ";b > 3=t0", 6: "0"}, "a > 3 never false", 0.8},
		"else if itself": {"\tif a > 3 {\n\t\tc++\n\t} else if b > 3 {\n\t\tc--\n\t}", 5,
			known{3: "1;a > 3=f0.8", 5: ";b > 3=t0"}, "a > 3 never false", 0.8},
		"nested": {"\tif a > 3 {\n\t\tif b > 3 {\n\t\t\tc++\n\t\t}\n\t}", 5,
			known{3: "1;a > 3=t0.8", 4: "0;b > 3=t0", 5: "0"}, "a > 3 never true", 0.8},
		"after nested": {"\tif a > 3 {\n\t\tif b > 3 {\n\t\t}\n\t\tc++\n\t}", 6,
			known{3: "1;a > 3=t0.8", 4: "0;b > 3=t0", 6: "0"}, "a > 3 never true", 0.8},
		"early return": {"\tif a > 3 {\n\t\treturn 1\n\t}\n\tb++", 6,
			known{3: "0.5;a > 3=t1;a > 3=f0.6", 4: "1", 6: "0"}, "a > 3 never false", 0.6},
		"early, in the if": {"\tif a > 3 {\n\t\tif b > 3 {}\n\t\treturn 1\n\t}\n\tb++", 7,
			known{3: "0.5;a > 3=t1;a > 3=f0.6", 4: "1;b > 3=t0.9", 5: "1", 7: "0"}, "a > 3 never false", 0.6},
		"early else if": {"\tif a > 3 {\n\t\treturn 1\n\t} else if b > 3 {\n\t\treturn 2\n\t}\n\tb++", 8,
			known{3: "0.5;a > 3=f1;a > 3=t1", 5: ";b > 3=f0.6", 8: "0"}, "b > 3 never false", 0.6},
		"panics": {"\tmust(a)\n\tb++", 4, known{3: "0.5", 4: "0"},
			"line 3 never completed: it returns, panics or waits", 0},
		"two before": {"\tmust(a)\n\tc++\n\tb++", 5, known{3: "0.5", 4: "0", 5: "0"},
			"line 3 never completed: it returns, panics or waits", 0},
		"before, no probe": {"\tmust(a)\n\tvar x int\n\tb++", 5, known{3: "0.5", 5: "0"},
			"line 3 never completed: it returns, panics or waits", 0},
		"quiet, after": {"\tmust(a)\n\tb++\n\tc++", 5, known{3: "0.5"},
			"line 3 never completed: it returns, panics or waits", 0},
		"quiet, before":     {"\tb++\n\tc++\n\tmust(a)", 3, known{5: "0"}, "F never called", 0},
		"quiet, ran":        {"\tb++\n\tc++\n\tmust(a)", 3, known{5: "0.5"}, onlyInSearch, 1},
		"quiet, after, ran": {"\tmust(a)\n\tb++", 4, known{3: "1"}, onlyInSearch, 1},
		"quiet in an if": {"\tif a > 3 {\n\t\tb++\n\t\tmust(a)\n\t}", 4, known{3: "1;a > 3=t0.9", 5: "0"},
			"a > 3 never true", 0.9},
		"quiet behind an if": {"\tif a > 3 {\n\t\treturn 1\n\t}\n\tb++\n\tmust(a)", 6,
			known{3: "0.5;a > 3=f0.9;a > 3=t1", 4: "1", 7: "0"}, "a > 3 never false", 0.9},
		"quiet if": {"\tif a > 3 {\n\t\tb++\n\t}\n\tb++", 6,
			known{3: "1;a > 3=t1;a > 3=f1"}, onlyInSearch, 1},
		"quiet label": {"\tmust(a)\nx:\n\tb++\n\tmust(a)\n\tgoto x", 5, known{3: "1", 6: "0"},
			"never reached after line 3", 0},
		"quiet if around": {"\tb++\n\tif a > 3 {\n\t\tb++\n\t}", 5, known{3: "1", 4: ";a > 3=t0.9", 5: "0"},
			"a > 3 never true", 0.9},
		"not before": {"\tif !(a > 3) || b > 3 {\n\t\treturn 1\n\t}\n\tc++", 6,
			known{3: "0.5;a > 3=t1;a > 3=f0.1;b > 3=t1;b > 3=f0.6", 6: "0"}, "b > 3 never false", 0.6},
		"else leaves": {"\tif a > 3 {\n\t\tc++\n\t} else {\n\t\treturn 1\n\t}\n\tc++", 8,
			known{3: "0.5;a > 3=t0.7;a > 3=f1", 8: "0"}, "a > 3 never true", 0.7},
		"a map":     {"\tif m[a] {\n\t\tb++\n\t}", 4, known{3: "1;m[a]=t0.1", 4: "0"}, "m[a] never true", 0.1},
		"dead code": {"\treturn 1\n\tb++", 4, known{3: "1", 4: "0"}, "never reached after line 3", 0},
		"endless loop": {"\tfor a > 3 {\n\t\tb++\n\t}\n\tc++", 6, known{3: "0.5;a > 3=f0.9", 4: "1", 6: "0"},
			"a > 3 never false", 0.9},
		"loop": {"\tfor a > 3 {\n\t\tb++\n\t}", 4, known{3: "1;a > 3=t0.9", 4: "0"},
			"a > 3 never true", 0.9},
		"switch": {"\tswitch {\n\tcase a > 3:\n\t\tb++\n\t}", 5, known{3: "1", 4: ";a > 3=t0.9", 5: "0"},
			"a > 3 never true", 0.9},
		"switch before": {"\tswitch {\n\tcase a > 3:\n\t\treturn 1\n\t}\n\tb++", 7,
			known{3: "0.5", 4: ";a > 3=f0.9", 5: "1", 7: "0"}, "a > 3 never false", 0.9},
		"label, site": {"\tif a > 3 {\n\tagain: for a > 4 {\n\t\t\tbreak again\n\t\t}\n\t}", 5,
			known{3: "1;a > 3=t1", 4: "0.5;a > 4=t0.7", 5: "0"}, "a > 4 never true", 0.7},
		"label": {"\tif a > 3 {\n\tagain:\n\t\tfor a > 4 {\n\t\t\tbreak again\n\t\t}\n\t}", 5,
			known{3: "1;a > 3=t0.9", 5: "0"}, "a > 3 never true", 0.9},
		"select": {"\tselect {\n\tcase <-x:\n\t\tb++\n\tdefault:\n\t}", 5, known{3: "1", 5: "0"},
			"this branch of line 3 never taken", 0},
		"type switch": {"\tswitch x.(type) {\n\tcase int:\n\t\tb++\n\t}", 5, known{3: "1", 5: "0"},
			"this branch of line 3 never taken", 0},
		"block": {"\tmust(a)\n\t{\n\t\tb++\n\t}", 5, known{3: "0.5", 5: "0"},
			"line 3 never completed: it returns, panics or waits", 0},
		"never called": {"\ta++\n\tb++", 3, known{3: "0", 4: "0"}, "F never called", 0},
		"below never called": {"\tfor range xs {\n\t\tif a > 3 {\n\t\t\tb++\n\t\t}\n\t}", 3,
			known{3: "0", 4: "0;a > 3=t0", 5: "0"}, "F never called", 0},
		"literal": {"\tf := func() {\n\t\tb++\n\t}", 4, known{3: "1", 4: "0"},
			"function literal in F never called", 0},
		"literal not made": {"\tmust(a)\n\tf := func() {\n\t\tb++\n\t}", 5, known{3: "0.5", 4: "0", 5: "0"},
			"line 3 never completed: it returns, panics or waits", 0},
		"only in the search": {"\tif a > 3 {\n\t\tb++\n\t}", 4, known{3: "1;a > 3=t1", 4: "0.5"}, onlyInSearch, 1},
		"condition panics": {"\tif a > 3 {\n\t\tb++\n\t}", 4, known{3: "0.5;a > 3=t1;a > 3=f1", 4: "0"},
			"this branch of line 3 never taken", 0},
		"constant condition": {"\tif debug {\n\t\tb++\n\t}", 4, known{3: "1", 4: "0"},
			"this branch of line 3 never taken", 0},
		"no probes":         {"\tif a > 3 {\n\t\tb++\n\t}", 4, nil, "", 0},
		"no probes, called": {"\tif a > 3 {\n\t\tb++\n\t}\n}\nfunc G() {\n\ta++", 4, known{8: "1"}, "", 0},
		"entry, no probes":  {"\ta++", 3, nil, "F never called", 0},
		"line directive":    {"//line x.y:10\n\ta++", 4, known{4: "0"}, "", 0},
		"no statement":      {"\n\tif a > 3 {\n\t}", 3, known{4: "0"}, "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			src := before + tt.body + "\n}\n"
			got := Explain(blocksAt(t, src, tt.line), probes(t, src, tt.near))
			require.Len(t, got, 1)
			assert.Equal(t, report.Block{
				Package: "x/p", File: "p.go", StartLine: tt.line, EndLine: tt.line, Statements: 1,
				Missing: tt.want, Best: tt.best,
			}, got[0])
		})
	}
}

func TestFunctionNames(t *testing.T) {
	const src = `package p
func (T) A() {
	x++
}
func (t *T[K, V]) B() {
	x++
}
func (t *((T[K]))) C() {
	x++
}
var f = func() {
	x++
}
func D() {
	_ = func() {
		_ = func() {
			x++
		}
	}
}
`
	for line, want := range map[int]string{3: "T.A", 6: "T.B", 9: "T.C", 12: "function literal",
		17: "function literal in D"} {
		got := Explain(blocksAt(t, src, line), nil)
		assert.Equal(t, want+" never called", got[0].Missing)
	}
}

// Without the source, the guard of the statement gives the reason.
func TestExplainByGuard(t *testing.T) {
	const src = before +
		"\tswitch a {\n\tcase 7:\n\t\tb++\n\tdefault:\n\t\tc++\n\t}\n\tfor range xs {\n\t\tb--\n\t}\n}\n"
	near := []report.Near{
		{Line: 5, Column: 3, Guard: []int{2, 99, -1}},
		{Line: 7, Column: 3, Guard: []int{3}},
		{Line: 4, Column: 7, What: "a == 7", Kind: report.NearCase, Side: true, Best: 0.25},
		{Line: 3, Column: 2, What: "switch a: none of the cases", Kind: report.NearCase, Side: true, Best: 0.75},
		{Line: 10, Column: 3, Guard: []int{5}},
		{Line: 9, Column: 2, What: "for range xs", Kind: report.NearLoop, Side: true, Best: 0.1},
		{Line: 3, Column: 2, Best: 1},
	}
	for i := range near {
		near[i].Package, near[i].File = "x/p", "p.go"
	}
	want := []string{"case never taken: a == 7", "case never taken: switch a: none of the cases",
		"for range xs never entered"}
	known := blocksAt(t, src, 5, 7, 10)
	unknown := blocksAt(t, "not Go", 5, 7, 10)
	for name, blocks := range map[string][]Block{"source": known, "no source": unknown} {
		for i, b := range Explain(blocks, near) {
			assert.Equal(t, want[i], b.Missing, name)
		}
	}
	near[0].Best = 0.5
	assert.Equal(t, onlyInSearch, Explain(unknown, near)[0].Missing)
}

// Reading a map has a probe at the same place as a condition.
func TestExplainMapInCondition(t *testing.T) {
	const src = before + "\tif m[a] {\n\t\tb++\n\t}\n}\n"
	near := probes(t, src, map[int]string{3: "1;m[a]=t0.8", 4: "0"})
	key := report.Near{Package: "x/p", File: "p.go", Line: 3, Column: 5, What: "m[a]",
		Kind: report.NearFound, Side: true, Best: 0.3}
	for _, all := range [][]report.Near{append([]report.Near{key}, near...), append(near, key)} {
		assert.Equal(t, "m[a] never true", Explain(blocksAt(t, src, 4), all)[0].Missing)
	}
}

// Blocks with the same reason become one, unless a block that is covered, or has another reason, is between them.
func TestExplainMerges(t *testing.T) {
	const src = before + "\ta++\n\tb++\n\tc++\n\ta--\n}\nfunc G() {\n\ta++\n}\n"
	blocks := blocksAt(t, src, 3, 4, 6, 9)
	for i, n := range []int{1, 2, 4, 5} {
		blocks[i].index = n
	}
	near := probes(t, src, map[int]string{3: "0", 4: "0", 6: "0", 9: "0"})
	assert.Equal(t, []report.Block{
		{Package: "x/p", File: "p.go", StartLine: 3, EndLine: 4, Statements: 2, Missing: "F never called"},
		{Package: "x/p", File: "p.go", StartLine: 6, EndLine: 6, Statements: 1, Missing: "F never called"},
		{Package: "x/p", File: "p.go", StartLine: 9, EndLine: 9, Statements: 1, Missing: "G never called"},
	}, Explain(blocks, near))
	assert.Empty(t, Explain(nil, near))
}

// FuzzLocate: for any source and position, an explanation ends.
func FuzzLocate(f *testing.F) {
	f.Add(before+"\tif a > 3 && !b {\n\t\treturn\n\t} else if c {\n\t}\nx:\n\tfor {\n\t\tgo func() { select { case "+
		"<-x: b() } }()\n\t}\n}", 3, 9)
	f.Add("package p\nvar x = func() { switch { case a: b(); default: } }", 2, 2)
	f.Fuzz(func(t *testing.T, src string, from, to int) {
		blocks := []Block{{Package: "x/p", File: "p.go", Start: Position{from, 1}, End: Position{to, 100}}}
		locate(blocks, "p.go", src)
		near := []report.Near{{Package: "x/p", File: "p.go", Line: from, Column: 2, Best: 0.5},
			{Package: "x/p", File: "p.go", Line: to, Column: 2}}
		require.Len(t, Explain(blocks, near), 1)
	})
}

func BenchmarkExplain(b *testing.B) {
	var src strings.Builder
	src.WriteString("package p\nfunc F(a int) {\n")
	var blocks []Block
	var near []report.Near
	for i := range 1000 {
		line := 3 + 3*i
		src.WriteString("\tif a > 3 {\n\t\ta++\n\t}\n")
		blocks = append(blocks, Block{Package: "x/p", File: "p.go", Start: Position{line, 11},
			End: Position{line + 2, 3}, Statements: 1, index: i})
		near = append(near,
			report.Near{Package: "x/p", File: "p.go", Line: line, Column: 2, Best: 1},
			report.Near{Package: "x/p", File: "p.go", Line: line, Column: 5, What: "a > 3", Kind: report.NearBranch,
				Side: true, Best: 0.5})
	}
	src.WriteString("}\n")
	locate(blocks, "p.go", src.String())
	for b.Loop() {
		Explain(blocks, near)
	}
}

// The time for a block in a function with many statements without probes does not grow with the square of their number.
func TestExplainLargeFunction(t *testing.T) {
	const n = 1000
	src := "package p\nfunc F(a int) {\n" + strings.Repeat("\ta++\n", n) + "}\n"
	lines := make([]int, n)
	for i := range lines {
		lines[i] = 3 + i
	}
	near := []report.Near{{Package: "x/p", File: "p.go", Line: 1, Column: 1}}
	for _, b := range Explain(blocksAt(t, src, lines...), near) {
		assert.Equal(t, "F never called", b.Missing)
	}
}
