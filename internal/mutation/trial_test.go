package mutation

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe/mutant"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// points are the mutants of the service below, as package mutate would put them in.
var points [8]mutant.Point

// The numbers of the mutants, named by their effects.
const (
	otherStatus = iota
	titleGone
	priceMore
	endless
	nothing
	spoils
	notReached
	panics
)

var registered = sync.OnceValue(func() int {
	first := len(mutant.Sites())
	mutant.Register(mutant.Package{Path: "example.com/books", Points: points[:],
		Sites: "add\tstatus\nadd\ttitle\nget\tprice\nget\thangs\nget\tnothing\nadd\tspoils\nnever\tnever\nget\tpanics"})
	return first
})

// books is a service with mutants of itself.
type books struct {
	spoilt bool // it survives the handler, as a variable of a package does
	added  map[string]map[string]any
}

func (b *books) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	if r.Method == http.MethodPost {
		b.add(w, r)
		return
	}
	points[nothing].On()
	for points[endless].On() {
		time.Sleep(time.Millisecond)
	}
	if points[panics].On() {
		panic("mutant")
	}
	book, ok := b.added[strings.TrimPrefix(r.URL.Path, "/books/")]
	if !ok {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	book["price"] = 12 + points[priceMore].One()
	_ = json.NewEncoder(w).Encode(book)
}

func (b *books) add(w http.ResponseWriter, r *http.Request) {
	var book map[string]any
	_ = json.NewDecoder(r.Body).Decode(&book)
	id := strconv.Itoa(len(b.added) + 1)
	if points[spoils].On() {
		b.spoilt = true
	}
	book["id"], book["title"] = id, points[titleGone].Text(fmt.Sprint(book["title"]))
	b.added[id] = book
	w.Header().Set("Location", "/books/"+id)
	if b.spoilt {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusCreated + points[otherStatus].One())
	_ = json.NewEncoder(w).Encode(book)
}

// host calls the service.
func host(t *testing.T) Host {
	b := &books{}
	h := sut.NewHandler(func() http.Handler { b.added = map[string]map[string]any{}; return b }, sut.HandlerOptions{})
	_, err := h.Start(context.Background())
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, h.Stop(context.Background())) })
	return h
}

func check(op suite.Op, pointer string, v any) suite.Check {
	return suite.Check{Op: op, Pointer: pointer, Value: v}
}

// bookSuite returns a suite that adds a book, reads it, and looks for a book that does not exist.
func bookSuite() *suite.Suite {
	post := suite.Step{Operation: "POST /books", Call: &suite.Call{
		Request: suite.Request{Method: "POST", Path: suite.Literal("/books"),
			Body: &suite.Body{JSON: true, Text: suite.Literal(`{"title":"Dune"}`)}},
		Captures: []suite.Capture{{Var: "bookID", Source: suite.FromHeader, Name: "Location", LastSegment: true}},
		Expect: suite.Expect{Status: 201, ContentType: "application/json", Checks: []suite.Check{
			check(suite.Equal, "/title", "Dune"), check(suite.Exists, "/title", nil), check(suite.Equal, "/id", "1"),
		}},
	}}
	get := suite.Step{Operation: "GET /books/{id}", Call: &suite.Call{
		Request: suite.Request{Method: "GET", Path: suite.Text{{Literal: "/books/"}, {Var: "bookID"}}},
		Expect: suite.Expect{Status: 200, Checks: []suite.Check{
			check(suite.Equal, "", value.Object{{Name: "id", Value: "1"}, {Name: "price", Value: int64(12)},
				{Name: "title", Value: "Dune"}}), check(suite.Equal, "/price", int64(12)),
		}},
	}}
	none := suite.Step{Operation: "GET /books/{id}", Call: &suite.Call{
		Request: suite.Request{Method: "GET", Path: suite.Literal("/books/9")},
		Expect:  suite.Expect{Status: 404, Checks: []suite.Check{check(suite.Empty, "", nil)}},
	}}
	wrong := suite.Step{Operation: "GET /books/{id}", Call: &suite.Call{
		Request: suite.Request{Method: "GET", Path: suite.Literal("/books/8")}, Expect: suite.Expect{Status: 200},
	}}
	return &suite.Suite{Tests: []suite.Test{
		{Name: "ReadsABook", Steps: []suite.Step{post, get}}, {Name: "ReadsNone", Steps: []suite.Step{none}},
		{Name: "IsWrong", Steps: []suite.Step{wrong}},
	}}
}

// tryAll tries all mutants, in as many processes as it takes.
func tryAll(t *testing.T, h Host, s *suite.Suite, o Options) (r *Result, processes int) {
	for processes < 20 {
		processes++
		r, err := Try(context.Background(), h, s, o)
		if err == nil {
			return r, processes
		}
		require.ErrorIs(t, err, ErrWorn)
		if worn, ok := h.(*sut.Handler); ok { // a new process would have this anew
			require.NoError(t, worn.Stop(context.Background()))
			h = host(t)
		}
	}
	t.Fatal("no end of processes")
	return nil, 0
}

// withoutWaiting runs a test with a fake clock that advances when all goroutines wait. At the end it gives goroutines
// time to end that a mutant has delayed.
func withoutWaiting(t *testing.T, test func(*testing.T)) {
	synctest.Test(t, func(t *testing.T) {
		test(t)
		time.Sleep(time.Second)
	})
}

func TestTry(t *testing.T) { withoutWaiting(t, testTry) }

func testTry(t *testing.T) {
	first := registered()
	o := Options{Mutants: 100, Notes: filepath.Join(t.TempDir(), "notes")}
	r, processes := tryAll(t, host(t), bookSuite(), o)
	assert.Equal(t, 3, processes, "one hangs and one spoils the process")
	assert.Equal(t, []int{2}, r.Failing)
	assert.Equal(t, 7, r.Reached)
	assert.Equal(t, len(mutant.Sites()), r.Placed)
	require.Len(t, r.Mutants, 7)
	noticed := map[string]string{}
	for _, m := range r.Mutants {
		assert.Equal(t, "example.com/books", m.Package)
		noticed[m.Change] = fmt.Sprint(m.Noticed)
	}
	assert.Equal(t, fmt.Sprint([]Notice{{0, []suite.Assertion{{Op: suite.StatusOp}}}}), noticed["status"])
	assert.Equal(t, fmt.Sprint(
		[]Notice{{0, []suite.Assertion{{Op: suite.Equal, Pointer: "/title"}, {Step: 1, Op: suite.Equal}}}},
	), noticed["title"])
	assert.Equal(t, fmt.Sprint(
		[]Notice{{0, []suite.Assertion{{Step: 1, Op: suite.Equal}, {Step: 1, Op: suite.Equal, Pointer: "/price"}}}},
	), noticed["price"])
	assert.Equal(t, "[]", noticed["nothing"])
	assert.NotEqual(t, "[]", noticed["hangs"])
	assert.NotEqual(t, "[]", noticed["panics"])
	assert.NotEqual(t, "[]", noticed["spoils"])
	assert.NotContains(t, noticed, "never")
	assert.Equal(t, 6, r.Score())
	at := slices.IndexFunc(r.Mutants, func(m Mutant) bool { return m.Change == "hangs" })
	few, _ := tryAll(t, host(t), bookSuite(),
		Options{Mutants: 100, Calls: lateCalls, Notes: filepath.Join(t.TempDir(), "notes")})
	assert.Len(t, few.Mutants, at+1, "the one that hangs takes what is left")
	for i := range points {
		assert.Zero(t, points[i].One(), "mutant %d is switched off", first+i)
	}
}

// TestTryIsRepeatable: with the same seed the same mutants are tried in the same order, and with a limit the first of
// these.
func TestTryIsRepeatable(t *testing.T) { withoutWaiting(t, testTryIsRepeatable) }

func testTryIsRepeatable(t *testing.T) {
	registered()
	s := bookSuite()
	s.Tests = s.Tests[1:2]
	notes := func() string { return filepath.Join(t.TempDir(), "notes") }
	one, _ := tryAll(t, host(t), s, Options{Mutants: 3, Seed: 4, Notes: notes()})
	two, _ := tryAll(t, host(t), s, Options{Mutants: 3, Seed: 4, Notes: notes()})
	assert.Equal(t, one, two)
	assert.Len(t, one.Mutants, 3)
	few, _ := tryAll(t, host(t), s, Options{Mutants: 3, Seed: 4, Calls: 1, Notes: notes()})
	assert.Equal(t, one.Mutants[:1], few.Mutants)
	assert.Empty(t, few.Open, "each run ends there")
	late, _ := tryAll(t, host(t), s, Options{Mutants: 3, Until: time.Now().Add(-time.Hour)})
	assert.Empty(t, late.Mutants)
	assert.Equal(t, 3, late.Late)
	assert.Equal(t, []int{0}, late.Open)
}

// TestBound: a test that computes is ended by its processor time, and the processor time of others does not count.
func TestBound(t *testing.T) {
	if spent() == 0 {
		t.Skip("the system does not tell")
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	before := spent()
	bound(ctx, cancel, before+300*time.Millisecond)
	time.Sleep(400 * time.Millisecond)
	require.NoError(t, ctx.Err(), "waiting takes none")
	for ctx.Err() == nil {
		require.Less(t, spent()-before, 10*time.Second)
	}
	assert.Greater(t, spent()-before, 300*time.Millisecond)
}

// TestADeathIsNoticed: the mutant that a process died of is noticed by the test that was being executed, and not tried
// again.
func TestADeathIsNoticed(t *testing.T) {
	first := registered()
	path := filepath.Join(t.TempDir(), "notes")
	s := bookSuite()
	n, err := openNotes(path)
	require.NoError(t, err)
	in := newTrial(host(t), s, Options{}, nil)
	p, err := in.plain(context.Background())
	require.NoError(t, err)
	require.NoError(t, n.begin(p))
	before := Notice{1, []suite.Assertion{{Op: suite.Empty}}}
	require.NoError(t, n.end(&tried{Number: first + otherStatus, Calls: 7}))
	require.NoError(t, n.test(&tried{Number: first + titleGone, Noticed: []Notice{before}}, 0))
	n.close() // the process dies

	for range 2 { // also when the next one dies at once
		n, err = openNotes(path)
		require.NoError(t, err)
		assert.Equal(t, p.Reached, n.plain.Reached)
		assert.Equal(t, []Notice{before, {0, []suite.Assertion{{Op: suite.StatusOp}}}}, n.done[first+titleGone].Noticed)
		assert.Equal(t, 7, n.calls)
		assert.Len(t, n.done, 2)
		n.close()
	}
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, whole[:len(whole)-3], 0o600))
	n, err = openNotes(path)
	require.NoError(t, err, "the last entry is broken")
	assert.Len(t, n.done, 1)
	n.close()
}

// deaf is a host whose first reset on a mutant does not return.
type deaf struct {
	Host
	hangs atomic.Int32
	end   chan struct{}
}

func (d *deaf) Reset(ctx context.Context) error {
	if points[endless].On() {
		d.hangs.Add(1)
		<-d.end
	}
	return d.Host.Reset(ctx)
}

// TestResetsThatHang: a mutant that makes a reset hang is noticed, and the waiting goroutine is left behind with its
// process.
func TestResetsThatHang(t *testing.T) { withoutWaiting(t, testResetsThatHang) }

func testResetsThatHang(t *testing.T) {
	registered()
	d := &deaf{Host: host(t), end: make(chan struct{})}
	t.Cleanup(func() { close(d.end) })
	s := bookSuite()
	s.Tests = s.Tests[:1]
	r, processes := tryAll(t, d, s, Options{Mutants: 100, Notes: filepath.Join(t.TempDir(), "notes")})
	assert.EqualValues(t, 1, d.hangs.Load())
	assert.GreaterOrEqual(t, processes, 2)
	at := slices.IndexFunc(r.Mutants, func(m Mutant) bool { return m.Change == "hangs" })
	assert.Equal(t, []Notice{{0, []suite.Assertion{{Op: suite.StatusOp}}}}, r.Mutants[at].Noticed)
}

// counting counts the calls to a host.
type counting struct {
	Host
	calls int
}

func (c *counting) Call(ctx context.Context, req *sut.Request) (*sut.Response, error) {
	c.calls++
	return c.Host.Call(ctx, req)
}

// TestTryWhatIsDear: each test is executed once on the original program, and tests that come to mutants for which no
// calls are left keep their assertions.
func TestTryWhatIsDear(t *testing.T) {
	registered()
	calls := map[bool]int{}
	for _, dear := range []bool{false, true} {
		h := &counting{Host: host(t)}
		tr := newTrial(h, bookSuite(), Options{Dear: dear}, nil)
		_, err := tr.plain(context.Background())
		require.NoError(t, err)
		calls[dear] = h.calls
	}
	assert.Equal(t, calls[false], 2*calls[true])

	o := Options{Mutants: 100, Calls: 1, Dear: true, Notes: filepath.Join(t.TempDir(), "notes")}
	r, _ := tryAll(t, host(t), bookSuite(), o)
	assert.Positive(t, r.Late)
	assert.NotEmpty(t, r.Open)
}

// elsewhere is a host whose system runs in a process of its own, which ends when a handler panics.
type elsewhere struct {
	Host
	mutant.Program
	renewed int
	service *books
	dies    map[string]int // number of calls that ended a process, by target
}

func (e *elsewhere) Call(ctx context.Context, req *sut.Request) (*sut.Response, error) {
	resp, err := e.Host.Call(ctx, req)
	if err == nil && resp.Outcome == sut.Panicked {
		e.dies[req.Target]++
		return &sut.Response{Outcome: sut.Broken}, nil
	}
	return resp, err
}

func (e *elsewhere) Renew(context.Context) error {
	e.renewed++
	e.service.spoilt = false
	return nil
}

// TestTryElsewhere: if the system runs in another process, that process is replaced and not the one of the trial. One
// test is enough to see that a mutant ends it.
func TestTryElsewhere(t *testing.T) { withoutWaiting(t, testTryElsewhere) }

func testTryElsewhere(t *testing.T) {
	first := registered()
	b := &books{}
	h := sut.NewHandler(func() http.Handler { b.added = map[string]map[string]any{}; return b }, sut.HandlerOptions{})
	_, err := h.Start(context.Background())
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, h.Stop(context.Background())) })
	e := &elsewhere{Host: h, Program: mutant.Own(), service: b, dies: map[string]int{}}
	s := bookSuite()
	s.Tests = append(s.Tests, s.Tests[0])
	r, err := Try(context.Background(), e, s, Options{Mutants: 100})
	require.NoError(t, err)
	assert.Equal(t, 2, e.renewed, "one mutant hangs, and one spoils what is behind the reset")
	for _, m := range r.Mutants {
		if m.Site == mutant.Sites()[first+panics] {
			assert.Len(t, m.Noticed, 1)
		}
	}
	assert.Equal(t, map[string]int{"/books/1": 1}, e.dies)
	assert.Equal(t, len(r.Mutants)-1, r.Score(), "nobody notices what does nothing")
}
