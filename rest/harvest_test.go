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
	out, _, err := p.Suite(context.Background(), archive, problem.Harvest{Confirm: func() bool { asked++; return asked <= 3 }})
	require.NoError(t, err)
	assert.NotEmpty(t, out.Tests)
	assert.LessOrEqual(t, len(out.Tests), 3)
}

func TestSuiteKeepsWhatWasExecutedWhenTheSystemDies(t *testing.T) {
	p, archive, system := searched(t)
	calls := 0
	whole, _, err := p.Suite(context.Background(), archive, problem.Harvest{Allow: func(n int) bool { calls = n; return false }})
	require.NoError(t, err)
	// Enough for the confirmations and one more execution of all tests, not for the third.
	system.left = calls + len(whole.Tests) + len(whole.Tests)/2
	out, _, err := p.Suite(context.Background(), archive, problem.Harvest{Allow: func(int) bool { return false }})
	require.ErrorIs(t, err, errGone)
	require.NotNil(t, out)
	assert.NotEmpty(t, out.Tests)
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
