package states_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/internal/states"
	"github.com/evoke-go/evoke/js"
)

// TestReduce is worked by hand. The function start of the paper's Figure 1 takes one of two branches, 27
// and 29, and returns nothing.
//
//	state   branches   mutated states (branches, return, DOM)
//	o0      27         m0 (27, undefined, a)   m1 (29, undefined, a)
//	o1      27         m2 (27, string, a)
//	o2      29         m3 (29, undefined, b)
//	o3      27 29      none
//	o4      29         m4 (29, undefined, a)
//
// By branches: {m0 m2} {m1 m3 m4}. By return and DOM: {m0 m1 m4} {m2} {m3}. Each of m0 to m4 is in two of
// these five sets; m0 comes first and leaves {m1 m3 m4} {m2} {m3}. Of those m3 is in two; it leaves {m2}.
// So o0, o2 and o1 are kept. Of the original states by branches, {o0 o1} {o2 o4} {o3}, the last one has none
// of these, so o3 is kept as well, and o4 is not.
func TestReduce(t *testing.T) {
	OST := []states.State{
		{Branches: []int{27}}, {Branches: []int{27}}, {Branches: []int{29}},
		{Branches: []int{29, 27}}, {Branches: []int{29}},
	}
	MST := []states.Mutated{
		{states.State{Branches: []int{27}, Return: "undefined", DOM: []string{"a"}}, 0},
		{states.State{Branches: []int{29}, Return: "undefined", DOM: []string{"a"}}, 0},
		{states.State{Branches: []int{27}, Return: "string", DOM: []string{"a"}}, 1},
		{states.State{Branches: []int{29}, Return: "undefined", DOM: []string{"b"}}, 2},
		{states.State{Branches: []int{29}, Return: "undefined", DOM: []string{"a"}}, 4},
	}
	assert.Equal(t, []int{0, 1, 2, 3}, states.Reduce(OST, MST))
	assert.Equal(t, []int{0, 2, 3}, states.Reduce(OST, MST[:2]), "m0 and m1 are of o0")
	assert.Equal(t, []int{0, 2, 3}, states.Reduce(OST, nil), "one for each set of branches")
	assert.Empty(t, states.Reduce(nil, nil))
}

// TestReduceProperties: no set of branches and no class of mutated states is lost, what is kept are states, no
// more than there are classes, and it is the same whenever it is asked for, in whatever order branches and
// properties are listed.
func TestReduceProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		state := rapid.Custom(func(t *rapid.T) states.State {
			return states.State{
				Branches: rapid.SliceOfN(rapid.IntRange(0, 3), 0, 3).Draw(t, "branches"),
				Return:   rapid.SampledFrom([]string{"", "number", "string"}).Draw(t, "return"),
				DOM:      rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b"}), 0, 2).Draw(t, "DOM"),
			}
		})
		OST := rapid.SliceOfN(state, 1, 12).Draw(t, "OST")
		MST := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) states.Mutated {
			return states.Mutated{State: state.Draw(t, "state"), Of: rapid.IntRange(0, len(OST)-1).Draw(t, "of")}
		}), 0, 20).Draw(t, "MST")
		kept := states.Reduce(OST, MST)

		require.True(t, slices.IsSorted(kept))
		require.Len(t, slices.Compact(slices.Clone(kept)), len(kept))
		require.True(t, kept[0] >= 0 && kept[len(kept)-1] < len(OST))
		require.Equal(t, kept, states.Reduce(turned(OST), MST))

		classes := map[string]bool{}
		for i, origSt := range OST {
			classes[branches(origSt)] = true
			same := func(k int) bool { return branches(OST[k]) == branches(OST[i]) }
			require.True(t, slices.ContainsFunc(kept, same), "branches of %d", i)
		}
		for _, mutSt := range MST {
			classes["mutated "+branches(mutSt.State)], classes[properties(mutSt.State)] = true, true
			for _, of := range []func(states.State) string{branches, properties} {
				require.True(t, stands(kept, MST, func(s states.State) bool { return of(s) == of(mutSt.State) }))
			}
		}
		require.LessOrEqual(t, len(kept), len(classes))
	})
}

// stands reports whether a kept state has a mutated one that is as it is asked for.
func stands(kept []int, MST []states.Mutated, is func(states.State) bool) bool {
	return slices.ContainsFunc(MST, func(m states.Mutated) bool { return slices.Contains(kept, m.Of) && is(m.State) })
}

func branches(s states.State) string {
	return fmt.Sprint(slices.Compact(slices.Sorted(slices.Values(s.Branches))))
}

func properties(s states.State) string {
	return fmt.Sprint(s.Return, " ", slices.Compact(slices.Sorted(slices.Values(s.DOM))))
}

// turned are states with their lists in the opposite order.
func turned(list []states.State) (out []states.State) {
	for _, s := range list {
		s.Branches, s.DOM = slices.Clone(s.Branches), slices.Clone(s.DOM)
		slices.Reverse(s.Branches)
		slices.Reverse(s.DOM)
		out = append(out, s)
	}
	return out
}

// TestReturn lists shapes of returned values.
func TestReturn(t *testing.T) {
	for value, want := range map[string]string{
		`5`: "number", `"a"`: "string", `true`: "boolean", `null`: "null", `[]`: "array", ``: "undefined",
		`[1,"a",2]`:                        "array of number or string",
		`{"b":1,"a":[{"c":null}]}`:         "object{a array of object{c null}, b number}",
		`{"$type":"undefined"}`:            "undefined",
		`{"$type":"number","value":"NaN"}`: "number",
		`{"$type":"object","$class":"Cart","n":1,"$$type":"x"}`: "Cart{$$type string, n number}",
		`{"$type":"Error","$class":"TypeError","message":"m"}`:  "TypeError",
		`{"$type":"Map","entries":[[1,2]]}`:                     "Map",
		`{"$ref":"$.this"}`:                                     "object known",
		`{"a":{"b":{"c":{"d":{"e":1}}}}}`:                       "object{a object{b object{c object{d object}}}}",
	} {
		assert.Equal(t, want, states.Return(&js.Exit{Ended: "returned", Value: json.RawMessage(value)}), value)
	}
	assert.Equal(t, "throws", states.Return(&js.Exit{Ended: "threw"}))
	assert.Empty(t, states.Return(nil))
}

// TestOfRecords reduces what the runtime recorded: a JSON text as it comes from a page.
func TestOfRecords(t *testing.T) {
	const told = `{"calls":[
		{"function":0,"entry":{"arguments":[1]},"exit":{"ended":"returned","value":1},"covered":[1,2],"times":1},
		{"function":0,"entry":{"arguments":[2]},"exit":{"ended":"returned","value":2},"covered":[1,2],"times":3},
		{"function":0,"entry":{"arguments":[-1]},"exit":{"ended":"threw"},"covered":[1,3],"times":1}
	],"missed":0}`
	var records js.Records
	require.NoError(t, json.Unmarshal([]byte(told), &records))
	var OST []states.State
	for _, r := range records.Calls {
		OST = append(OST, states.State{Branches: r.Covered, Return: states.Return(r.Exit)})
	}
	assert.Equal(t, []int{0, 2}, states.Reduce(OST, nil))
}
