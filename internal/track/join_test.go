package track_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/internal/track"
)

// TestJoined: for an operand that was made of inputs, it is known which inputs would make another text.
func TestJoined(t *testing.T) {
	for name, tt := range map[string]struct {
		inputs  []any
		operand string
		want    string
		split   []any // the inputs, in the order of the operand; nil if the operand cannot be that text
	}{
		"path": {[]any{"frodo", "sam"}, "/users/sam/friends/frodo", "/users/rosie/friends/merry",
			[]any{"rosie", "merry"}},
		"path of another":   {[]any{"frodo", "sam"}, "/users/sam/friends/frodo", "/param", nil},
		"number":            {[]any{"frodo", int64(7)}, "frodo:7", "merry:11", []any{"merry", int64(11)}},
		"number as a text":  {[]any{"frodo", int64(7)}, "frodo:7", "merry:eleven", nil},
		"last takes all":    {[]any{"frodo", "sam"}, "frodo/sam", "a/b/c", []any{"a", "b/c"}},
		"end has to fit":    {[]any{"frodo"}, "user frodo!", "user sam!", []any{"sam"}},
		"end does not fit":  {[]any{"frodo"}, "user frodo!", "user sam", nil},
		"too short":         {[]any{"frodo"}, "abfrodobc", "abc", nil},
		"longest first":     {[]any{"bag", "bag end"}, "at bag end", "at home", []any{"home"}},
		"same text twice":   {[]any{"frodo", "frodo"}, "frodo-frodo", "a-b", []any{"a", "b"}},
		"nothing between":   {[]any{"frodo", "sam"}, "frodosam.", "ab.", nil},
		"absent and others": {[]any{nil, true, "", "sam"}, "user:sam", "user:rosie", []any{"rosie"}},
	} {
		t.Run(name, func(t *testing.T) {
			j, ok := track.Joined(tt.inputs, tt.operand)
			require.True(t, ok)
			var before []any
			for _, i := range j.Inputs {
				before = append(before, tt.inputs[i])
			}
			got, ok := j.Split(tt.want, before)
			assert.Equal(t, tt.split != nil, ok)
			if ok {
				assert.Equal(t, tt.split, got)
			}
			same, ok := j.Split(tt.operand, before)
			if name != "nothing between" {
				assert.True(t, ok)
				assert.Equal(t, before, same)
			}
		})
	}
	for operand, inputs := range map[string][]any{
		"frodo":                            {"frodo"}, // the operand is the input
		"moria":                            {"frodo", int64(7)},
		"cat":                              {"a"}, // a letter within a word is there by chance
		"":                                 {"frodo"},
		"frodo" + strings.Repeat(" ", 2e3): {"frodo"},
	} {
		_, ok := track.Joined(inputs, operand)
		assert.False(t, ok, operand)
	}
}

// TestJoinedAgain: inputs that are joined by separators are found, and split again.
func TestJoinedAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-m]{3,8}`)
		names := rapid.SliceOfNDistinct(word, 1, 5, rapid.ID).Draw(t, "names")
		others := rapid.SliceOfN(rapid.StringMatching(`[n-z]{0,8}`), len(names), len(names)).Draw(t, "others")
		put := func(of []string) (operand string) {
			for i, s := range of {
				operand += fmt.Sprintf("/%d:%s", i, s)
			}
			return operand
		}
		var inputs, want []any
		for i := range names {
			inputs, want = append(inputs, names[i]), append(want, others[i])
		}
		j, ok := track.Joined(inputs, put(names))
		require.True(t, ok)
		require.Len(t, j.Inputs, len(names))
		got, ok := j.Split(put(others), inputs)
		require.True(t, ok)
		assert.Equal(t, want, got)
	})
}
