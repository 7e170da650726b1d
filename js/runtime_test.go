package js_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/js"
)

// judged is a program that decides by everything that probes look at.
const judged = `function f(x, list, set) {
	return [x > 3 || x.startsWith("ab") && !(x < "b"), list.includes(x), set.has(x), /a/.test(x), Number(x), new Date(x), JSON.parse("[1]"), list.indexOf(x), x ?? 1]
}
`

const scores = `
const E = globalThis["__evoke__"];
const view = new DataView(E.take());
let seen = "";
for (let i = 0; i < view.byteLength; i += 12) seen += view.getUint32(i, true) + "=" + view.getFloat64(i + 4, true).toFixed(3) + " ";
seen`

// TestWithoutNode executes code with probes where there is nothing but the language.
func TestWithoutNode(t *testing.T) {
	run, err := js.Runtime()
	require.NoError(t, err)
	code := js.Instrument(js.Source{Path: "f.js", Text: judged + `f("abc", ["abd"], new Set(["x"]));`})
	require.NoError(t, code.Err)
	dir := t.TempDir()
	program := `const vm = require("node:vm");
const context = vm.createContext({ __proto__: null });
const run = (text) => vm.runInContext(text, context);
run(` + script(t, run) + `); run(` + script(t, run) + `);
run(` + script(t, code.Text) + `);
console.log(run(` + script(t, scores) + `), run("Object.keys(globalThis).join()"), run("delete globalThis['__evoke__']"));
`
	bare := node(t, written(t, dir, "bare.js", program))
	assert.Contains(t, bare, "0=1.000 ")
	assert.Regexp(t, ` f false\n$`, bare)

	// The same where the program has changed what it can reach.
	const spoiled = `for (const c of [String, Array, Number, Map, Set, Date, RegExp, Object, Function]) {
	for (const name of ["codePointAt", "charCodeAt", "trim", "forEach", "push", "getTime", "call", "apply", "bind", "isNaN", "isArray", "parse"]) {
		if (name in c.prototype) c.prototype[name] = () => { throw new Error(name) };
		if (name in c && c !== Function) c[name] = () => { throw new Error(name) };
	}
}
for (const name of Object.getOwnPropertyNames(Math)) if (typeof Math[name] === "function") Math[name] = () => NaN;
`
	got := node(t, written(t, dir, "spoiled.js", "const { writeSync } = require('node:fs');"+spoiled+code.Text+"writeSync(1, eval("+script(t, scores)+") + '\\n')"), written(t, dir, "first.js", run))
	want, _, _ := strings.Cut(bare, " f ")
	assert.Equal(t, want+"\n", got)
}

// script is a text as a literal.
func script(t *testing.T, text string) string {
	t.Helper()
	b, err := json.Marshal(text)
	require.NoError(t, err)
	return string(b)
}
