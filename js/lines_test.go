package js_test

import (
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/js"
)

// TestLines checks that each statement stays in its line. The sources have at most one statement a line, whose name has
// the number of the line.
func TestLines(t *testing.T) {
	for name, source := range map[string]string{
		"plain":      "a1();\n\n\nb4();\nc5();",
		"conditions": "if (x == 1 ||\n  a2()) {\n  b3();\n} else if (y)\n  c5();\nelse\n  d7();",
		"functions": "#!/usr/bin/env node\n'use strict';\nfunction f() {\n\n  a5();\n}\nconst g = " +
			"(x) =>\n  b8(x)\nf(\n  c10());",
		"texts":        "const t = `one\n${a2()}\n\nlast`;\nb5('\\n');\nc6(`\n\n`); d8();",
		"classes":      "class A {\n  x = a2();\n  m() {\n    b4();\n  }\n}\nc7();",
		"comments":     "/*\n\n*/ a3() // x\n/* y\n*/ + b5();\n",
		"Windows":      "a1();\r\n\r\nb3();\r\n",
		"chains":       "x\n  .y()\n  .z(\n    a4(),\n    b5())\n  ?.q(c6());",
		"a typed text": "type X = {\n  a: 1\n};\nlet a: number =\n  a5(); enum E {\n  A\n}\nb8();",
	} {
		t.Run(name, func(t *testing.T) {
			path := map[bool]string{true: "f.ts", false: "f.js"}[name == "a typed text"]
			code := js.Instrument(js.Source{Path: path, Text: source})
			recorded := js.Instrument(js.Source{Path: path, Text: source, Record: true})
			mutated := js.Mutate(js.Source{Path: path, Text: source})
			within := mutated // its statements stand in a function, where they have mutants
			if !strings.HasPrefix(source, "#!") {
				within = js.Mutate(js.Source{Path: path, Text: "function zz(){" + source + "}"})
			}
			require.NoError(t, errors.Join(code.Err, recorded.Err, mutated.Err, within.Err))
			checkLines(t, source, code.Text)
			checkLines(t, source, recorded.Text)
			checkLines(t, source, mutated.Text)
			checkLines(t, source, within.Text)
		})
	}
}

// checkLines checks that the calls of a source are in the lines that their names tell.
func checkLines(t *testing.T, source, text string) {
	t.Helper()
	for _, target := range strings.FieldsFunc(source, func(r rune) bool {
		return !strings.ContainsRune("abcd0123456789(", r)
	}) {
		name, _, isCall := strings.Cut(target, "(")
		if len(name) < 2 || !isCall || strings.Trim(name[1:], "0123456789") != "" {
			continue
		}
		line := 1 + strings.Count(text[:strings.Index(text, name+"(")], "\n")
		assert.Equal(t, name[1:], itoa(line), "%s is in line %d of\n%s", name, line, text)
	}
}

func itoa(n int) string { return number(float64(n)) }

// TestServedAsItIs lists files without probes.
func TestServedAsItIs(t *testing.T) {
	for name, tt := range map[string]struct{ path, text, says string }{
		"syntax":         {"f.js", "let = = 1", "line 1"},
		"types in .js":   {"f.js", "let a: number = 1", "line 1"},
		"the runtime":    {"f.js", "x.__evoke__ = 1", "the name __evoke__"},
		"nested":         {"f.js", strings.Repeat("[", 3_000_000), "too deeply"},
		"nested signs":   {"f.js", strings.Repeat("!", 3_000_000) + "x", "too deeply"},
		"a module's own": {"f.cjs", "import 'x'; export {", "line 1"},
		"bytes":          {"f.js", "\x00\xff\xfe", "line 1"},
	} {
		t.Run(name, func(t *testing.T) {
			code := js.Instrument(js.Source{Path: tt.path, Text: tt.text})
			require.ErrorContains(t, code.Err, tt.says)
			assert.Equal(t, tt.text, code.Text)
			assert.Empty(t, code.Targets)
		})
	}
}

// TestTargets lists the targets of a file.
func TestTargets(t *testing.T) {
	code := js.Instrument(js.Source{Path: "f.js", First: 10,
		Text: "function age(n) {\n  if (n > 17 && s.startsWith('v'))\n    return 1;\n  switch (n) { case 3: }\n}"})
	require.NoError(t, code.Err)
	var got []string
	for _, target := range code.Targets {
		got = append(got, strings.TrimSpace(strings.Join([]string{itoa(target.Line), string(target.Kind), target.Op,
			map[bool]string{true: "true"}[target.Side]}, " ")))
	}
	assert.Equal(t, []string{
		"2 statement", "2 branch && true", "2 branch &&", "2 branch > true", "2 branch >",
		"2 call startsWith true", "2 call startsWith", "3 statement", "4 statement", "4 case case",
	}, got)
	assert.Equal(t, []any{17.0}, code.Targets[3].Values)
	assert.Equal(t, []any{"v"}, code.Targets[5].Values)
	assert.Equal(t, "if (n > 17 && s.startsWith('v'))", code.Targets[3].Text)
	assert.Contains(t, code.Text, "(10)")
}

// TestTypes checks that the code that the parser makes of enums and namespaces has no targets of its own.
func TestTypes(t *testing.T) {
	for source, want := range map[string]int{
		"enum E { A, B = 'a'.length > 0 ? 1 : 2 }":                  0,
		"export enum E { A }":                                       0,
		"{ const enum E { A } }":                                    0,
		"namespace N { f(); }":                                      3, // the variable, the namespace and what is in it
		"export namespace N { export const x = a < b }":             4,
		"interface A { b: 1 } type C = A; declare const d: number;": 0,
		"enumerate(a < b)":                                          3,
		"module(a < b)":                                             3,
	} {
		code := js.Instrument(js.Source{Path: "f.ts", Text: source})
		require.NoError(t, code.Err)
		assert.Len(t, code.Targets, want, "%s becomes %s", source, code.Text)
	}
}

// TestSameBytes instruments files at the same time, and again.
func TestSameBytes(t *testing.T) {
	files, err := filepath.Glob("testdata/tricky/*")
	require.NoError(t, err)
	var all sync.WaitGroup
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		want := js.Instrument(js.Source{Path: file, Text: string(text), Record: true})
		for range 3 {
			all.Go(func() {
				got := js.Instrument(js.Source{Path: file, Text: string(text), Record: true})
				assert.Equal(t, want.Text, got.Text)
				assert.True(t, reflect.DeepEqual(want.Targets, got.Targets))
				assert.True(t, reflect.DeepEqual(want.Functions, got.Functions))
			})
		}
	}
	all.Wait()
}

// FuzzInstrument checks that any text comes back with probes that can be parsed, or as it is.
func FuzzInstrument(f *testing.F) {
	files, err := filepath.Glob("testdata/tricky/*")
	require.NoError(f, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(f, err)
		for line := range strings.Lines(string(text)) {
			f.Add(filepath.Ext(file), line)
		}
	}
	f.Add(".js", "with(a){function f(){}b==c}")
	f.Add(".jsx", "<a b={c==d} {...e}>{f&&<g/>} text {h}</a>")
	f.Fuzz(func(t *testing.T, ending, text string) {
		for _, record := range []bool{false, true} {
			code := js.Instrument(js.Source{Path: "f" + ending, Text: text, First: 3, Record: record})
			if code.Err != nil {
				require.Equal(t, text, code.Text)
				return
			}
			renamed := strings.ReplaceAll(code.Text, js.Global, "other")
			again := js.Instrument(js.Source{Path: "f" + strings.Replace(ending, "ts", "js", 1),
				Text: renamed, First: 9})
			require.NoError(t, again.Err, "%q becomes %q", text, code.Text)
		}
	})
}

// TestLinesOfWhatTheTextWasMadeOf: if a compiler made the text of a file with the same name, the lines are those of
// that file.
func TestLinesOfWhatTheTextWasMadeOf(t *testing.T) {
	const made = "const a=1;if(a>0)f();\n//# sourceMappingURL=data:application/json;base64,"
	of := func(source string) string {
		return made + base64.StdEncoding.EncodeToString([]byte(`{"version":3,"sources":["`+source+
			`"],"mappings":"AAEA,UAEE"}`)) + "\n"
	}
	code := js.Instrument(js.Source{Path: "src/f.ts", Text: of("/x/src/f.ts")})
	require.NoError(t, code.Err)
	assert.Equal(t, []int{3, 5, 5, 5, 5}, linesOf(code), code.Text)
	assert.Contains(t, strings.Split(code.Text, "\n")[4], "if(")
	for _, other := range []string{of("/x/src/g.ts"), of(`f.ts","g.ts`), made + "%", made + "e30="} {
		assert.Equal(t, []int{1, 1, 1, 1, 1}, linesOf(js.Instrument(js.Source{Path: "src/f.ts", Text: other})), other)
	}
}

func linesOf(code js.Code) (lines []int) {
	for _, t := range code.Targets {
		lines = append(lines, t.Line)
	}
	return lines
}

// TestLoops: the last line of a loop is known, also if the loop has a label.
func TestLoops(t *testing.T) {
	code := js.Instrument(js.Source{Path: "f.js", Text: "for (;;) {\n  a();\n  while (b)\n    c();\n}\nout: for " +
		"(const x of y) {\n}\ndo {\n} while (\n  d);\nif (e) {\n}"})
	require.NoError(t, code.Err)
	got := map[int]int{}
	for _, target := range code.Targets {
		if target.Until > 0 {
			got[target.Line] = target.Until
		}
	}
	assert.Equal(t, map[int]int{1: 5, 3: 4, 6: 7, 8: 10}, got)
}
