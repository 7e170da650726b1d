package opened_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/opened"
)

// left runs do as a call of a system, and returns the resources that it left open.
func left(t *testing.T, do func()) []string {
	t.Helper()
	opened.Watch(true)
	defer opened.Watch(false)
	do()
	var out []string
	for _, in := range opened.Left(func([]uintptr) bool { return true }, idle) {
		assert.Equal(t, probe.LeftOpen, in.Kind)
		frame, _ := runtime.CallersFrames(in.Stack).Next()
		assert.True(t, strings.HasSuffix(frame.File, "opened_test.go"), frame.File)
		out = append(out, in.Text)
	}
	return out
}

// file opens a file.
func file() *os.File {
	f, err := opened.File(os.Open(os.DevNull))
	if err != nil {
		panic(err)
	}
	return f
}

// Files that are closed, kept, or closed a little later by another goroutine, are not left open.
func TestFiles(t *testing.T) {
	kept := map[int]*os.File{}
	for name, test := range map[string]struct {
		do   func()
		want []string
	}{
		"closed":     {func() { _ = file().Close() }, nil},
		"left open":  {func() { _ = file() }, []string{"a file"}},
		"one of two": {func() { _ = file().Close(); _ = file() }, []string{"a file"}},
		"kept":       {func() { kept[len(kept)] = file() }, nil},
		"handed on":  {func() { f := file(); go func() { time.Sleep(time.Second / 10); _ = f.Close() }() }, nil},
		"no file": {func() {
			_, err := opened.File(os.Open("none"))
			assert.ErrorIs(t, err, os.ErrNotExist)
		}, nil},
		"after a failure": {func() {
			defer func() { _ = recover() }()
			file()
			panic("no")
		}, []string{"a file"}},
	} {
		for range 20 { // earlier resources do not matter
			assert.Equal(t, test.want, left(t, test.do), name)
		}
	}
	for _, f := range kept {
		assert.NoError(t, f.Close())
	}
}

// idle says that no code works that may end transactions.
func idle() bool { return false }

// A transaction is not left open while code works that may end it, and a place whose transactions such code ends is
// checked less and less often.
func TestTransactions(t *testing.T) {
	opened.Watch(true)
	defer opened.Watch(false)
	anyone := func([]uintptr) bool { return true }
	yes := func() bool { return true }
	open, asked := true, 0
	works := func() bool { asked++; open = asked < 2; return open }
	isOpen := func() bool { return open }
	opened.Transaction([]uintptr{1}, isOpen, isOpen)
	assert.Empty(t, opened.Left(anyone, works))
	assert.NotZero(t, asked)
	opened.Transaction([]uintptr{1}, yes, yes)
	assert.Empty(t, opened.Left(anyone, idle), "the next one is not checked")
	opened.Transaction([]uintptr{1}, yes, yes)
	assert.Len(t, opened.Left(anyone, idle), 1)
	opened.Transaction([]uintptr{2}, yes, yes)
	assert.Empty(t, opened.Left(anyone, yes), "code works all the time")
}

// One place may lose only some of the resources that it opens.
func TestAtTimes(t *testing.T) {
	var kept []*os.File
	for i, want := range [][]string{nil, {"a file"}, nil, {"a file"}, nil, nil, {"a file"}} {
		got := left(t, func() {
			f := file()
			switch {
			case want != nil:
			case i%4 == 0:
				_ = f.Close()
			default:
				kept = append(kept, f)
			}
		})
		assert.Equal(t, want, got, i)
	}
	for _, f := range kept {
		assert.NoError(t, f.Close())
	}
}

// Nothing is noted on other goroutines, before Watch, or of an earlier round.
func TestNotNoted(t *testing.T) {
	file()
	assert.Empty(t, left(t, func() { file(); opened.Drop() }))
	opened.Watch(true)
	file()
	assert.Empty(t, opened.Left(func([]uintptr) bool { return false }, idle))
	opened.Watch(false)
	file()
	assert.Empty(t, opened.Left(func([]uintptr) bool { return true }, idle))
	r := &http.Response{Body: io.NopCloser(strings.NewReader(""))}
	before := r.Body
	_, _ = opened.Answer(r, nil)
	assert.Equal(t, before, r.Body)
}

// numbers is a driver for database/sql whose statements all return the numbers from 1 to 3.
type numbers struct{ next int }

func (numbers) Connect(context.Context) (driver.Conn, error) { return numbers{}, nil }
func (n numbers) Driver() driver.Driver                      { return n }
func (numbers) Open(string) (driver.Conn, error)             { return numbers{}, nil }
func (numbers) Prepare(string) (driver.Stmt, error)          { return numbers{}, nil }
func (numbers) Begin() (driver.Tx, error)                    { return numbers{}, nil }
func (numbers) Commit() error                                { return nil }
func (numbers) Rollback() error                              { return nil }
func (numbers) Close() error                                 { return nil }
func (numbers) NumInput() int                                { return 0 }
func (numbers) Exec([]driver.Value) (driver.Result, error)   { return nil, nil }
func (numbers) Query([]driver.Value) (driver.Rows, error)    { return &numbers{}, nil }
func (numbers) Columns() []string                            { return []string{"n"} }
func (n *numbers) Next(into []driver.Value) error {
	if n.next++; n.next > 3 {
		return io.EOF
	}
	into[0] = int64(n.next)
	return nil
}

func TestRows(t *testing.T) {
	db := sql.OpenDB(numbers{})
	query := func(ctx context.Context) *sql.Rows {
		rows, err := opened.Rows(db.QueryContext(ctx, "SELECT n"))
		require.NoError(t, err)
		return rows
	}
	for name, test := range map[string]struct {
		do   func()
		want []string
	}{
		"closed": {func() { _ = query(t.Context()).Close() }, nil},
		"read": {func() {
			rows, n := query(context.Background()), 0
			for rows.Next() {
				n++
			}
			assert.Equal(t, 3, n)
			assert.NoError(t, rows.Err())
		}, nil},
		"read in part": {func() { assert.True(t, query(context.Background()).Next()) }, []string{"rows"}},
		"by the context": {func() {
			ctx, cancel := context.WithCancel(context.Background())
			assert.True(t, query(ctx).Next())
			cancel()
		}, nil},
		"by the end of a transaction": {func() {
			tx, err := db.Begin()
			require.NoError(t, err)
			_, err = opened.Rows(tx.Query("SELECT n"))
			require.NoError(t, err)
			require.NoError(t, tx.Commit())
		}, nil},
		"a connection": {func() {
			_, err := opened.Conn(db.Conn(context.Background()))
			require.NoError(t, err)
		}, []string{"a connection"}},
		"a connection that is closed": {func() {
			c, err := opened.Conn(db.Conn(context.Background()))
			require.NoError(t, err)
			require.NoError(t, c.Close())
		}, nil},
	} {
		assert.Equal(t, test.want, left(t, test.do), name)
	}
}

func TestAnswers(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, strings.Repeat("long ", 10_000))
	}))
	defer server.Close()
	client := server.Client()
	ask := func(ctx context.Context, method string) *http.Response {
		r, err := http.NewRequestWithContext(ctx, method, server.URL, nil)
		require.NoError(t, err)
		answer, err := opened.Answer(client.Do(r))
		require.NoError(t, err)
		return answer
	}
	for name, test := range map[string]struct {
		do   func()
		want []string
	}{
		"closed": {func() { _ = ask(context.Background(), "GET").Body.Close() }, nil},
		"left":   {func() { ask(context.Background(), "GET") }, []string{"the body of an answer"}},
		"in part": {func() { _, _ = ask(context.Background(), "GET").Body.Read(make([]byte, 4)) },
			[]string{"the body of an answer"}},
		"read":    {func() { _, _ = io.Copy(io.Discard, ask(context.Background(), "GET").Body) }, nil},
		"no body": {func() { ask(context.Background(), "HEAD") }, nil},
		"canceled": {
			func() { ctx, cancel := context.WithCancel(context.Background()); ask(ctx, "GET"); cancel() }, nil,
		},
		"none": {func() {
			_, err := opened.Answer(client.Get("http://127.0.0.1:0"))
			assert.Error(t, err)
		}, nil},
	} {
		assert.Equal(t, test.want, left(t, test.do), name)
	}
}

// A body that can be written to is not wrapped.
func TestBodies(t *testing.T) {
	opened.Watch(true)
	defer opened.Watch(false)
	both := &struct{ io.ReadWriteCloser }{}
	r, err := opened.Answer(&http.Response{Body: both}, nil)
	assert.NoError(t, err)
	assert.Same(t, both, r.Body)
	_, err = opened.Answer(&http.Response{}, nil)
	assert.NoError(t, err)
	_, err = opened.Answer(new(int), nil)
	assert.NoError(t, err)
}

func BenchmarkFile(b *testing.B) {
	for name, on := range map[string]bool{"watched": true, "not": false} {
		b.Run(name, func(b *testing.B) {
			opened.Watch(on)
			defer opened.Watch(false)
			for b.Loop() {
				_ = file().Close()
				opened.Left(func([]uintptr) bool { return true }, idle)
			}
		})
	}
}
