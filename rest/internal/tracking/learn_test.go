package tracking_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/sut"
)

// silent is a program that compares nothing.
func silent(t *testing.T) *program { return newProgram(t, func([][]any) []sut.Heard { return nil }) }

// taught is a program whose tracker knows what another one learned.
func taught(t *testing.T, by *program) *program {
	t.Helper()
	data, err := by.pool.Learned()
	require.NoError(t, err)
	require.NotEmpty(t, data)
	again, err := by.pool.Learned()
	require.NoError(t, err)
	assert.Nil(t, again, "it is told once")
	p := silent(t)
	require.NoError(t, p.pool.Learn(data))
	own, err := p.pool.Learned()
	require.NoError(t, err)
	assert.Nil(t, own, "what others know is not told again")
	return p
}

// TestOthersLearnWhatPaid: values, relations and the inputs that reach a condition.
func TestOthersLearnWhatPaid(t *testing.T) {
	p := newProgram(t, func(values [][]any) []sut.Heard {
		return []sut.Heard{
			{True: 10, False: 11, Operands: []any{values[1][0], values[0][0]}},
			{True: 12, False: 13, Operands: []any{values[1][0], "rohan", 'x', probe.Wanted{Form: probe.IP}}},
		}
	})
	p.evaluate(p.test("frodo", 1, "forest"), 11)
	require.True(t, p.pays("frodo", 10))
	other := taught(t, p)
	assert.InDelta(t, 50, other.bound("gondor", "moria", "gondor", "gondor"), 20)
	r, got := rand.New(rand.NewPCG(1, 2)), map[any]bool{}
	for range 50 {
		call := action.New(other.api.Named("GET /notes"), 0, 0)
		require.True(t, other.tracker.Inputs().Remind(r, call))
		got[call.Genotype.Value(0)] = true
	}
	assert.Contains(t, got, any("frodo"))
	assert.Greater(t, len(got), 10, "addresses are drawn anew")
	require.True(t, other.tracker.Inputs().Knows(12))
	wants := map[any]bool{}
	for range 200 {
		wants[valuesOf(other.tracker.Inputs().Aim(r, other.test("gondor", 1, "moria"), 1, 12, 0.5))[1][0]] = true
	}
	assert.Contains(t, wants, any("rohan"))
	assert.Contains(t, wants, any("x"))
}

// TestOthersLearnTypesAndMoments: what texts are decoded into, and how far moments lie
// apart.
func TestOthersLearnTypesAndMoments(t *testing.T) {
	p := silent(t)
	p.reads = func(values [][]any) string { return values[0][0].(string) }
	p.evaluate(p.test("frodo", 1, "forest"))
	other := taught(t, p)
	call := action.New(other.api.Named("POST /notes"), 0, 0)
	require.True(t, other.tracker.Inputs().Remind(rand.New(rand.NewPCG(1, 2)), call))
	assert.True(t, json.Valid([]byte(call.Genotype.Value(0).(string))))

	moment := func(v any) string {
		at, _ := time.Parse("02.01.2006", v.(string))
		return at.Format(time.RFC3339Nano)
	}
	p = newProgram(t, func(values [][]any) []sut.Heard {
		return []sut.Heard{
			{True: 10, False: 11, Operands: []any{moment(values[1][0]), moment(values[0][0])}},
			{True: 12, False: 13, Operands: []any{probe.Wanted{Form: probe.Timed, Text: "02.01.2006"}}},
		}
	})
	p.evaluate(p.test("10.03.2024", 1, "29.02.2024"), 11)
	require.True(t, p.pays("11.03.2024", 10))
	assert.InDelta(t, 50, taught(t, p).bound("31.12.2019", "01.01.2010", "31.12.2019", "01.01.2020"), 20)
}

// TestForeignKnowledge: what names no input here is left out, and what is no JSON fails.
func TestForeignKnowledge(t *testing.T) {
	p := silent(t)
	require.NoError(t, p.tracker.Inputs().Learn(nil))
	require.Error(t, p.tracker.Inputs().Learn([]byte("{")))
	require.NoError(t, p.pool.Learn([]byte(`{
		"Paid":[{"At":{"Operation":"PUT /x"},"Given":{"Plain":1}},{"At":{"Operation":"GET /notes"}}],
		"Tracked":{
			"Bonds":[{"To":{"Operation":"PUT /x"},"From":{"Operation":"GET /notes"}}],
			"Sources":[{"At":{"Operation":"PUT /x"},"Target":{"Kind":"branch","Name":"1"}}]}}`)))
	assert.False(t, p.tracker.Inputs().Remembers() || p.tracker.Inputs().Knows(1))
}
