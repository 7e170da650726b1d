package rest_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

var errGone = errors.New("the system is gone")

// limited is a system that dies after some calls.
type limited struct {
	*sut.Handler
	left int
}

func (l *limited) Call(ctx context.Context, req *sut.Request) (*sut.Response, error) {
	if l.left--; l.left < 0 {
		return nil, errGone
	}
	return l.Handler.Call(ctx, req)
}

// searched returns a finished search on the items service.
func searched(t *testing.T) (*rest.Problem, *search.Archive[*testcase.Case], *limited) {
	t.Helper()
	doc, err := openapi.Read([]byte(itemsSchema), openapi.Options{})
	require.NoError(t, err)
	system := &limited{sut.NewHandler(func() http.Handler { return newItems() }, sut.HandlerOptions{}), 1 << 30}
	_, err = system.Start(context.Background())
	require.NoError(t, err)
	registry := &fitness.Registry{}
	p, err := rest.New(doc, system, registry, rest.Options{})
	require.NoError(t, err)
	s := search.NewSession(p.Search(), registry, search.Options{Budget: search.Cost(1000)})
	require.NoError(t, s.Run(context.Background(), &mio.MIO[*testcase.Case]{}))
	return p, s.Archive(), system
}

func TestSuiteLeavesOutWhatIsNotConfirmed(t *testing.T) {
	p, archive, _ := searched(t)
	asked := 0
	out, _, err := p.Suite(context.Background(), archive,
		problem.Harvest{Confirm: func(_, _ problem.Work) bool { asked++; return asked <= 3 }})
	require.NoError(t, err)
	assert.NotEmpty(t, out.Tests)
	assert.LessOrEqual(t, len(out.Tests), 3)
}

func TestSuiteKeepsWhatWasExecutedWhenTheSystemDies(t *testing.T) {
	p, archive, system := searched(t)
	calls := 0
	whole, _, err := p.Suite(context.Background(), archive,
		problem.Harvest{Allow: func(done, _ problem.Work) bool { calls = done.Actions; return false }})
	require.NoError(t, err)
	// Enough for the confirmations, not for the third execution of all tests.
	system.left = calls + len(whole.Tests)/2
	out, _, err := p.Suite(context.Background(), archive,
		problem.Harvest{Allow: func(_, _ problem.Work) bool { return false }})
	require.ErrorIs(t, err, errGone)
	require.NotNil(t, out)
	assert.NotEmpty(t, out.Tests)
}

// TestSuitesGrow: whenever the system dies or the time is over, what was executed until then is written. It was
// executed in the search as well, so it asserts values.
func TestSuitesGrow(t *testing.T) {
	p, archive, system := searched(t)
	most := 0
	for _, calls := range []int{0, 3, 5, 20} {
		system.left = calls
		left, once := 0, 0
		out, _, err := p.Suite(context.Background(), archive,
			problem.Harvest{Short: func(l, o int) { left, once = l, o }})
		require.ErrorIs(t, err, errGone)
		assert.GreaterOrEqual(t, len(out.Tests), most, "after %d calls", calls)
		assert.Equal(t, calls == 0, len(out.Tests) == 0, "after %d calls", calls)
		assert.Equal(t, calls < 20, left > 0, "after %d calls", calls)
		assert.Zero(t, once, "after %d calls", calls)
		full := fmt.Sprint(checkedIn(out))
		out.Hold(suite.Shape)
		assert.Equal(t, calls == 0, full == fmt.Sprint(checkedIn(out)), "after %d calls", calls)
		most = len(out.Tests)
	}
}

// checkedIn lists what the tests of a suite check of the bodies that they are about.
func checkedIn(s *suite.Suite) (out []suite.Check) {
	for i := range s.Tests {
		out = append(out, s.Tests[i].Last().Call.Expect.Checks...)
	}
	return out
}

// TestSuitesBeginWithWhatCounts: where few tests can be confirmed, they are those of faults, and a success of each
// operation.
func TestSuitesBeginWithWhatCounts(t *testing.T) {
	p, archive, _ := searched(t)
	whole, _, err := p.Suite(context.Background(), archive, problem.Harvest{})
	require.NoError(t, err)
	successes := map[string]bool{}
	for i := range whole.Tests {
		if s := whole.Tests[i].Last(); s.Call.Expect.Status/100 == 2 {
			successes[s.Operation] = true
		}
	}
	faults := map[string]bool{}
	for _, f := range p.Faults() {
		faults[f.Key] = true
	}
	n := len(successes) + len(faults)
	out, _, err := p.Suite(context.Background(), archive, problem.Harvest{
		Confirm: func(_, _ problem.Work) bool { n--; return n >= 0 },
		Allow:   func(_, _ problem.Work) bool { return false },
	})
	require.NoError(t, err)
	assert.Less(t, len(out.Tests), len(whole.Tests))
	for i := range out.Tests {
		if s := out.Tests[i].Last(); s.Call.Expect.Status/100 == 2 {
			delete(successes, s.Operation)
		}
		for _, f := range out.Tests[i].Faults {
			delete(faults, f.Key)
		}
	}
	assert.Empty(t, successes)
	assert.Empty(t, faults)
}

func TestACallCutShortIsNoFault(t *testing.T) {
	doc, err := openapi.Read([]byte(itemsSchema), openapi.Options{})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	failing := func() http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			cancel()
			w.WriteHeader(http.StatusInternalServerError)
		})
	}
	system := sut.NewHandler(failing, sut.HandlerOptions{})
	_, err = system.Start(context.Background())
	require.NoError(t, err)
	registry := &fitness.Registry{}
	p, err := rest.New(doc, system, registry, rest.Options{})
	require.NoError(t, err)
	s := search.NewSession(p.Search(), registry, search.Options{})
	require.ErrorIs(t, s.Run(ctx, &mio.MIO[*testcase.Case]{}), context.Canceled)
	assert.Empty(t, p.Faults())
}

// TestEachStatusHasATest: what is only a step on the way to something else has a
// test that is about it, too.
func TestEachStatusHasATest(t *testing.T) {
	f := explore(t, newItems, 4000, withUser())
	about, steps := map[string]bool{}, map[string]bool{}
	for i := range f.suite.Tests {
		all := f.suite.Tests[i].Steps
		for k := range all {
			if all[k].Note != "" || all[k].Call.Expect.Status == 0 {
				continue // a log-in, or no answer
			}
			name := fmt.Sprint(all[k].Operation, " ", all[k].Call.Expect.Status)
			steps[name] = true
			about[name] = about[name] || &all[k] == f.suite.Tests[i].Last()
		}
	}
	assert.Contains(t, steps, "POST /items 201")
	for name := range steps {
		assert.True(t, about[name], name)
	}
}
