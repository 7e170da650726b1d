package js_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/js"
)

// TestValues checks the JSON of values: each is the first argument of a call.
func TestValues(t *testing.T) {
	tests := []struct{ name, value, want string }{
		{"plain", `[1, -2.5, "a\u2028", true, null, { a: { b: [] }, "c d": 1 }]`,
			`[1,-2.5,'a` + "\u2028" + `',true,null,{'a':{'b':[]},'c d':1}]`},
		{"undefined", `[undefined, [, 1]]`, `[{'$type':'undefined'},[{'$type':'hole'},1]]`},
		{"numbers", `[NaN, -0, 0, Infinity, -Infinity, 1e300]`, `[{'$type':'number','value':'NaN'},` +
			`{'$type':'number','value':'-0'},0,{'$type':'number','value':'Infinity'},{'$type':'number',` +
			`'value':'-Infinity'},1e+300]`},
		{"big integers", `[12n, -3n, 2n ** 4000n]`,
			`[{'$type':'bigint','value':'12'},{'$type':'bigint','value':'-3'},{'$type':'bigint','value':'large'}]`},
		{"symbols", `[Symbol("s"), Symbol()]`, `[{'$type':'symbol','value':'s'},{'$type':'symbol','value':''}]`},
		{"functions", `[function f() {}, class A {}, Math.max, class { static get name() { throw 1; } }]`,
			`[{'$type':'function','name':'f'},{'$type':'function','name':'A'},{'$type':'function','name':'max'},` +
				`{'$type':'function','name':''}]`},
		{"dates", `[new Date(0), new Date(NaN)]`,
			`[{'$type':'Date','value':'1970-01-01T00:00:00.000Z'},{'$type':'Date','value':null}]`},
		{"patterns", `/a"b/gi`, `{'$type':'RegExp','source':'a\'b','flags':'gi'}`},
		{"maps and sets", `[new Map([["a", 1], [{}, 2]]), new Set([1, "b"]), new WeakMap()]`,
			`[{'$type':'Map','entries':[['a',1],[{},2]]},{'$type':'Set','values':[1,'b']},{'$type':'object',` +
				`'$class':'WeakMap'}]`},
		{"typed arrays",
			`[new Uint8Array([1, 2]), new Float64Array([0.5, -0]), new BigInt64Array([3n]), new ArrayBuffer(2)]`,
			`[{'$type':'Uint8Array','values':[1,2]},{'$type':'Float64Array','values':[0.5,{'$type':'number',` +
				`'value':'-0'}]},{'$type':'BigInt64Array','values':[{'$type':'bigint','value':'3'}]},` +
				`{'$type':'object','$class':'ArrayBuffer'}]`},
		{"boxes", `[Object(1), Object("a"), Object(false), Object(1n)]`, `[{'$type':'Number','value':1},` +
			`{'$type':'String','value':'a'},{'$type':'Boolean','value':false},{'$type':'object','$class':'BigInt'}]`},
		{
			"errors",
			`[new Error("e"), Object.assign(new TypeError("t"), { code: 5 }), new (class Own extends Error {})()]`,
			`[{'$type':'Error','message':'e'},{'$type':'Error','$class':'TypeError','message':'t','code':5},` +
				`{'$type':'Error','$class':'Own'}]`,
		},
		{
			"instances", `[new (class Cart { items = [1]; #p = 2; get n() { throw 1; } })(), new (class M extends ` +
				`Map { })([[1, 2]]), Object.create({ inherited: 1 }), { __proto__: null, a: 1 }, (function () { ` +
				`return arguments; })(1)]`,
			`[{'$type':'object','$class':'Cart','items':[1]},{'$type':'Map','$class':'M','entries':[[1,2]]},{},` +
				`{'a':1},{'0':1}]`,
		},
		{"accessors", `{ get a() { throw 1; }, set b(x) {}, c: 1 }`,
			`{'a':{'$type':'accessor'},'b':{'$type':'accessor'},'c':1}`},
		{"names like tags", `{ $type: "x", $$ref: 1, "": 2 }`, `{'$$type':'x','$$$ref':1,'':2}`},
		{"the global object", `[globalThis]`, `[{'$type':'global'}]`},
		{
			"cycles and twins", `(() => { const a = { n: 1 }; a.self = a; const m = new Map([[a, [a]]]); return { a,` +
				` "b c": [a, m], m }; })()`,
			`{'a':{'n':1,'self':{'$ref':'$.arguments[0].a'}},'b c':[{'$ref':'$.arguments[0].a'},{'$type':'Map',` +
				`'entries':[[{'$ref':'$.arguments[0].a'},[{'$ref':'$.arguments[0].a'}]]]}],` +
				`'m':{'$ref':'$.arguments[0][\'b c\'][1]'}}`,
		},
		{"what only looks so",
			`[Object.create(Map.prototype), Object.create(Date.prototype), Object.create(Error.prototype)]`,
			`[{'$type':'unknown'},{'$type':'unknown'},{'$type':'Error'}]`},
		{"proxies", `[new Proxy({ a: 1 }, { ownKeys() { throw 1; } }), new Proxy([1], {}), Proxy.revocable({ b: 2 },` +
			` {}).proxy, { __proto__: new Proxy(class Q {}.prototype, {}) }]`,
			`[{'a':1},[1],{'b':2},{'$type':'object','$class':'Q'}]`},
		{"depth", `{ a: { b: { c: { d: { e: { f: 1 } } } } } }`, `{'a':{'b':{'c':{'d':{'e':{'$type':'deep'}}}}}}`},
		{"long texts", `["x".repeat(1001)]`,
			`[{'$type':'string','value':'` + strings.Repeat("x", 1000) + `','length':1001}]`},
		{"long lists",
			`[Array.from({ length: 103 }, (_, i) => 0), new Set(Array.from({ length: 102 }, (_, i) => i)).size]`,
			`[[` + strings.Repeat("0,", 100) + `{'$more':3}],102]`},
		{"large objects", `Object.fromEntries(Array.from({ length: 10001 }, (_, i) => ["k" + i, i]))`,
			`{'$type':'huge'}`},
	}
	var programs []string
	for _, tt := range tests {
		programs = append(programs, "(function f(x) {})("+tt.value+");")
	}
	for i, got := range recorded(t, programs...) {
		t.Run(tests[i].name, func(t *testing.T) {
			require.NotEmpty(t, got.Calls)
			first := got.Calls[len(got.Calls)-1]
			require.Len(t, first.Entry.Arguments, 1)
			said := strings.NewReplacer(`\"`, `\'`, `"`, `'`, `\u2028`,
				"\u2028").Replace(string(first.Entry.Arguments[0]))
			assert.Equal(t, tests[i].want, said)
		})
	}
}

// TestBounds: the size of a state, the records of a function, the depth of calls and the size of a round are bounded,
// and the rest is counted. The work is bounded too: a list of 10^8 holes, and an object in which everything contains
// everything, cost no more than their JSON.
func TestBounds(t *testing.T) {
	all := recorded(t,
		"(function f(x) {})(Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => 'y'.repeat(900))));",
		"(function f(x) {})([new Array(1e8), new Map(Array.from({ length: 300 }, (_, i) => [i, i]))]);",
		"const a = []; for (let i = 0; i < 90; i++) a.push({ i }); for (const x of a) Object.assign(x, "+
			"a); (function f(x) {})(a);",
		"function f(x) {} for (let i = 0; i < 700; i++) f(i);",
		"function f(x) {} for (let i = 0; i < 700; i++) f(1);",
		"function f(n) { return n === 0 ? 0 : f(n - 1); } f(150); f(1);",
		"const wide = []; for (let i = 0; i < 20; i++) wide.push('z'.repeat(900)); const fs = []; for (let k = "+
			"0; k < 60; k++) fs.push(eval('(' + String(function f(x) {}) + ')')); for (let i = 0; i < 400; i++) for "+
			"(const f of fs) f([wide, i]);",
	)
	said := func(i int) string { return string(all[i].Calls[len(all[i].Calls)-1].Entry.Arguments[0]) }
	size := func(i int) int { return len(said(i)) }
	assert.Less(t, size(0), 25_000)
	assert.Contains(t, said(0), `{"$more":`)
	assert.Less(t, size(1), 10_000)
	assert.Less(t, size(2), 25_000)
	assert.Len(t, all[3].Calls, 500)
	assert.Equal(t, 200, all[3].Missed)
	assert.Len(t, all[4].Calls, 1)
	assert.Equal(t, 500, all[4].Calls[0].Times)
	assert.Len(t, all[5].Calls, 102)
	assert.Equal(t, 51, all[5].Missed)
	assert.Positive(t, all[6].Missed)
	total := 0
	for _, call := range all[6].Calls {
		for _, arg := range call.Entry.Arguments {
			total += len(arg)
		}
	}
	assert.Less(t, total, 4_200_000)
}

// TestDescribe: the code that drives a page describes objects of its host.
func TestDescribe(t *testing.T) {
	all := recorded(t, `class Node { constructor(id) { this.id = id; } } class Other {}
E.describe((v) => { if (v instanceof Node) return { path: "html/body", id: v.id, self: v }; if (v instanceof Other) throw new Error("no"); });
const n = new Node("cell"); (function f(x) {})([n, n, new Other(), { plain: 1 }]); E.describe(undefined); (function f(x) {})(new Node(1));`)
	lines := shown(all[0])
	assert.Contains(t, strings.Join(lines, "\n"), `[[{'$type':'host','$class':'Node','value':{'path':'html/body',`+
		`'id':'cell','self':{'$ref':'$.arguments[0][0]'}}},{'$ref':'$.arguments[0][0]'},{'$type':'unknown'},`+
		`{'plain':1}]]`)
	assert.Contains(t, strings.Join(lines, "\n"), `[{'$type':'object','$class':'Node','id':1}]`)
}

// TestRounds: the targets of rounds are the same with and without records, whatever is muted; records are kept while
// they are on, and calls that run at the end of a round have no exit.
func TestRounds(t *testing.T) {
	const program = `function fact(n) { return n < 2 || n > 90 ? 1 : n * fact(n - 1); } function bad(x) { if (x === 1) throw new Error("x"); return x; } function tries(x) { try { return bad(x); } catch { return fact(3); } }
async function later(x) { await null; return x ? fact(2) : 0; } const ask = (f) => f();`
	const driver = `
const E = globalThis["__evoke__"];
const take = () => { const v = new DataView(E.take()); const s = []; for (let i = 0; i < v.byteLength; i += 12) s.push(String(v.getUint32(i, true)).padStart(3) + "=" + v.getFloat64(i + 4, true).toFixed(3)); console.log(s.sort().join(" ")); };
const round = async () => { tries(1); tries(0); take(); fact(4); ask(take); ask(() => { E.mute([4, 20]); take(); }); tries(1); take(); E.unmute(); tries(1); later(1); take(); await null; await null; take(); };
`
	dir := t.TempDir()
	code := js.Instrument(js.Source{Path: "f.js", Text: program, Record: true})
	require.NoError(t, code.Err)
	plain := js.Instrument(js.Source{Path: "f.js", Text: program})
	want := node(t, written(t, dir, "plain.js", plain.Text+driver+"round();"), runtime(t, dir))
	require.Equal(t, 6, strings.Count(want, "\n"))
	assert.Equal(t, want, node(t, written(t, dir, "off.js", code.Text+driver+"round();"), runtime(t, dir)))
	assert.Equal(t, want,
		node(t, written(t, dir, "on.js", code.Text+driver+"E.record(true); round();"), runtime(t, dir)))

	got := node(t, written(t, dir, "rounds.js", code.Text+driver+`
const calls = () => JSON.parse(E.records()).calls.map((c) => [c.function, c.exit ? c.exit.ended : "", c.covered.length, c.parent].join(" ")).join(", ");
fact(1); console.log(calls() + ";"); E.record(true); fact(1); console.log(calls()); console.log(calls() + ";");
ask(() => console.log(calls())); console.log(calls() + ";"); E.mute([0, 2, 3, 4, 5, 6]); fact(1); console.log(calls()); E.record(false); fact(1); console.log(calls() + ";");
E.record(true); ask(() => { E.record(true); fact(1); }); console.log(calls());
`), runtime(t, dir))
	assert.Equal(t, ";\n0 returned 4 -1\n;\n4  0 -1\n;\n0 returned 4 -1\n;\n0 returned 4 -1\n", got)
}

// TestWatch: the code that drives a page adds the state of the host to each entry, and shows values as records do.
func TestWatch(t *testing.T) {
	got := recorded(t, "E.watch(function () { return 'at 1'; }); (function f(x) {})(1); E.watch(undefined); "+
		"(function g(x) {})(2); globalThis.shown = E.show([NaN]); "+
		"(function h(s) {})(shown);")[0]
	assert.Equal(t, "at 1", got.Calls[0].Entry.Host)
	assert.Empty(t, got.Calls[1].Entry.Host)
	assert.JSONEq(t, `"[{\"$type\":\"number\",\"value\":\"NaN\"}]"`, string(got.Calls[2].Entry.Arguments[0]))
}
