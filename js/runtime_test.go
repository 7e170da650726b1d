package js_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/js"
)

// judged is a program with conditions of all kinds that probes look at.
const judged = `var mine = { date: new Date(5), pattern: /a/g, map: new Map([[1, 2n]]), list: [, "x"], bytes: new Uint8Array(2), error: new TypeError("e") };
function g(x, ...more) { if (more.length > 5) throw mine; return mine; }
function f(x, list, set) {
	return [x > 3 || x.startsWith("ab") && !(x < "b"), list.includes(x), set.has(x), /a/.test(x), Number(x), new Date(x), JSON.parse("[1]"), list.indexOf(x), x ?? 1]
}
`

const scores = `
const E = globalThis["__evoke__"];
const view = new DataView(E.take());
let seen = "";
for (let i = 0; i < view.byteLength; i += 12) seen += view.getUint32(i, true) + "=" + view.getFloat64(i + 4, true).toFixed(3) + " ";
seen + "\n" + E.records()`

// TestWithoutNode executes code with probes in an engine without a host.
func TestWithoutNode(t *testing.T) {
	run, err := js.Runtime()
	require.NoError(t, err)
	code := js.Instrument(js.Source{Path: "f.js", Text: judged + called, Record: true})
	require.NoError(t, code.Err)
	dir := t.TempDir()
	program := `const vm = require("node:vm");
const context = vm.createContext({ __proto__: null });
const run = (text) => vm.runInContext(text, context);
run(` + script(t, run) + `); run(` + script(t, run) + `);
run("globalThis['__evoke__'].record(true)");
run(` + script(t, code.Text) + `);
console.log(run(` + script(t, scores) +
		`) + "\n" + run("Object.keys(globalThis).join()"), run("delete globalThis['__evoke__']"));
`
	bare := node(t, written(t, dir, "bare.js", program))
	assert.Contains(t, bare, "0=1.000 ")
	assert.Contains(t, bare, `{"$type":"Map","entries":[[1,{"$type":"bigint","value":"2"}]]}`)
	assert.Contains(t, bare, `"ended":"threw"`)
	assert.Regexp(t, `\n(f|g|mine),(f|g|mine),(f|g|mine) false\n$`, bare)

	// The same where the program has changed what it can reach.
	const spoiled = `for (const c of [String, Array, Number, Map, Set, Date, RegExp, Object, Function]) {
	for (const name of ["codePointAt", "charCodeAt", "trim", "forEach", "push", "getTime", "call", "apply", "bind", "isNaN", "isArray", "parse"]) {
		if (name in c.prototype) c.prototype[name] = () => { throw new Error(name) };
		if (name in c && c !== Function) c[name] = () => { throw new Error(name) };
	}
}
for (const name of Object.getOwnPropertyNames(Math)) if (typeof Math[name] === "function") Math[name] = () => NaN;
for (const c of [Object, Array, String, Number]) c.prototype.toJSON = () => { throw new Error("toJSON"); };
for (const name of ["value", "get", "name"]) Object.defineProperty(Object.prototype, name, { __proto__: null, value: "spoiled", writable: true });
for (const name of ["keys", "getPrototypeOf", "getOwnPropertyDescriptor"]) Object[name] = () => { throw new Error(name); };
Map.prototype.entries = Map.prototype.get = Array.prototype.join = JSON.stringify = () => { throw new Error("spoiled"); };
globalThis["__evoke__"].record(true);
`
	got := node(t, written(t, dir, "spoiled.js", "const { writeSync } = require('node:fs');"+spoiled+code.Text+
		"writeSync(1, eval("+script(t, scores)+") + '\\n')"), written(t, dir, "first.js", run))
	assert.Equal(t, strings.Join(strings.Split(bare, "\n")[:2], "\n")+"\n", got)
}

// called calls the program. After an exception that nothing catches, the next call has no parent.
const called = `f("abc", ["abd"], new Set(["x"])); g(mine, 1, 2); ((...all) => 1)(1, [2]); try { g(1, 2, 3, 4, 5, 6, 7); } catch {} g(new Proxy({ a: [] }, { get() { throw 1; } }));`

// script is a text as a literal.
func script(t *testing.T, text string) string {
	t.Helper()
	b, err := json.Marshal(text)
	require.NoError(t, err)
	return string(b)
}
