package main

import (
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The test binary limits the memory of others, as the program does.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == limited {
		panic(become(os.Args[2:]))
	}
	os.Exit(m.Run())
}

// of returns the mutants of a text, as their operators and the changed texts.
func of(t *testing.T, text string) []string {
	t.Helper()
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, "p.go", text, parser.SkipObjectResolution)
	require.NoError(t, err)
	var out []string
	for _, m := range mutants(&unit{path: "p"},
		&source{path: "p.go", content: []byte(text), fset: fset, syntax: syntax}) {
		_, err := parser.ParseFile(token.NewFileSet(), "p.go", m.content(), 0)
		assert.NoError(t, err, "%s\n%s", m, m.diff())
		after, _ := strings.CutPrefix(string(m.content()), "package p; ")
		out = append(out, m.operator+": "+after)
	}
	return out
}

func TestMutants(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{`import "min"; var x = 1`, nil},
		{`var x = a < b`, []string{`flip a comparison: var x = a <= b`}},
		{`var x = a >= b`, []string{`flip a comparison: var x = a > b`}},
		{`var x = a == b`, []string{`flip a comparison: var x = a != b`}},
		{`var x = a && b`, []string{`swap and with or: var x = a || b`}},
		{`var x = a - 1`, []string{`swap plus with minus: var x = a + 1`}},
		{`var x = a + "b"`, nil},
		{`var x = min(a, 3)`, []string{`drop a clamp: var x = (a)`}},
		{`var x = max(3, a)`, []string{`drop a clamp: var x = (a)`}},
		{`var x = max(a, b, c)`, nil},
		{`var x = r.IntN(4)`, []string{`change a rate: var x = r.IntN(40)`}},
		{`var x = r.IntN(n)`, nil},
		{`const x = 0.1`, []string{`change a rate: const x = 0.9`}},
		{`const x = 0.5`, []string{`change a rate: const x = 0.05`}},
		{`const x = 1.5`, nil},
		{`func f() { if a { g() } }`, []string{
			`return at once: func f() { return; if a { g() } }`,
			`negate a condition: func f() { if !(a) { g() } }`,
			`skip a statement: func f() { if a {  } }`,
		}},
		{`func f() (int, error) { x = 1; x++; y := 2; _ = y; return 0, nil }`, []string{
			`skip a statement: func f() (int, error) { ; x++; y := 2; _ = y; return 0, nil }`,
			`skip a statement: func f() (int, error) { x = 1; ; y := 2; _ = y; return 0, nil }`,
		}},
		{`func f() bool { return g() }`, []string{`return at once: func f() bool { return false; return g() }`}},
		{`func f() bool { return false }`, nil},
		{`func f() (x T) { return g() }`, nil},
		{`func f() {}`, nil},
	} {
		assert.ElementsMatch(t, tt.want, of(t, "package p; "+tt.text), tt.text)
	}
}

// The same seed draws the same mutants, another one others, and packages and
// operators take turns.
func TestDraw(t *testing.T) {
	var units []*unit
	for range 2 {
		u := &unit{}
		for i := range 20 {
			u.mutants = append(u.mutants, &mutant{unit: u, operator: []string{"a", "a", "a", "b"}[i%4], from: i})
		}
		units = append(units, u)
	}
	drawn := func(seed uint64, n int) []*mutant {
		return slices.Collect(draw(rand.New(rand.NewPCG(seed, 0)), units, n))
	}
	assert.Equal(t, drawn(1, 10), drawn(1, 10))
	assert.NotEqual(t, drawn(1, 10), drawn(2, 10))
	all := drawn(1, -1)
	assert.Len(t, all, 40)
	seen := map[*mutant]bool{}
	for i, m := range all {
		assert.Same(t, units[i%2], m.unit)
		seen[m] = true
	}
	assert.Len(t, seen, len(all), "each is drawn once")
	assert.NotEqual(t, all[0].operator, all[2].operator)
}

const subject = `package p

func Limit(n int) int {
	if n > 10 {
		n = 10
	}
	return n
}

func Forever(n int) {
	for n > 0 {
		n--
	}
}
`

const subjectTest = `package p

import "testing"

func TestLimit(t *testing.T) {
	if Limit(11) != 10 {
		t.Fatal("too much")
	}
	Forever(3)
}
`

// A module with a test that notices some mutants and not others.
func TestCommand(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"go.mod": "module p\n\ngo 1.26\n", "p.go": subject,
		"p_test.go": subjectTest} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	run := func(args ...string) (string, error) {
		var out strings.Builder
		err := command(t.Context(), &out, append([]string{"-packages", dir + "/...", "-timeout", "2s"}, args...))
		return out.String(), err
	}
	text, err := run("-n", "100")
	require.NoError(t, err)
	assert.Contains(t, text, "p/p.go:4 flip a comparison: survived", "10 stays 10")
	assert.Contains(t, text, "\n    - \tif n > 10 {\n    + \tif n >= 10 {\n")
	assert.Contains(t, text, "p/p.go:4 negate a condition: killed (")
	assert.Contains(t, text, "p/p.go:5 skip a statement: killed (")
	assert.Contains(t, text, "p/p.go:12 skip a statement: killed by its time")
	assert.Contains(t, text, "p/p.go:11 flip a comparison: survived")
	assert.Contains(t, text, "all: 4 of 7 killed")
	_, err = run("-n", "100", "-least", "0.6")
	assert.ErrorContains(t, err, "57 % of the mutants were killed, at least 60 %")
	again, err := run("-n", "3", "-list")
	require.NoError(t, err)
	same, err := run("-n", "3", "-list")
	require.NoError(t, err)
	assert.Equal(t, again, same)

	require.NoError(t, os.WriteFile(filepath.Join(dir, "q_test.go"),
		[]byte("package p\n\nimport \"testing\"\n\nfunc TestQ(t *testing.T) { t.Fatal() }\n"), 0o600))
	_, err = run()
	assert.ErrorContains(t, err, "the tests of p fail without a mutant")
	require.NoError(t, os.Remove(filepath.Join(dir, "q_test.go")))
	require.NoError(t, os.Remove(filepath.Join(dir, "p_test.go")))
	_, err = run()
	assert.ErrorContains(t, err, "p has no tests")
}
