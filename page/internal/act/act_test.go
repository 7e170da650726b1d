package act

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/testcase"
)

// samples returns acts of all kinds.
func samples() []*Act {
	var out []*Act
	for _, f := range []visitor.Field{
		{Type: "text"}, {Type: "text", MinLength: 3, MaxLength: 5, Required: true},
		{Type: "text", Pattern: "[a-c]{2,4}"}, {Type: "number", Min: "1", Max: "9"},
		{Type: "number", Step: "0.5", Min: "0"}, {Type: "number", Min: "9", Max: "1"}, {Type: "range"},
		{Type: "date", Min: "2026-01-01"}, {Type: "time"}, {Type: "datetime-local"}, {Type: "month"}, {Type: "week"},
		{Type: "color"}, {Type: "email"}, {Type: "url"}, {Type: "one", Options: []string{"a", "b"}},
		{Type: "one"}, {Type: "search", Options: []string{"near"}}, {Type: "text", Pattern: "(?<=a)b"},
	} {
		e := visitor.Element{Path: "#field", Field: f}
		out = append(out, New(&visitor.Event{Kind: "fill", Element: e}, nil, false))
	}
	for _, kind := range []string{"click", "key", "drag", "drop", "hash", "storage", "online", "wait", "scroll"} {
		out = append(
			out,
			New(&visitor.Event{Kind: kind, Element: visitor.Element{Path: "#p"}},
				[]string{"#a", "#b"}, kind == "click"),
		)
	}
	return append(out, First())
}

// TestCodec: a decoded case does the same acts and mutates in the same way.
func TestCodec(t *testing.T) {
	for _, a := range samples() {
		r := rand.New(rand.NewPCG(1, 2))
		for range 30 {
			a.Randomize(r)
			text, err := Codec{}.EncodeCase(&testcase.Case{Actions: []testcase.Action{a}})
			require.NoError(t, err)
			c, err := Codec{}.DecodeCase(text)
			require.NoError(t, err, "%s", text)
			read := c.Actions[0].(*Act)
			assert.Equal(t, a.Key(), read.Key())
			assert.Equal(t, a.Given(), read.Given())
			assert.Equal(t, a.Answer(), read.Answer())
			again, err := Codec{}.EncodeCase(c)
			require.NoError(t, err)
			assert.Equal(t, string(text), string(again))
			if a.Value != nil {
				one, other := a.Clone().(*Act), read.Clone().(*Act)
				one.Value.Mutate(rand.New(rand.NewPCG(3, 4)), 0.5)
				other.Value.Mutate(rand.New(rand.NewPCG(3, 4)), 0.5)
				assert.Equal(t, one.Given(), other.Given(), "%s", text)
			}
		}
	}
	for _, text := range []string{
		"", "[]", "{}", `[{"Event":{"Kind":"click"},"Value":"1"}]`, `[{"Event":{"Kind":"storage"}}]`,
		`[{"Event":{"Kind":"storage"},"Value":"7"}]`,
	} {
		_, err := Codec{}.DecodeCase([]byte(text))
		require.ErrorIs(t, err, ErrForeign, text)
	}
}

func TestClonesShareNothing(t *testing.T) {
	a := New(&visitor.Event{Kind: "fill", Element: visitor.Element{Field: visitor.Field{Type: "number"}}}, nil, true)
	b := a.Clone().(*Act)
	before := b.Given()
	for a.Given() == before {
		a.Randomize(rand.New(rand.NewPCG(rand.Uint64(), 1)))
	}
	assert.Equal(t, before, b.Given())
	assert.Len(t, slices.Collect(b.Genes()), 2)
}

// TestValuesFitTheirFields: most values are allowed by the attributes of their field, and some are forbidden.
func TestValuesFitTheirFields(t *testing.T) {
	for name, tt := range map[string]struct {
		field   visitor.Field
		valid   string
		invalid bool
	}{
		"number":  {visitor.Field{Type: "number", Min: "1", Max: "9"}, `^[1-9]$`, true},
		"date":    {visitor.Field{Type: "date"}, `^\d{4}-\d\d-\d\d$`, false},
		"pattern": {visitor.Field{Type: "text", Pattern: "[a-c]{2,4}"}, `^[a-c]{2,4}$`, true},
		"options": {visitor.Field{Type: "one", Options: []string{"a", "b"}}, `^[ab]$`, false},
		"lengths": {visitor.Field{Type: "text", MinLength: 2, MaxLength: 3}, `^(?s:.){2,3}$`, true},
	} {
		t.Run(name, func(t *testing.T) {
			a := New(&visitor.Event{Kind: "fill", Element: visitor.Element{Field: tt.field}}, nil, false)
			r, valid := rand.New(rand.NewPCG(5, 6)), regexp.MustCompile(tt.valid)
			fits := 0
			for range 300 {
				a.Randomize(r)
				if valid.MatchString(textOf(a.Given())) {
					fits++
				}
			}
			assert.Greater(t, fits, 200)
			assert.Equal(t, tt.invalid, fits < 300, fits)
			require.NoError(t, gene.Check(a.Value))
		})
	}
}

func textOf(v any) string { return fmt.Sprint(v) }

// TestKeys: constants of scripts are recognised as keys by name, code or number.
func TestKeys(t *testing.T) {
	assert.Equal(t, []any{"Enter", "Escape"}, Keys(nil))
	constants := []any{"ArrowUp", "u", "KeyR", "Digit7", int64(38), int64(80), int64(32), "word", int64(5000), "u",
		"Key"}
	assert.Equal(t, []any{"Enter", "ArrowUp", "u", "r", "7", "p", " ", "Escape"}, Keys(constants))
}
