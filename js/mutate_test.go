package js_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/js"
)

// mutantRow is the body of a function of a, b and c, a mutant of it, and the body that the mutant stands for.
type mutantRow struct{ body, change, becomes string }

// mutantRows has each operator.
var mutantRows = []mutantRow{
	{"return a < b", "a < b is negated", "return !(a < b)"},
	{"return a < b", "a < b becomes a <= b", "return a <= b"},
	{"return a <= b", "a <= b is negated", "return !(a <= b)"},
	{"return a <= b", "a <= b becomes a < b", "return a < b"},
	{"return a > b", "a > b is negated", "return !(a > b)"},
	{"return a > b", "a > b becomes a >= b", "return a >= b"},
	{"return a >= b", "a >= b is negated", "return !(a >= b)"},
	{"return a >= b", "a >= b becomes a > b", "return a > b"},
	{"return a == b", "a == b becomes a != b", "return a != b"},
	{"return a != b", "a != b becomes a == b", "return a == b"},
	{"return a === b", "a === b becomes a !== b", "return a !== b"},
	{"return a !== b", "a !== b becomes a === b", "return a === b"},
	{"return a == null", "a == null becomes a === null", "return a === null"},
	{"return a != undefined", "a != undefined becomes a !== undefined", "return a !== undefined"},
	{"return a && b", "a && b becomes b", "return b"},
	{"return a && b", "a && b becomes a", "return a"},
	{"return a || b", "a || b becomes b", "return b"},
	{"return a || b", "a || b becomes a", "return a"},
	{"return a ?? b", "a ?? b becomes b", "return b"},
	{"return a ?? b", "a ?? b becomes a", "return a"},
	{"return (a && b) || c", "a && b || c becomes c", "return c"},
	{"return (a ?? b) && (b || c)", "b || c becomes b", "return (a ?? b) && b"},
	{"return b.x && (b = a) || b", "b.x && (b = a) becomes b.x", "return b.x || b"},
	{"if (a) return 'yes'; return 'no'", "a is negated", "if (!a) return 'yes'; return 'no'"},
	{"return a && !b ? 'yes' : 'no'", "b is negated", "return a && b ? 'yes' : 'no'"},
	{"return a && !b ? 'yes' : 'no'", "a is negated", "return !a && !b ? 'yes' : 'no'"},
	{"return [a, 12]", "12 becomes 13", "return [a, 13]"},
	{"return [a, -1]", "-1 becomes 0", "return [a, 0]"},
	{"return [a, 'x']", `"x" becomes ""`, "return [a, '']"},
	{"return [a, true]", "true becomes false", "return [a, false]"},
	{"return a + b", "a + b becomes a - b", "return a - b"},
	{"return a - b", "a - b becomes a + b", "return a + b"},
	{"return a * b", "a * b becomes a / b", "return a / b"},
	{"return a / b", "a / b becomes a * b", "return a * b"},
	{"return a % b", "a % b becomes a * b", "return a * b"},
	{"const x = [a++, a]; return x", "a++ becomes a--", "const x = [a--, a]; return x"},
	{"const x = [--c.x, c.x]; return x", "--c.x becomes ++c.x", "const x = [++c.x, c.x]; return x"},
	{"return a", "a becomes undefined where it is returned", "return undefined"},
	{
		"return [a].map((x) => x.length)",
		"x.length becomes undefined where it is returned", "return [a].map((x) => (x.length, undefined))",
	},
	{"let x = a; return [x]", "the initial value a of x becomes undefined", "let x; return [x]"},
	{"c.x = a; return [c]", "c.x = a is left out", "return [c]"},
	{"a++; return [a]", "a++ is left out", "return [a]"},
	{"a += b; return [a]", "a += b is left out", "return [a]"},
	{"delete c.x; return [c]", "delete c.x is left out", "return [c]"},
	{"const s = new Set(); s.add(a); return [...s]", "s.add(a) is left out", "const s = new Set(); return [...s]"},
	{"if (a) throw b; return [c]", "throw b is left out", "return [c]"},
	{"if (a) c.x = b; else throw b; return [c]", "throw b is left out", "if (a) c.x = b; return [c]"},
	{
		"let s = ''; for (let i = 0; i < 3; i++) s += a; return [s]",
		"i < 3 becomes i <= 3", "return ['' + a + a + a + a]",
	},
	{"return [[1, 0].every((x) => x)]", "[1, 0].every((x) => x) calls some in place of every", "return [true]"},
	{"return [[3, 1].sort()]", "[3, 1].sort() becomes [3, 1]", "return [[3, 1]]"},
	{"return [' x '.trim()]", `" x ".trim() becomes " x "`, "return [' x ']"},
	{"return [Math.max(3, 1)]", "Math.max(3, 1) calls min in place of max", "return [1]"},
	{"return [a?.x.y, b?.slice(1)]", "1 becomes 2", "return [a?.x.y, b?.slice(2)]"},
	{"switch (a) { case 1: return ['x'] } return [b]", "1 becomes 2", "switch (a) { case 2: return ['x'] } return [b]"},
	{"const f = (x = 1) => [x]; return [f(a)]", "1 becomes 2", "const f = (x = 2) => [x]; return [f(a)]"},
	{"const { x = 1 } = { x: a }; return [x]", "1 becomes 2", "const { x = 2 } = { x: a }; return [x]"},
}

// tried is a program that prints the results of a function for arguments of all kinds.
const tried = `const { inspect } = require("node:util");
const values = () => [undefined, null, 0, 1, 2, -1, "", "a", "B ", true, [3, 1, 2], { x: 1 }];
function tried(f) {
	const out = [];
	for (const i of values().keys()) for (const j of values().keys()) {
		try {
			out.push(inspect(f(values()[i], values()[j], { x: 5 }), { depth: 5 }));
		} catch (e) {
			out.push("throws " + inspect(e instanceof Error ? e.name : e));
		}
	}
	return out.join("\n");
}
function judge(row, mutant, original, mutated, other) {
	if (tried(original) !== tried(mutated)) console.log(row, "is another function with no mutant on");
	__evoke__.mutate(mutant);
	if (tried(mutated) !== tried(other)) console.log(row, "is not what it says", tried(mutated));
	__evoke__.mutate(-1);
	if (tried(original) === tried(other)) console.log(row, "cannot be told from the original");
}
`

// TestMutants executes each mutant beside the code that it stands for, and the code with all mutants off beside the
// original.
func TestMutants(t *testing.T) {
	dir := t.TempDir()
	var program strings.Builder
	program.WriteString(tried)
	next := 0
	for i, row := range mutantRows {
		source := "function f(a, b, c) { " + row.body + " }"
		code := js.Mutate(js.Source{Path: "f.js", Text: source, First: next})
		require.NoError(t, code.Err, row.body)
		at := slices.IndexFunc(code.Mutants, func(m js.Mutant) bool { return m.Change == row.change })
		require.GreaterOrEqual(t, at, 0, "%s has no mutant %q: %v", row.body, row.change, code.Mutants)
		assert.Equal(t, "f", code.Mutants[at].Function)
		for k, text := range []string{source, code.Text, "function f(a, b, c) { " + row.becomes + " }"} {
			fmt.Fprintf(&program, "const f%d_%d = (() => { %s; return f })();\n", i, k, text)
		}
		fmt.Fprintf(&program, "judge(%d, %d, f%[1]d_0, f%[1]d_1, f%[1]d_2);\n", i, next+at)
		next += len(code.Mutants)
	}
	assert.Empty(t, node(t, written(t, dir, "mutants.js", program.String()), runtime(t, dir)))
}

// TestWhatHasNoMutants lists code that stays as it is.
func TestWhatHasNoMutants(t *testing.T) {
	for name, source := range map[string]string{
		"outside of functions": "let x = 1; if (x > 2) x++; class A { y = x + 1 }",
		"the console":          "function f() { console.log(1 + 2, 'x'); process.stdout.write('y') }",
		"prose":                "function f(a) { a.x('a b') }",
		"files and delays":     "function f(a) { a(require('x'), import('y'), setTimeout(a, 10)) }",
		"ends of loops": "function f(a) { while (a.next) { a = a.next } for (const x in a); " +
			"do a.x-- ; while (a.x) }",
		"what goes on": "function f(done) { done(); load().then((x) => done(x)); done.on('data', (x) => null) } " +
			"function g(done) { on('end', () => { done() }) } " +
			"function on() {} function load() {}",
		"where a value may be for": "function f(res) { try { return x.y } catch { } res.end() }",
		"a with":                   "function f(a) { with (a) { x = 1 } }",
		"names of types":           "function f(a) { a.x(typeof a.y) }",
		"functions and classes": "function f() { return () => {} } function g() { return class {} } " +
			"const h = function () { return a => a.b() }",
		"elements":             "function f(a) { a.x(<b c='d' e>f</b>) }",
		"large numbers, parts": "function f(a) { a.x(1e20, 1.5, 2n) }",
	} {
		t.Run(name, func(t *testing.T) {
			code := js.Mutate(js.Source{Path: "f.jsx", Text: source})
			require.NoError(t, code.Err)
			var changes []string
			for _, m := range code.Mutants {
				changes = append(changes, m.Change)
			}
			assert.Empty(t, changes, code.Text)
		})
	}
}

// TestMutantsHavePlaces: a mutant has the function, the line and the column of the changed code.
func TestMutantsHavePlaces(t *testing.T) {
	source := js.Source{Path: "f.js", First: 4, Text: `class Store {
  add(n) { return n > 1 }
}
exports.list = (a) => a.length;
app.get("/books", (req, res) => {
  res.set([1].map((x) => x + 1));
});
const { half } = { half: (x) => x / 2 };
(() => 1)();
`}
	code := js.Mutate(source)
	require.NoError(t, code.Err)
	var got []string
	for _, m := range code.Mutants {
		got = append(got, fmt.Sprintf("%s %d:%d %s: %s", m.Operator, m.Line, m.Column, m.Function, m.Change))
	}
	assert.Equal(t, []string{
		"negation 2:19 Store.add: n > 1 is negated",
		"boundary 2:19 Store.add: n > 1 becomes n >= 1", "constant 2:23 Store.add: 1 becomes 2",
		"result 4:23 exports.list: a.length becomes undefined where it is returned",
		`constant 6:12 app.get("/books"): 1 becomes 2`,
		`result 6:26 app.get("/books"): x + 1 becomes undefined where it is returned`,
		`arithmetic 6:26 app.get("/books"): x + 1 becomes x - 1`, `constant 6:30 app.get("/books"): 1 becomes 2`,
		"result 8:33 half: x / 2 becomes undefined where it is returned",
		"arithmetic 8:33 half: x / 2 becomes x * 2", "constant 8:37 half: 2 becomes 3",
		"constant 9:8 line 9: 1 becomes 2",
	}, got)
	assert.Contains(t, code.Text, "__evoke__.mg(n,__evoke__.mi(1,6),4,5)")
	assert.Equal(t, code, js.Mutate(source))
}

// TestMutantsThatAreReached: the runtime reports the mutants that the program came to.
func TestMutantsThatAreReached(t *testing.T) {
	dir := t.TempDir()
	const source = "function f(a) { if (a > 1) return a * 2; return a - 1 }"
	code := js.Mutate(js.Source{Path: "f.js", First: 2, Text: source})
	require.NoError(t, code.Err)
	tell := "console.log(eval(" + script(t, scores) + "));"
	program := code.Text + ";f(0);" + tell + "f(3);" + tell
	got := node(t, written(t, dir, "reached.js", program), runtime(t, dir))
	assert.Equal(t, "4=1.000 3=1.000 2=1.000 10=1.000 9=1.000 8=1.000 \n", strings.SplitAfter(got, "\n")[0])
	assert.Contains(t, got, "\n4=1.000 3=1.000 2=1.000 7=1.000 6=1.000 5=1.000")
}

// FuzzMutate checks that any text comes back with mutants that can be parsed, or as it is.
func FuzzMutate(f *testing.F) {
	files, err := filepath.Glob("testdata/tricky/*")
	require.NoError(f, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(f, err)
		for line := range strings.Lines(string(text)) {
			f.Add(filepath.Ext(file), line)
		}
	}
	for _, row := range mutantRows {
		f.Add(".js", row.body)
	}
	f.Add(".jsx", "return <a b={c==d} {...e}>{f&&<g/>} text {h}</a>")
	f.Fuzz(func(t *testing.T, ending, text string) {
		for _, record := range []bool{false, true} {
			source := js.Source{Path: "f" + ending, Text: "async function f(p){" + text + "}", First: 3, Record: record}
			code := js.Mutate(source)
			if code.Err != nil {
				require.Empty(t, code.Mutants)
				return
			}
			renamed := strings.ReplaceAll(code.Text, js.Global, "other")
			again := js.Instrument(js.Source{Path: "f" + strings.Replace(ending, "ts", "js", 1),
				Text: renamed, First: 9})
			require.NoError(t, again.Err, "%q becomes %q", text, code.Text)
			require.Len(t, js.Instrument(source).Functions, len(code.Functions), text)
		}
	})
}
