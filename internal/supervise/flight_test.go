package supervise

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// stores are the two ways a recorder keeps its data.
var stores = map[string]func(*os.File) ([]byte, store, error){"mapped": mapped, "written": written}

// open is Record with a store.
func open(t testing.TB, how func(*os.File) ([]byte, store, error)) (*Recorder, string) {
	path := filepath.Join(t.TempDir(), "flight")
	f, err := openFlight(path)
	require.NoError(t, err)
	r, err := newRecorder(f, how)
	require.NoError(t, err)
	t.Cleanup(func() { _ = r.Close() })
	return r, path
}

func read(t require.TestingT, path string) Flight {
	flight, err := ReadFlight(path)
	require.NoError(t, err)
	return flight
}

func TestFlight(t *testing.T) {
	for name, how := range stores {
		t.Run(name, func(t *testing.T) {
			r, path := open(t, how)
			assert.Equal(t, Flight{Process: os.Getpid()}, read(t, path), "nothing was done yet")

			r.Phase("search")
			r.Test(3, 20)
			assert.Equal(t, Flight{Process: os.Getpid(), Phase: "search", Evaluation: 3, Cost: 20}, read(t, path))

			before := time.Now()
			first := Request{Operation: "GET /books", Method: "GET", Target: "/books?limit=1",
				Header: map[string][]string{"Accept": {"a", "b"}}}
			r.Call(&first)
			flight := read(t, path)
			assert.True(t, flight.Calling)
			assert.EqualValues(t, 1, flight.Calls)
			assert.WithinRange(t, flight.Began, before.Add(-time.Second), time.Now().Add(time.Second))
			assert.Equal(t, []Request{first}, flight.Requests)

			r.Answered()
			second := Request{Operation: "POST /books", Method: "POST", Target: "/books",
				Body: []byte("{}"), Gone: true}
			r.Call(&second)
			r.Answered()
			flight = read(t, path)
			assert.False(t, flight.Calling)
			assert.EqualValues(t, 2, flight.Calls)
			assert.Equal(t, []Request{first, second}, flight.Requests)

			r.Phase("minimise")
			r.Test(4, 22)
			flight = read(t, path)
			assert.Empty(t, flight.Requests, "of the last test")
			assert.Equal(t, "minimise", flight.Phase)
			require.NoError(t, r.Close())
			assert.Equal(t, flight, read(t, path), "closed")
		})
	}
}

// TestFlightKeepsWhatFits: of long bodies the beginning is kept, and when the
// recorder is full, the calls without their bodies, and then their number.
func TestFlightKeepsWhatFits(t *testing.T) {
	for name, how := range stores {
		t.Run(name, func(t *testing.T) {
			r, path := open(t, how)
			r.Test(1, 1)
			long := Request{
				Operation: "PUT", Target: strings.Repeat("t", maxText+1),
				Header: map[string][]string{"A": {strings.Repeat("v", maxHeaders)}, "B": {"b"}},
				Body:   bytes.Repeat([]byte("x"), maxBody+1),
			}
			r.Call(&long)
			flight := read(t, path)
			require.Len(t, flight.Requests, 1)
			got := flight.Requests[0]
			assert.True(t, got.Truncated)
			assert.Equal(t, long.Target[:maxText], got.Target)
			assert.Equal(t, long.Body[:maxBody], got.Body)
			assert.NotContains(t, got.Header, "A")

			for range 1000 {
				r.Call(&long)
			}
			flight = read(t, path)
			assert.True(t, flight.Calling)
			assert.EqualValues(t, 1001, flight.Calls)
			assert.Positive(t, flight.Omitted)
			assert.Equal(t, 1001, len(flight.Requests)+flight.Omitted)
			assert.Empty(t, flight.Requests[len(flight.Requests)-1].Body)

			r.Test(2, 2)
			r.Call(&Request{Operation: "after"})
			flight = read(t, path)
			assert.Equal(t, []Request{{Operation: "after"}}, flight.Requests)
			assert.Zero(t, flight.Omitted)
			r.Phase(strings.Repeat("p", 1000))
			assert.Equal(t, strings.Repeat("p", maxPhase), read(t, path).Phase)
			assert.Len(t, read(t, path).Requests, 1)
		})
	}
}

// TestFlightOfAnyCalls compares what is read with what was told.
func TestFlightOfAnyCalls(t *testing.T) {
	r, path := open(t, mapped)
	text := rapid.StringN(-1, 20, -1)
	rapid.Check(t, func(t *rapid.T) {
		r.Test(1, 1)
		var told []Request
		for range rapid.IntRange(0, 5).Draw(t, "calls") {
			request := Request{Operation: text.Draw(t, "operation"), Method: text.Draw(t, "method"),
				Target: text.Draw(t, "target")}
			if header := rapid.MapOfN(text, rapid.SliceOfN(text, 1, 3), 0, 3).Draw(t, "header"); len(header) > 0 {
				request.Header = header
			}
			if body := rapid.SliceOf(rapid.Byte()).Draw(t, "body"); len(body) > 0 {
				request.Body = body
			}
			r.Call(&request)
			told = append(told, request)
		}
		assert.Equal(t, told, read(t, path).Requests)
	})
}

func TestFlightErrors(t *testing.T) {
	_, err := ReadFlight(filepath.Join(t.TempDir(), "nothing"))
	assert.ErrorIs(t, err, os.ErrNotExist)
	_, err = Record(filepath.Join(t.TempDir(), "no", "folder"))
	assert.ErrorIs(t, err, os.ErrNotExist)
	path := filepath.Join(t.TempDir(), "short")
	require.NoError(t, os.WriteFile(path, []byte("short"), 0o600))
	assert.Equal(t, Flight{}, read(t, path))
	var none *Recorder
	none.Phase("a")
	none.Test(1, 1)
	none.Call(&Request{})
	none.Answered()
	assert.NoError(t, none.Close())
}

// TestFlightWhileWritten reads while another goroutine writes, as another
// process would: what is read belongs together.
func TestFlightWhileWritten(t *testing.T) {
	r, path := open(t, mapped)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for i := 1; ; i++ {
			r.Test(i, i)
			r.Call(&Request{Operation: strings.Repeat("o", i)})
			select {
			case <-stop:
				return
			case <-time.After(50 * time.Microsecond):
			}
		}
	}()
	for read(t, path).Evaluation < 100 {
		flight := read(t, path)
		assert.Equal(t, flight.Evaluation, flight.Cost)
		if len(flight.Requests) > 0 { // not between Test and Call
			assert.Len(t, flight.Requests[0].Operation, flight.Evaluation)
		}
	}
	close(stop)
	<-stopped
}

func FuzzParseFlight(f *testing.F) {
	r, path := open(f, written)
	r.Phase("search")
	r.Test(1, 2)
	r.Call(&Request{Operation: "a", Header: map[string][]string{"h": {"v"}}, Body: []byte("b")})
	data, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data[:512])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		flight := parseFlight(data)
		assert.LessOrEqual(t, len(flight.Phase), maxPhase)
		size := 0
		for _, r := range flight.Requests {
			size += len(r.Operation) + len(r.Target) + len(r.Body)
		}
		assert.LessOrEqual(t, size, len(data))
	})
}

func TestRecorderDoesNotAllocate(t *testing.T) {
	for name, how := range stores {
		r, _ := open(t, how)
		request := someRequest()
		assert.Zero(t, testing.AllocsPerRun(100, func() {
			r.Phase("search")
			r.Test(1, 1)
			r.Call(request)
			r.Answered()
		}), name)
	}
}

func someRequest() *Request {
	return &Request{
		Operation: "POST /books", Method: "POST", Target: "/books/12345?limit=10&sort=asc",
		Header: map[string][]string{"Accept": {"*/*"}, "Content-Type": {"application/json"},
			"Authorization": {"Bearer abcdef"}},
		Body: []byte(`{"title":"a title","author":"an author","year":1984,"tags":["a","b","c"]}`),
	}
}

// BenchmarkFlight is a test of five calls.
func BenchmarkFlight(b *testing.B) {
	for name, how := range stores {
		b.Run(name, func(b *testing.B) {
			r, _ := open(b, how)
			request := someRequest()
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				r.Test(i, i)
				for range 5 {
					r.Call(request)
					r.Answered()
				}
			}
		})
	}
}
