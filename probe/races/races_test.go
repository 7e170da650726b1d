package races_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe/races"
)

const text = `==================
WARNING: DATA RACE
Read at 0x000000622398 by goroutine 12:
  shop%2ev2.(*cart).total()
      /home/me/shop/cart.go:7 +0x24
  shop%2ev2.New.func2()
      /home/me/shop/shop.go:15 +0x6d

Previous write at 0x000000622398 by goroutine 11:
  runtime.mapassign_faststr()
      /go/src/internal/runtime/maps/runtime_faststr.go:263 +0x0
  shop%2ev2.(*cart).add()
      /home/me/shop/cart.go:5 +0x3c

Goroutine 12 (running) created at:
  main.main()
      /home/me/shop/main.go:15 +0x119
==================
==================
WARNING: DATA RACE
Write at 0x000000622398 by goroutine 12:
  main.f()
      /home/me/f.go:7 +0x24

Previous read at 0x000000622398 by goroutine 11:
  [failed to restore the stack]

Goroutine 12 (running) created at:
  main.main()
      /home/me/shop/main.go:15 +0x119
==================
`

func TestParse(t *testing.T) {
	reports := races.Parse(text)
	require.Len(t, reports, 1, "one has a stack only")
	r := reports[0]
	assert.False(t, r[0].Write)
	assert.True(t, r[1].Write)
	require.Len(t, r[0].Stack, 2)
	assert.Equal(t, "shop%2ev2.(*cart).total", r[0].Stack[0].Function)
	assert.Equal(t, "/home/me/shop/cart.go", r[0].Stack[0].File)
	assert.Equal(t, 7, r[0].Stack[0].Line)
	require.Len(t, r[1].Stack, 2)
	assert.Equal(t, "shop%2ev2.(*cart).add", r[1].Stack[1].Function)
	assert.Empty(t, races.Parse("nothing"))
}

func FuzzParse(f *testing.F) {
	f.Add(text)
	f.Add("WARNING: DATA RACE\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range races.Parse(text) {
			for _, a := range r {
				assert.NotEmpty(t, a.Stack)
			}
		}
	})
}
