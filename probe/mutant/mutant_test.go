package mutant

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPoints(t *testing.T) {
	var off, on Point
	on.state.Store(switched)
	failed := errors.New("failed")
	assert.False(t, off.On())
	assert.True(t, on.On())
	assert.Equal(t, uint32(reached), off.state.Load())
	assert.Equal(t, uint32(reached|switched), on.state.Load())
	assert.Equal(t, []int{0, 1}, []int{off.One(), on.One()})
	assert.Equal(t, []string{"a", ""}, []string{off.Text("a"), on.Text("a")})
	assert.Equal(t, []error{failed, nil}, []error{off.Err(failed), on.Err(failed)})
	assert.Equal(t, []int{8, 4}, []int{Add(&off, 6, 2), Add(&on, 6, 2)})
	assert.Equal(t, []uint8{4, 8}, []uint8{Sub(&off, uint8(6), 2), Sub(&on, uint8(6), 2)})
	assert.Equal(t, []float64{3, 0.75, 0}, []float64{Mul(&off, 1.5, 2), Mul(&on, 1.5, 2), Mul(&on, 1.5, 0)})
	assert.Equal(t, []int{3, 12}, []int{Div(&off, 6, 2), Div(&on, 6, 2)})
}

func TestTable(t *testing.T) {
	before := len(Sites())
	points := make([]Point, 3)
	assert.True(t, Register(Package{Path: "x", Points: points, Sites: "f\ta < b becomes a <= b\n(*t).g\t1 becomes 2"}))
	assert.Equal(t, []Site{
		{Package: "x", Function: "f", Change: "a < b becomes a <= b"},
		{Package: "x", Function: "(*t).g", Change: "1 becomes 2"},
		{Package: "x"},
	}, Own().Sites()[before:])
	Forget()
	assert.Empty(t, Reached())
	Switch(before+1, true)
	assert.Empty(t, Reached(), "to switch a mutant on is not to reach it")
	assert.False(t, points[0].On())
	assert.True(t, points[1].On())
	assert.Equal(t, []int{before, before + 1}, Reached())
	Own().Switch(before+1, false)
	Forget()
	assert.False(t, points[1].On())
	assert.Equal(t, []int{before + 1}, Own().Reached())
	assert.Empty(t, Own().Reached(), "they are forgotten")
}
