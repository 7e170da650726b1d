package js_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/js"
)

// scored is one use of a probe, as an expression over E, the runtime, and the score by package heuristics.
type scored struct {
	code string
	want heuristics.Truthness
}

// TestHeuristics compares the scores of probes with those of package heuristics, to the bit.
func TestHeuristics(t *testing.T) {
	cases := slices.Concat(numberCases(), textCases(), readCases(), listCases())
	dir := t.TempDir()
	var code strings.Builder
	code.WriteString(`"use strict"; const E = globalThis["__evoke__"]; const bits = (x) => { const v = new DataView(new ArrayBuffer(8)); v.setFloat64(0, x); return v.getBigUint64(0).toString(16); };
function score(f) { f(); const v = new DataView(E.take()); let s = [0, 0]; for (let i = 0; i < v.byteLength; i += 12) s[v.getUint32(i, true) - 1] = v.getFloat64(i + 4, true); console.log(bits(s[0]) + " " + bits(s[1])); }
`)
	for _, c := range cases {
		fmt.Fprintf(&code, "score(() => %s);\n", c.code)
	}
	got := strings.Split(node(t, written(t, dir, "scores.js", code.String()), runtime(t, dir)), "\n")
	require.Greater(t, len(got), len(cases))
	for i, c := range cases {
		assert.Equal(t, hex(c.want.OfTrue)+" "+hex(c.want.OfFalse), got[i], "%s is not %v", c.code, c.want)
	}
}

func hex(v float64) string { return strconv.FormatUint(math.Float64bits(v), 16) }

// numberCases are comparisons of numbers.
func numberCases() (out []scored) {
	numbers := []float64{0, 1, -1, 2, 0.5, 41.75, 1e6, -1e7, 1 << 26, 1<<26 + 1, 1 << 40, 1e17, 1e18, -1e300,
		math.MaxFloat64, -math.MaxFloat64, math.Inf(1)}
	for _, a := range numbers {
		for _, b := range numbers {
			x, y := number(a), number(b)
			out = append(out,
				scored{fmt.Sprintf("E.se(%s,%s,1)", x, y), heuristics.EqualFloat(a, b)},
				scored{fmt.Sprintf("E.ne(%s,%s,1)", x, y), heuristics.EqualFloat(a, b).Not()},
				scored{fmt.Sprintf("E.lt(%s,%s,1)", x, y), heuristics.LessFloat(a, b)},
				scored{fmt.Sprintf("E.ge(%s,%s,1)", x, y), heuristics.LessFloat(a, b).Not()},
				scored{fmt.Sprintf("E.gt(%s,%s,1)", x, y), heuristics.LessFloat(b, a)},
				scored{fmt.Sprintf("E.le(%s,%s,1)", x, y), heuristics.LessFloat(b, a).Not()},
			)
		}
		nan := heuristics.EqualFloat(a, math.NaN())
		out = append(out, scored{fmt.Sprintf("E.eq(%s,NaN,1)", number(a)), nan},
			scored{fmt.Sprintf("E.lt(NaN,%s,1)", number(a)), heuristics.LessFloat(math.NaN(), a)})
	}
	for _, pair := range [][2]int64{{0, 1}, {5, 5}, {-3, 9}, {math.MinInt64, math.MaxInt64}, {1 << 60, 7}} {
		a, b := pair[0], pair[1]
		out = append(out, scored{fmt.Sprintf("E.se(%dn,%dn,1)", a, b), heuristics.EqualInt(a, b)},
			scored{fmt.Sprintf("E.lt(%dn,%dn,1)", b, a), heuristics.LessInt(b, a)})
	}
	return append(out, scored{"E.f(true,1)", heuristics.Flag(true)},
		scored{"E.se(true,false,1)", heuristics.EqualBool(true, false)})
}

func number(v float64) string {
	if math.IsInf(v, 1) {
		return "Infinity"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// texts are compared with each other.
func texts() []string {
	return []string{"", "a", "b", "abc", "abd", "ABC", "xabc", "abcx", "hello world", "zz", "azzz", "1", "12",
		"2020-01-02", "ä", "日本", "😀", "a😀b", "日", strings.Repeat("ab", 40), strings.Repeat("ab", 40) + "c"}
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// textCases are comparisons of texts. Ordered texts have no characters of two UTF-16 units: JavaScript orders these
// before others, and Go after them.
func textCases() (out []scored) {
	for _, a := range texts() {
		for _, b := range texts() {
			x, y := quoted(a), quoted(b)
			call := func(name string, want heuristics.Truthness) {
				out = append(out, scored{fmt.Sprintf("E.%s(%s.%s(%s),%s,%s,1)", name, x, name, y, x, y), want})
			}
			out = append(out, scored{fmt.Sprintf("E.se(%s,%s,1)", x, y), heuristics.EqualString(a, b)})
			call("startsWith", heuristics.HasPrefix(a, b))
			call("endsWith", heuristics.HasSuffix(a, b))
			call("includes", heuristics.Contains(a, b))
			call("indexOf", heuristics.Contains(a, b))
			if utf8.RuneCountInString(a+b) == len([]rune(a+b)) && !strings.ContainsRune(a+b, '😀') {
				out = append(out, scored{fmt.Sprintf("E.lt(%s,%s,1)", x, y), heuristics.LessString(a, b)},
					scored{fmt.Sprintf("E.le(%s,%s,1)", x, y), heuristics.LessString(b, a).Not()})
			}
		}
	}
	return out
}

// readCases are texts that are read.
func readCases() (out []scored) {
	truth := func(ok bool, distance uint64) heuristics.Truthness {
		if ok {
			return heuristics.FromDistances(0, 1)
		}
		return heuristics.FromDistances(float64(max(distance, 1)), 0)
	}
	for _, s := range []string{"", "1", "[1,2]", "{", `{"a":1}`, `{"a" 1}`, `{"a":}`, "tru", "trux", "nul", `"abc`,
		`"\q"`, "[1,]", "01", "-", "1.", "1e", "x", "[[[", "1 2", `{"a":1,}`, `"ä`, "😀"} {
		out = append(out, scored{fmt.Sprintf("E.json(%s,1)", quoted(s)),
			truth(json.Valid([]byte(s)), heuristics.JSONDistance(s))})
	}
	for _, s := range []string{"1", "x", "1x", "--1", "1.5.2", ".", "1,5", "12e5", "1e", "+", "-.5", "!!"} {
		_, err := strconv.ParseFloat(s, 64)
		out = append(out, scored{fmt.Sprintf("E.number(%s,1)", quoted(s)),
			truth(err == nil, heuristics.DecimalDistance(s, 64))})
	}
	return out
}

// listCases are lists that are searched or compared.
func listCases() (out []scored) {
	lists := [][]string{{}, {"a"}, {"abc", "b"}, {"abc", "c"}, {"b", "abc", "x"}}
	for _, a := range lists {
		list, _ := json.Marshal(a)
		for _, v := range []string{"a", "abd", ""} {
			want := heuristics.Element(a, v, heuristics.EqualString)
			x := quoted(v)
			out = append(out, scored{fmt.Sprintf("E.includes(%s.includes(%s),%s,%s,1)", list, x, list, x), want},
				scored{fmt.Sprintf("E.has(new Set(%s).has(%s),new Set(%s),%s,1)", list, x, list, x), want})
		}
		for _, b := range lists {
			other, _ := json.Marshal(b)
			out = append(out, scored{fmt.Sprintf("E.equals(%v,%s,%s,1)", slices.Equal(a, b), list, other),
				heuristics.EqualSlices(a, b, slices.Equal(a, b))})
			m, n := counted(a), counted(b)
			out = append(out, scored{fmt.Sprintf("E.same(%v,null,new Map(%s),new Map(%s),1)", maps.Equal(m, n),
				entries(m), entries(n)), heuristics.EqualMaps(m, n, maps.Equal(m, n))})
		}
	}
	return out
}

// counted maps texts to their places.
func counted(list []string) map[string]float64 {
	m := map[string]float64{}
	for i, s := range list {
		m[s] = float64(i)
	}
	return m
}

func entries(m map[string]float64) string {
	list := [][2]any{}
	for _, k := range slices.Sorted(maps.Keys(m)) {
		list = append(list, [2]any{k, m[k]})
	}
	b, _ := json.Marshal(list)
	return string(b)
}

// TestConditionsThatAreCalls: each condition that is a call is a target of its own, whose score for the other outcome
// is that of the comparisons in the function. The same holds for `in`, by the nearest key, and instanceof, without a
// distance.
func TestConditionsThatAreCalls(t *testing.T) {
	dir := t.TempDir()
	code := js.Instrument(js.Source{Path: "f.js", Text: `function large(x) { return x > 100 }
function f(x) { if (large(x)) return 1; while (!large(x + 50)) return 2 }
function g(k) { return k in { lamp: 1 } ? 1 : [] instanceof Array }
class C { #a; has(o) { return #a in o } }`})
	require.NoError(t, code.Err)
	var ids []string
	for id, target := range code.Targets {
		if target.Side && slices.Contains([]string{"()", "in", "instanceof"}, target.Op) {
			ids = append(ids, strconv.Itoa(id))
		}
	}
	driver := `
const E = globalThis["__evoke__"];
const ids = [` + strings.Join(ids, ",") + `];
const take = () => {
  const v = new DataView(E.take());
  const s = {};
  for (let i = 0; i < v.byteLength; i += 12) s[v.getUint32(i, true)] = v.getFloat64(i + 4, true).toFixed(2);
  console.log(ids.map((n) => (s[n] || "-") + "/" + (s[n + 1] || "-")).join(" "));
};
f(0); take(); f(40); take(); f(99); take(); f(200); take(); g("x"); take(); g("lamq"); take(); new C().has({}); take();
`
	assert.Equal(t, `0.11/1.00 0.12/1.00 -/- -/-
0.11/1.00 0.18/1.00 -/- -/-
0.53/1.00 1.00/0.12 -/- -/-
1.00/0.11 -/- -/- -/-
-/- -/- 0.10/1.00 1.00/0.10
-/- -/- 0.55/1.00 1.00/0.10
-/- -/- -/- -/-
`, node(t, written(t, dir, "f.js", code.Text+driver), runtime(t, dir)))
}

// TestMute checks that a muted target is left out, and that others are not.
func TestMute(t *testing.T) {
	dir := t.TempDir()
	code := js.Instrument(js.Source{Path: "f.js", Text: "function f(x) { return x == 1 || x == 2 }"})
	require.NoError(t, code.Err)
	const driver = `
const E = globalThis["__evoke__"];
const take = () => { const v = new DataView(E.take()); const s = []; for (let i = 0; i < v.byteLength; i += 12) s.push(v.getUint32(i, true) + "=" + v.getFloat64(i + 4, true).toFixed(2)); console.log(s.join(" ")); };
f(1); take(); take();
E.mute([0, 3, 4, 900000]); f(1); f(4); take();
E.unmute(); f(3); take();
`
	got := node(t, written(t, dir, "f.js", code.Text+driver), runtime(t, dir))
	assert.Equal(t, `0=1.00 1=1.00 2=0.28 3=1.00 4=0.55

1=1.00 2=1.00 6=1.00 5=0.40
0=1.00 1=0.55 2=1.00 4=1.00 3=0.40 6=1.00 5=0.55
`, got)
}

// TestHeard checks what is kept of comparisons.
func TestHeard(t *testing.T) {
	dir := t.TempDir()
	code := js.Instrument(js.Source{Path: "f.js", Text: `function f(x) {
		return [x == 1, x === "k", x < null, x.startsWith("ab"), "q".includes(x), ["u", 2, {}].includes(x), new Map([["key", 1]]).has(x),
			x.match(/^a+$/), /b/.test(x), Number(x), JSON.parse("[1]"), x == "y".repeat(300)]
	}`})
	require.NoError(t, code.Err)
	const driver = `
const E = globalThis["__evoke__"];
f("text"); console.log(E.heard()); E.listen(true);
f("text"); for (const [id, operands] of JSON.parse(E.heard())) console.log(id, JSON.stringify(operands));
for (let i = 0; i < 9; i++) f("n" + i); console.log(JSON.parse(E.heard()).filter((x) => x[0] === 1).length);
E.listen(false); f("text"); console.log(E.heard());
`
	got := node(t, written(t, dir, "f.js", code.Text+driver), runtime(t, dir))
	assert.Equal(t, `[]
1 ["text",1]
3 ["text","k"]
5 ["text"]
7 ["text",{"form":"prefix","text":"ab"}]
9 ["q",{"form":"containing","text":"text"}]
11 ["text","u",2]
13 ["text","key"]
15 ["text",{"form":"matching","text":"^a+$"}]
17 ["text",{"form":"matching","text":"b"}]
19 ["text",{"form":"decimal","text":""}]
21 ["[1]",{"form":"json","text":""}]
23 ["text"]
4
[]
`, got)
}
