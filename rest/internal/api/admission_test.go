package api

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// drawn counts who is drawn; the first is nobody.
func drawn(t *testing.T, a *Admission, leaveOut int) []float64 {
	t.Helper()
	r, out := rand.New(rand.NewPCG(1, 2)), make([]float64, len(a.visitors))
	for range 20000 {
		user := a.Draw(r, 0.1, leaveOut)
		require.GreaterOrEqual(t, user, -1)
		require.Less(t, user, len(out)-1)
		out[user+1] += 1.0 / 20000
	}
	return out
}

func TestWhoIsDrawn(t *testing.T) {
	times := func(a *Admission, n, user, status int) *Admission {
		for range n {
			a.Answered(user, status)
		}
		return a
	}
	tests := []struct {
		name     string
		a        *Admission
		leaveOut int
		want     []float64
	}{
		{"nothing is asked for", NewAdmission([]bool{true, true}, true, 0), -2, []float64{0.09, 0.455, 0.455}},
		{"by the schema", NewAdmission([]bool{true, false}, false, 0), -2, []float64{0.025, 0.95, 0.025}},
		{"nobody fits", NewAdmission([]bool{false, false}, false, 0), -2, []float64{0.09, 0.455, 0.455}},
		{"the schema is wrong", times(times(NewAdmission([]bool{true, false}, false, 0), 30, 1, 200), 30, 0, 401), -2,
			[]float64{0.025, 0.025, 0.95}},
		{"all are refused at times", times(times(times(NewAdmission([]bool{true, true}, false, 0), 40, 0, 200), 40, 0,
			403), 40, 1, 404), -2, []float64{0.05, 0.31, 0.64}},
		{"another user", times(NewAdmission([]bool{true, true, true}, false, 0), 9, 2, 401), 0,
			[]float64{0.025, 0, 0.95, 0.025}},
		{"no other user is admitted", NewAdmission([]bool{true, false}, false, 0), 0, []float64{0.5, 0, 0.5}},
		{"a forged credential", times(NewAdmission([]bool{true, false}, true, 1), 30, 1, 200), -2,
			[]float64{0.09, 0.86, 0.05}},
		{"one user", NewAdmission([]bool{true}, false, 0), 0, []float64{1, 0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.InDeltaSlice(t, tt.want, drawn(t, tt.a, tt.leaveOut), 0.015)
		})
	}
}

func TestWhoIsAdmitted(t *testing.T) {
	var none *Admission
	none.Answered(0, 401)
	assert.True(t, none.Admits(0))
	a := NewAdmission([]bool{true, true}, false, 0)
	assert.True(t, a.Admits(0))
	assert.False(t, a.Admits(-1))
	assert.True(t, a.Others(0))
	a.Answered(1, 0) // no answer tells nothing
	assert.True(t, a.Admits(1))
	a.Answered(1, 403)
	a.Answered(1, 401)
	assert.False(t, a.Admits(1))
	assert.False(t, a.Others(0))
	assert.True(t, a.Admits(7), "a user that came later is as good as any")
}

// A user whom the security of an operation does not ask for need not log in anew when it
// refuses, and neither need one whom it refused often.
func TestWhoIsTurnedAway(t *testing.T) {
	a := NewAdmission([]bool{true, false}, false, 0)
	a.Answered(1, 401)
	assert.True(t, a.Turns(1))
	for range unfit {
		assert.False(t, a.Turns(0))
		a.Answered(0, 401)
	}
	assert.True(t, a.Turns(0))
	a.Answered(0, 200)
	assert.False(t, a.Turns(0))
}
