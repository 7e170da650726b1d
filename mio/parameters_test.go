package mio

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestParameters(t *testing.T) {
	for _, tt := range []struct {
		name     string
		mio      MIO[int]
		progress float64
		want     parameters
	}{
		{"start", MIO[int]{}, 0, parameters{pr: 0.5, n: 10, m: 1, focus: 0}},
		{"half way", MIO[int]{}, 0.25, parameters{pr: 0.25, n: 6, m: 6, focus: 0.5}},
		{"focused", MIO[int]{}, 0.5, parameters{pr: 0, n: 1, m: 10, focus: 1}},
		{"end", MIO[int]{}, 1, parameters{pr: 0, n: 1, m: 10, focus: 1}},
		{"later focus", MIO[int]{F: 0.8}, 0.4, parameters{pr: 0.25, n: 6, m: 6, focus: 0.5}},
		{"focused at once", MIO[int]{F: -1}, 0, parameters{pr: 0, n: 1, m: 10, focus: 1}},
		{"no random sampling", MIO[int]{Pr: Ramp{-1, -1}}, 0, parameters{pr: -1, n: 10, m: 1, focus: 0}},
		{"own ramps", MIO[int]{Pr: Ramp{1, 0.5}, N: Ramp{4, 2}, M: Ramp{3, 3}}, 0.5,
			parameters{pr: 0.5, n: 2, m: 3, focus: 1}},
		{"at least one", MIO[int]{N: Ramp{-3, 0}, M: Ramp{math.NaN(), 0}}, 0,
			parameters{pr: 0.5, n: 1, m: 1, focus: 0}},
		{"at most what a population holds", MIO[int]{N: Ramp{1e4, 1}}, 0,
			parameters{pr: 0.5, n: maxMembers, m: 1, focus: 0}},
		{"beyond any int", MIO[int]{M: Ramp{1e300, 1}}, 0, parameters{pr: 0.5, n: 10, m: math.MaxInt32, focus: 0}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, tt.mio.parameters(tt.progress))
		})
	}
}

// TestParametersChangeOneWay: with the defaults, random sampling and the size of populations only fall, and the
// mutations in a row and the focus only rise.
func TestParametersChangeOneWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := MIO[int]{F: rapid.Float64Range(0, 1).Draw(t, "F")}
		early := rapid.Float64Range(0, 1).Draw(t, "early")
		late := rapid.Float64Range(early, 1).Draw(t, "late")
		x, y := a.parameters(early), a.parameters(late)
		assert.GreaterOrEqual(t, x.pr, y.pr)
		assert.GreaterOrEqual(t, x.n, y.n)
		assert.LessOrEqual(t, x.m, y.m)
		assert.LessOrEqual(t, x.focus, y.focus)
		assert.True(t, 0 <= x.pr && y.focus <= 1 && y.n >= 1 && x.m >= 1)
	})
}
