package js_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/js"
)

// formula is an expression in two forms: as source, and with closures in place of && || ??, with the same probes for
// all else. The parser folds !!, and operands that are never null before ??, so a formula has to know what is a
// boolean.
type formula struct {
	source, closures string
	boolean          bool
}

// hidden wraps a formula so that the parser knows nothing of its value.
func (f formula) hidden() formula {
	if !f.boolean {
		return f
	}
	return formula{source: "id(" + f.source + ")", closures: "id(" + f.closures + ")"}
}

// formulas draws formulas. The numbers of targets follow those of the instrumenter.
type formulas struct {
	rng  *rand.Rand
	next int
}

func (f *formulas) target() int {
	n := f.next
	f.next += 2
	return n
}

func (f *formulas) draw(depth int) formula {
	if depth == 0 {
		return f.leaf()
	}
	switch f.rng.IntN(8) {
	case 0:
		a := f.draw(depth - 1).hidden()
		return formula{"!(" + a.source + ")", "E.n(" + a.closures + ")", true}
	case 1:
		a := f.draw(depth - 1)
		return formula{source: "id(" + a.source + ")", closures: "id(" + a.closures + ")"}
	case 2:
		return f.leaf()
	}
	ops := [][2]string{{"||", "or"}, {"&&", "and"}, {"??", "there"}}
	op := ops[f.rng.IntN(3)]
	n := f.target()
	a, b := f.draw(depth-1), f.draw(depth-1)
	if op[0] == "??" {
		a = a.hidden()
	}
	return formula{
		source:   fmt.Sprintf("(%s)%s(%s)", a.source, op[0], b.source),
		closures: fmt.Sprintf("closures.%s(()=>%s,()=>%s,%d)", op[1], a.closures, b.closures, n),
	}
}

func (f *formulas) leaf() formula {
	same := []string{"boom()", "n", "again(n)", "nothing()", "id(n)", "caught(n)"}
	if k := f.rng.IntN(len(same) + 3); k < len(same) {
		return formula{source: same[k], closures: same[k]}
	}
	k := f.rng.IntN(4)
	ops := [][2]string{{"<", "lt"}, {"==", "eq"}, {">=", "ge"}, {"!==", "sn"}}
	op := ops[f.rng.IntN(4)]
	return formula{fmt.Sprintf("n%s%d", op[0], k), fmt.Sprintf("E.%s(n,%d,%d)", op[1], k, f.target()), true}
}

// world has the functions that formulas call. It has no probes.
const world = `
const E = globalThis["__evoke__"];
const id = (x) => x, nothing = () => undefined, boom = () => { throw new Error("boom") };
let t, depth = 0;
const again = (n) => { if (n <= 0 || depth > 2) return 0; depth++; try { return t(n - 1) } finally { depth-- } };
const caught = (n) => { try { return again(n) } catch { E.c(); return 0 } };
const shown = (f) => { try { return String(f()) } catch (e) { return "throws " + e.message } };
const taken = () => { const v = new DataView(E.take()); const s = []; for (let i = 0; i < v.byteLength; i += 12) s.push([v.getUint32(i, true), v.getFloat64(i + 4, true)]); return s.sort((a, b) => a[0] - b[0]).filter((x) => x[0] > 0).join(" ") };
const run = (name, f) => { for (let n = 0; n < 5; n++) { t = f; const r = shown(() => t(n)); console.log(name, n, r, taken()) } };
`

// TestLogic compares the form without closures with that of the paper, score by score.
func TestLogic(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	reference, err := os.ReadFile("testdata/closures.js")
	require.NoError(t, err)
	text, err := js.Runtime()
	require.NoError(t, err)
	end := strings.LastIndex(text, "})();")
	both := written(t, dir, "both.js", text[:end]+string(reference)+text[end:])
	var flat, closures strings.Builder
	flat.WriteString(world)
	closures.WriteString(world)
	for i := range 400 {
		f := formulas{rng: rng, next: 1}
		drawn := f.draw(1 + rng.IntN(4))
		code := js.Instrument(js.Source{Path: "f.js",
			Text: "function f" + fmt.Sprint(i) + "(n){return " + drawn.source + "}"})
		require.NoError(t, code.Err)
		fmt.Fprintf(&flat, "%s\nrun(%d,f%d)\n", code.Text, i, i)
		fmt.Fprintf(&closures, "run(%d,(n)=>%s)\n", i, drawn.closures)
	}
	want := strings.Split(node(t, written(t, dir, "closures.js", closures.String()), both), "\n")
	got := strings.Split(node(t, written(t, dir, "flat.js", flat.String()), both), "\n")
	require.Len(t, want, 400*5+1)
	assert.Contains(t, strings.Join(want, "\n"), "throws boom 1,")
	for i := range want {
		require.Equal(t, want[i], got[i])
	}
}

// TestStack checks the purpose of the form without closures: how deep a program may recurse.
func TestStack(t *testing.T) {
	dir := t.TempDir()
	reference, err := os.ReadFile("testdata/closures.js")
	require.NoError(t, err)
	text, err := js.Runtime()
	require.NoError(t, err)
	end := strings.LastIndex(text, "})();")
	both := written(t, dir, "both.js", text[:end]+string(reference)+text[end:])
	code := js.Instrument(js.Source{Path: "f.js",
		Text: "function flat(n) { return deepest = n, n === -1 || flat(n + 1) && true }"})
	require.NoError(t, code.Err)
	got := node(t, written(t, dir, "deep.js", "let deepest;const E = globalThis['__evoke__'];"+code.Text+`
function nested(n) { return deepest = n, closures.or(() => E.se(n, -1, 1), () => closures.and(() => nested(n + 1), () => true, 3), 5) }
const depth = (f) => { try { f(0) } catch {} return deepest };
console.log(depth(flat) > 3 * depth(nested), depth(flat) > 3000);
`), both)
	assert.Equal(t, "true true\n", got)
}
