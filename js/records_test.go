package js_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/js"
)

// TestFunctions lists the functions of files: name, form, path, parameters, uses and globals.
func TestFunctions(t *testing.T) {
	for name, tt := range map[string]struct {
		path, text string
		want       []string
	}{
		"a script": {"f.js", "function f(a, ...r) {} var g = function () {}; let h = (x) => x; k = () => 1; " +
			"(function own() {})();", []string{
			"f|declaration|f|a, ...r||", "g|expression|g|||", "h|arrow|h|x||", "k|arrow|k|||", "own|expression||||",
		}},
		"constructors and prototypes": {"f.js", "function Cart(n) { this.add = function (x) {}; } " +
			"Cart.prototype.size = function () {}; Cart.prototype = { get all() {}, drop(x) {} };", []string{
			"Cart|declaration|Cart|n||", "this.add|expression|new Cart().add|x||",
			"Cart.prototype.size|expression|Cart.prototype.size|||",
			"all|getter|Cart.prototype.all|||", "drop|method|Cart.prototype.drop|x||",
		}},
		"this of a function that makes nothing": {"f.js", "app.start = function () { this.go = () => {}; };", []string{
			"app.start|expression|app.start|||", "this.go|arrow||||",
		}},
		"classes": {"f.js", "class A extends B { #p() {} static s = () => 1; t = function () {}; constructor(x) { " +
			"super(); this.x = x; } async m() {} *g() {} async *n() {} set v(x) {} static o() {} [k]() {} }", []string{
			"#p|method||||", "s|arrow|A.s|||", "t|expression|new A().t|||", "A|constructor|A|x|this|",
			"m|async method|A.prototype.m|||", "g|generator method|A.prototype.g|||",
			"n|async generator method|A.prototype.n|||", "v|setter|A.prototype.v|x||", "o|method|A.o|||", "|method||||",
		}},
		"a module": {"f.mjs", "import q from 'q'; const n = 1; let s = 0; export function f() { return q(n, s, w) " +
			"} function g() { f() } export { g as h }; export default function () {} const hidden = () => {}; export " +
			"const o = { m() {} };", []string{
			"f|declaration|f||n, s|w", "g|declaration|h|||", "default|declaration|default|||",
			"hidden|arrow||||", "m|method|o.m|||",
		}},
		"CommonJS": {"f.cjs", "function own() {} function f() {} module.exports = { f };",
			[]string{"own|declaration||||", "f|declaration|module.exports.f|||"}},
		"CommonJS or a script": {"f.js", "function f() {} if (typeof module === 'object') module.exports = f;",
			[]string{"f|declaration|f|||"}},
		"CommonJS in a function": {"f.cjs", "'use strict'; (function () { const x = require('x'); function f() { " +
			"x(); } exports.f = f; module.exports = { g: () => f, h: f }; })();", []string{
			"|expression||||", "f|declaration|exports.f||x|", "g|arrow|module.exports.g|||",
		}},
		"a module that is revealed": {"f.js", "var lib = (function ($, w) { var n = 0; function up(by) { n += by; " +
			"} $.fn.plug = up; const p = $.fx; p.go = function () {}; w['a b'] = function () {}; return { up: up, " +
			"down: function () { n--; } }; })(jQuery, window);", []string{
			"|expression||$, w||", "up|declaration|jQuery.fn.plug|by|n|", "p.go|expression|jQuery.fx.go|||",
			`w["a b"]|expression|window["a b"]|||`, "down|expression|lib.down||n|",
		}},
		"what is used": {"f.js", "var a = 1, b; function f(p, { q, r: [s] }) { var a2 = 2; { let b = 3; } for (const " +
			"i of p) total += i + a; g(() => arguments[0] + b); return function f2(z = d) { return f2 && e; }; } var " +
			"d, e; function g() {}", []string{
			"f|declaration|f|p, {q, [s]}|a, d, e|total", "|arrow|||b|", "f2|expression||z|d, e|", "g|declaration|g|||",
		}},
		"what is shadowed": {"f.js", "let x = 1; function f(a = () => x) { var x = 2; return a; } function g() { try " +
			"{ x(); } catch (e) { return e; } finally { y: for (;;) break y; } }", []string{
			"f|declaration|f|a||", "|arrow|||x|", "g|declaration|g||x|",
		}},
		"with": {"f.js", "with (o) { (function () { return x; })(); }", []string{"|expression||||x"}},
		"types": {"f.ts", "namespace N { export function f() {} } enum E { A = (() => 1)() } abstract class B { " +
			"abstract m(): void; constructor(private x: number) {} }", []string{
			"f|declaration||||", "B|constructor|B|x||",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			code := js.Instrument(js.Source{Path: tt.path, Text: tt.text, Record: true, FirstFunction: 40})
			require.NoError(t, code.Err)
			var got []string
			for i, f := range code.Functions {
				assert.Equal(t, 40+i, f.Number)
				form := map[bool]string{true: "async "}[f.Async] + map[bool]string{true: "generator "}[f.Generator] +
					string(f.Form)
				got = append(got, strings.Join([]string{f.Name, form, f.Path, strings.Join(f.Parameters, ", "),
					strings.Join(f.Uses, ", "), strings.Join(f.Globals, ", ")}, "|"))
			}
			assert.Equal(t, tt.want, got, code.Text)
			assert.Empty(t, js.Instrument(js.Source{Path: tt.path, Text: tt.text}).Functions)
		})
	}
}

// TestFunctionLines: a function has its lines, and so have arrows that are an expression.
func TestFunctionLines(t *testing.T) {
	code := js.Instrument(js.Source{Path: "f.js", Record: true,
		Text: "\nfunction f() {\n\n}\nconst g = (x) =>\n  x +\n  h(\n    2);\nconst o = {\n  m() {\n  } };"})
	require.NoError(t, code.Err)
	var got []string
	for _, f := range code.Functions {
		got = append(got, fmt.Sprint(f.Name, f.Line, ":", f.Column, "-", f.Until))
	}
	assert.Equal(t, []string{"f2:1-4", "g5:11-8", "m10:3-11"}, got)
}

// recorded executes programs one after the other, each as a file of its own, and returns the records of each.
func recorded(t *testing.T, programs ...string) (all []js.Records) {
	t.Helper()
	dir := t.TempDir()
	var run strings.Builder
	run.WriteString("globalThis.E = globalThis['__evoke__']; (async () => { const all = [];\n")
	for i, text := range programs {
		name := fmt.Sprintf("f%d.js", i)
		code := js.Instrument(js.Source{Path: name, Text: text, Record: true})
		require.NoError(t, code.Err)
		written(t, dir, name, code.Text)
		fmt.Fprintf(&run, "E.record(true); require('./%s'); await new Promise((f) => setTimeout(f, 5)); "+
			"all.push(E.records()); E.take();\n", name)
	}
	run.WriteString("console.log('[' + all.join() + ']'); })();")
	got := node(t, written(t, dir, "run.js", run.String()), runtime(t, dir))
	require.NoError(t, json.Unmarshal([]byte(got), &all), got)
	return all
}

// shown writes records as lines.
func shown(all js.Records) (lines []string) {
	raw := func(m json.RawMessage) string { return strings.ReplaceAll(string(m), `"`, "'") }
	state := func(s js.State) string {
		var parts []string
		if s.This != nil {
			parts = append(parts, "this="+raw(s.This))
		}
		if s.Arguments != nil {
			list, _ := json.Marshal(s.Arguments)
			parts = append(parts, raw(list))
		}
		if s.Variables != nil {
			list, _ := json.Marshal(s.Variables)
			parts = append(parts, raw(list))
		}
		return strings.Join(parts, " ")
	}
	for _, r := range all.Calls {
		line := fmt.Sprint(r.Function, " ", state(r.Entry), " -> ")
		if r.Exit != nil {
			line += strings.TrimSpace(r.Exit.Ended + " " + raw(r.Exit.Value) + " " + state(r.Exit.State))
		}
		lines = append(lines, fmt.Sprint(line, " ", r.Covered, " by ", r.Parent, " x", r.Times))
	}
	return lines
}

// TestRecords checks what is recorded of calls.
func TestRecords(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{
			"entry and exit",
			"var dim = 20; function grow(by) { if (by > 5) { dim += by; return dim; } } grow(10); grow(1); grow(1);",
			[]string{
				"0 [10] {'dim':20} -> returned 30 {'dim':30} [2 4 5] by -1 x1",
				"0 [1] {'dim':30} -> returned {'$type':'undefined'} [1 3] by -1 x2",
			},
		},
		{
			"receivers and new",
			"class A { constructor(x) { this.x = x; } up() { this.x++; } } class B extends A " +
				"{ constructor() { super(1); this.y = 2; } } var o = { n: 1, f() { return this; } }; new B().up(); " +
				"o.f(); o.f.call(undefined);",
			[]string{
				"2 [] {} -> returned {'$type':'undefined'} {'this':{'$type':'object','$class':'B','x':1,'y':2}} " +
					"[2 3] by -1 x1",
				"0 this={'$type':'object','$class':'B'} [1] {} -> returned {'$type':'undefined'} " +
					"this={'$type':'object','$class':'B','x':1} [0] by 0 x1",
				"1 this={'$type':'object','$class':'B','x':1,'y':2} [] {} -> returned {'$type':'undefined'} " +
					"this={'$type':'object','$class':'B','x':2,'y':2} [1] by -1 x1",
				"3 this={'n':1,'f':{'$type':'function','name':'f'}} [] {} -> returned {'$ref':'$.this'} [5] by -1 x1",
				"3 [] {} -> returned {'$type':'global'} [5] by -1 x1",
			},
		},
		{
			"what is passed",
			"function f() { return arguments.length; } function g({ a }, b = 2, ...c) {} const h = ({ a, b: [c] }, " +
				"d = 1, ...e) => a; function k(a) { a = 3; return arguments[0]; } function l(a) { a.push(1); } f(1, " +
				"2); g({ a: 1, z: 2 }, undefined, 3, 4); h({ a: 1, b: [2], z: 1 }, undefined, 5, 6); k(1); l([]);",
			[]string{
				"0 [1,2] {} -> returned 2 [0] by -1 x1",
				"1 [{'a':1,'z':2},{'$type':'undefined'},3,4] {} -> returned {'$type':'undefined'} [] by -1 x1",
				"2 [{'a':1,'b':[2]},1,5,6] {} -> returned 1 [2] by -1 x1",
				"3 [1] {} -> returned 3 [3 4] by -1 x1",
				"4 [[]] {} -> returned {'$type':'undefined'} [[1]] [5] by -1 x1",
			},
		},
		{
			"what throws",
			"function bad(x) { if (x) throw new Error('no'); } function tries(x) { try { bad(x); } catch { after(1); " +
				"} } function after(x) {} function through() { bad(2); } tries(true); try { through(); } catch {} " +
				"after(3); setTimeout(() => after(4));",
			[]string{
				"1 [true] {} -> returned {'$type':'undefined'} [2 4] by -1 x1",
				"0 [true] {} -> threw [1] by 0 x1",
				"2 [1] {} -> returned {'$type':'undefined'} [] by 0 x1",
				"3 [] {} -> threw [] by -1 x1",
				"0 [2] {} -> threw [1] by 3 x1",
				"2 [3] {} -> returned {'$type':'undefined'} [] by -1 x1",
				"4 [] {} -> returned {'$type':'undefined'} [11] by -1 x1",
				"2 [4] {} -> returned {'$type':'undefined'} [] by 6 x1",
			},
		},
		{
			"finally",
			"var log = 0; function f() { try { return g(1); } finally { log++; g(2); } } function g(x) { return x; } " +
				"function h() { for (;;) { try { return 1; } finally { break; } } return g(3); } function k() { try " +
				"{ return 1; } finally { return 2; } } f(); h(); k();",
			[]string{
				"0 [] {'log':0} -> returned 1 {'log':1} [2 3 4] by -1 x1",
				"1 [1] {} -> returned 1 [5] by 0 x1",
				"1 [2] {} -> returned 2 [5] by 0 x1",
				"2 [] {} -> returned 3 [6 8 9 10] by -1 x1",
				"1 [3] {} -> returned 3 [5] by 3 x1",
				"3 [] {} -> returned 2 [12 13] by -1 x1",
			},
		},
		{
			"what waits",
			"async function f(n) { g(n); await null; g(n + 1); try { await Promise.reject(1); } catch (e) { " +
				"g(n + 2); } return n; } function g(x) {} async function bad() { await null; throw 1; } f(1); f(5); " +
				"bad().catch(() => {}); g(0);",
			[]string{
				"0 [1] {} -> returned 1 [0 1 2 3 5 6] by -1 x1",
				"1 [1] {} -> returned {'$type':'undefined'} [] by 0 x1",
				"0 [5] {} -> returned 5 [0 1 2 3 5 6] by -1 x1",
				"1 [5] {} -> returned {'$type':'undefined'} [] by 2 x1",
				"2 [] {} -> threw [7 8] by -1 x1", "1 [0] {} -> returned {'$type':'undefined'} [] by -1 x1",
				"1 [2] {} -> returned {'$type':'undefined'} [] by 0 x1",
				"1 [6] {} -> returned {'$type':'undefined'} [] by 2 x1",
				"1 [3] {} -> returned {'$type':'undefined'} [] by 0 x1",
				"1 [7] {} -> returned {'$type':'undefined'} [] by 2 x1",
				"3 [] {} -> returned {'$type':'undefined'} [] by -1 x1",
			},
		},
		{
			"generators",
			"function* g(n) { h(1); const x = yield n; h(x); return x; } function h(x) {} function all() { const " +
				"i = g(0); i.next(); h(2); i.next(3); h(4); } async function each() { for await (const x of [5, 6]) " +
				"h(x); h(7); } all(); each();",
			[]string{
				"2 [] {} -> returned {'$type':'undefined'} [4 5 6 7 8] by -1 x1",
				"0 [0] {} -> returned 3 [0 1 2 3] by 0 x1", "1 [1] {} -> returned {'$type':'undefined'} [] by 1 x1",
				"1 [2] {} -> returned {'$type':'undefined'} [] by 0 x1",
				"1 [3] {} -> returned {'$type':'undefined'} [] by 1 x1",
				"1 [4] {} -> returned {'$type':'undefined'} [] by 0 x1",
				"3 [] {} -> returned {'$type':'undefined'} [9 10 11] by -1 x1",
				"1 [5] {} -> returned {'$type':'undefined'} [] by 6 x1",
				"1 [6] {} -> returned {'$type':'undefined'} [] by 6 x1",
				"1 [7] {} -> returned {'$type':'undefined'} [] by 6 x1",
			},
		},
		{
			"variables",
			"var a = 1; function f() { return [a, late, other, accessor, process, none, () => b]; } " +
				"function two() { let n = 0; return () => ++n; } let b = 2; try { f(); } catch {} other = { x: 1 }; " +
				"Object.defineProperty(globalThis, 'accessor', { get() { throw 2; } }); let late = 1; try { f(); } " +
				"catch {} const up = two(); up(); up();",
			[]string{
				"0 [] {'a':1,'b':2} -> threw [] by -1 x1",
				"0 [] {'a':1,'b':2,'late':1,'other':{'x':1}} -> threw [] by -1 x1",
				"4 [] {} -> threw [11] by 1 x1",
				"2 [] {} -> returned {'$type':'function','name':''} [3 4] by -1 x1",
				"3 [] {'n':0} -> returned 1 {'n':1} [5] by -1 x1",
				"3 [] {'n':1} -> returned 2 {'n':2} [5] by -1 x1",
			},
		},
	}
	var programs []string
	for _, tt := range tests {
		programs = append(programs, tt.text)
	}
	for i, got := range recorded(t, programs...) {
		t.Run(tests[i].name, func(t *testing.T) {
			assert.Equal(t, strings.Join(tests[i].want, "\n"), strings.Join(shown(got), "\n"))
			assert.Zero(t, got.Missed)
		})
	}
}

// TestRecordsOfMutants compares a call with the same call of a mutant, in the same code: the entries are equal, the
// exits differ, and the covered statements differ.
func TestRecordsOfMutants(t *testing.T) {
	dir := t.TempDir()
	const text = "let dim = 20; function grow(by) { if (by > 5) { dim += by; return dim; } return 0; }"
	source := js.Source{Path: "f.js", Text: text, Record: true, FirstFunction: 3}
	code := js.Mutate(source)
	require.NoError(t, code.Err)
	require.Equal(t, "by > 5 is negated", code.Mutants[0].Change)
	assert.Equal(t, js.Instrument(source).Functions, code.Functions)
	assert.Empty(t, js.Mutate(js.Source{Path: "f.js", Text: text}).Functions)
	const driver = `
const E = globalThis["__evoke__"]; E.record(true); E.mutate(-1); grow(7); dim = 20; E.mutate(0); grow(7); console.log(E.records());`
	var all js.Records
	got := node(t, written(t, dir, "f.js", code.Text+driver), runtime(t, dir))
	require.NoError(t, json.Unmarshal([]byte(got), &all))
	require.Len(t, all.Calls, 2)
	assert.Equal(t, all.Calls[0].Entry, all.Calls[1].Entry)
	assert.Equal(t, "27", string(all.Calls[0].Exit.Value))
	assert.Equal(t, "0", string(all.Calls[1].Exit.Value))
	columns := func(r js.Record) (list []int) {
		for _, n := range r.Covered {
			if i := n - len(code.Mutants); i >= 0 && code.Targets[i].Kind == js.Statement {
				list = append(list, code.Targets[i].Column)
			}
		}
		return list
	}
	assert.Equal(t, []int{1 + strings.Index(text, "dim +="), 1 + strings.Index(text, "return dim")},
		columns(all.Calls[0]))
	assert.Equal(t, []int{1 + strings.Index(text, "if"), 1 + strings.Index(text, "return 0")}, columns(all.Calls[1]))
}
