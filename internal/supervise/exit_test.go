package supervise

import (
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestExitNote: the parent reads the place where the program ends itself, and ignores a note of an end that did not
// happen.
func TestExitNote(t *testing.T) {
	at := runtime.Frame{Function: "example.com/shop%2ev2/cart.(*Cart).Add.func1", File: "/src/cart/cart.go", Line: 12}
	for name, how := range stores {
		t.Run(name, func(t *testing.T) {
			r, path := open(t, how)
			assert.Empty(t, read(t, path).Exit)
			r.Test(1, 1)
			r.Call(&Request{Operation: "a"})
			r.Exit(at)
			assert.Equal(t, "cart.(*Cart).Add.func1 (cart.go:12)", read(t, path).Exit)
			at := at
			at.Function, at.Line = "main.main", 7
			r.Exit(at)
			flight := read(t, path)
			assert.Equal(t, "main.main (cart.go:7)", flight.Exit, "the last one")
			assert.Equal(t, []Request{{Operation: "a"}}, flight.Requests)

			for range lateCalls {
				r.Call(&Request{})
			}
			r.Test(2, 2)
			assert.NotEmpty(t, read(t, path).Exit, "a process takes its time to end")
			r.Call(&Request{})
			assert.Empty(t, read(t, path).Exit, "but not so long")

			r.Exit(runtime.Frame{Function: "main." + strings.Repeat("ä", noteSize), File: "x.go"})
			assert.Less(t, len(read(t, path).Exit), noteSize)
			next, err := Record(path)
			require.NoError(t, err)
			assert.Empty(t, read(t, path).Exit, "that of another process")
			require.NoError(t, next.Close())
		})
	}
	(*Recorder)(nil).Exit(at)
}

// TestExitsBesideCalls: notes and requests do not overwrite each other, however many requests there are.
func TestExitsBesideCalls(t *testing.T) {
	for name, how := range stores {
		t.Run(name, func(t *testing.T) {
			r, path := open(t, how)
			r.Test(1, 1)
			var group sync.WaitGroup
			for _, function := range []string{"main.a", "main.b"} {
				group.Go(func() {
					for range 50 {
						r.Exit(runtime.Frame{Function: function, File: "x.go", Line: 1})
					}
				})
			}
			long := Request{Operation: strings.Repeat("o", 1000)}
			for range 3000 {
				r.Call(&long)
			}
			group.Wait()
			r.Exit(runtime.Frame{Function: "main.c", File: "x.go", Line: 1})
			flight := read(t, path)
			assert.Equal(t, "main.c (x.go:1)", flight.Exit)
			assert.Equal(t, 3000, len(flight.Requests)+flight.Omitted)
			assert.Equal(t, long, flight.Requests[len(flight.Requests)-1])
		})
	}
}

func FuzzExitPlace(f *testing.F) {
	f.Add([]byte{}, uint64(0))
	f.Add(make([]byte, noteSize), uint64(3))
	f.Add([]byte("\x01\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00ab"), uint64(1))
	f.Fuzz(func(t *testing.T, note []byte, calls uint64) {
		assert.LessOrEqual(t, len(exitPlace(note, calls)), len(note))
	})
}
