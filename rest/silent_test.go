package rest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// searches is how many seeds a defect may take: one that two calls in a row have to meet is found by two of three
// searches or so. They are the seeds from 10 on.
const searches = 5

// silentCalls is the budget of a search for a defect. It ends as soon as the defect is found.
const silentCalls = 10_000

// assertFound fails unless one of the searches finds a fault with a code, and a test of its suite shows it.
func assertFound(t *testing.T, schema string, construct func() http.Handler, code int) {
	t.Helper()
	var keys []string
	for seed := range uint64(searches) {
		for _, f := range silentFaults(t, schema, construct, 10+seed, code) {
			if f.Code == code {
				return
			}
			keys = append(keys, f.Key)
		}
	}
	assert.Fail(t, "the defect is not found", "code %d, found: %s", code, strings.Join(keys, "; "))
}

// silentFaults searches a service of the users ann and bob without a look inside, until a fault with a code is found,
// and returns the faults of the suite.
func silentFaults(t *testing.T, schema string, construct func() http.Handler, seed uint64, code int) []suite.Fault {
	t.Helper()
	ctx, registry, system := t.Context(), &fitness.Registry{}, sut.NewHandler(construct, sut.HandlerOptions{})
	_, err := system.Start(ctx)
	require.NoError(t, err)
	p, err := rest.New(resttest.Read(t, schema), system, registry, rest.Options{Users: []auth.User{
		auth.APIKey("ann", auth.InHeader, "User", "ann-secret"),
		auth.APIKey("bob", auth.InHeader, "User", "bob-secret"),
	}})
	require.NoError(t, err)
	found, calls := false, search.Cost(silentCalls)
	s := search.NewSession(p.Search(), registry, search.Options{
		Seed: seed,
		Budget: func(s search.Stats) float64 {
			if found {
				return 1
			}
			return calls(s)
		},
		Observe: func(e search.Event) {
			if c, ok := e.(search.Covered); ok && c.Target.Kind == rest.FaultTarget {
				found = found || strings.Contains(c.Target.Name+" ", fmt.Sprintf(" %d ", code))
			}
		},
	})
	for p.Opening() && s.Progress() < 1 {
		_, err := s.Evaluate(ctx, s.Sample())
		require.NoError(t, err)
	}
	algorithm := &mio.MIO[*testcase.Case]{Pr: mio.Ramp{Start: 0.9, End: 0.5}, M: mio.Ramp{Start: 1, End: 1}, F: 0.8}
	require.NoError(t, s.Run(ctx, algorithm))
	if code != 0 && !found {
		return nil
	}
	made, _, err := p.Suite(ctx, s.Archive(), problem.Harvest{Allow: func(_, _ problem.Work) bool { return false }})
	require.NoError(t, err)
	var out []suite.Fault
	for i := range made.Tests {
		for _, f := range made.Tests[i].Faults {
			if f.Code != 101 { // the schema leaves refusals out
				out = append(out, f)
			}
		}
	}
	return out
}

// left reports whether a short run, such as that with the race detector, leaves out a search.
func left(i int) bool { return testing.Short() && i%8 > 0 }

// TestSilentDefects: a search makes the calls that show what does not crash, and a test shows it.
func TestSilentDefects(t *testing.T) {
	for i, tt := range []struct {
		defect string
		code   int
	}{
		{"stores another size", rules.CodeNotStored},
		{"title stays", rules.CodeNotStored}, {"forgets", rules.CodePatchMore}, {"merges", rules.CodePartialPut},
		{"adds", rules.CodeRepeatPut}, {"stays", rules.CodeNotDeleted}, {"still listed", rules.CodeNotDeleted},
		{"deleted change", rules.CodeUsedDeleted}, {"deleted parts", rules.CodeLeftBehind},
		{"half a change", rules.CodeRefusedChange}, {"keeps refused", rules.CodeRefusedChange},
		{"read archives", rules.CodeUnsafe}, {"lists no large", rules.CodeNotListed}, {"no filter", rules.CodeFilter},
		{"no bound", rules.CodeFilter}, {"no limit", rules.CodePages}, {"pages overlap", rules.CodePages},
		{"no order", rules.CodeOrder}, {"miscounts", rules.CodeTotal}, {"forgets quantity", rules.CodeTotal},
		{"location of another", rules.CodeLocation}, {"nobody may delete", rules.CodeNobody},
		{"foreign change", rules.CodeMissedCheck}, {"foreign read", rules.CodeMissedCheck},
		{"shows password", rules.CodePassword},
		{"archived twice", rules.CodeStepTwice}, {"foreign archive", rules.CodeMissedCheck},
		{"read raises version", rules.CodeUnsafe}, {"stale list", rules.CodeStaleList},
		{"client chooses owner", rules.CodeMassAssignment},
		{"ignores If-Match", rules.CodeCondition}, {"bound excludes itself", rules.CodeFilter},
	} {
		if left(i) {
			continue
		}
		t.Run(tt.defect, func(t *testing.T) {
			assertFound(t, resttest.NotesSchema, resttest.Notes(tt.defect), tt.code)
		})
	}
}

// TestSilentDefectsOfDesks: the same where elements stand apart from their collections.
func TestSilentDefectsOfDesks(t *testing.T) {
	for i, tt := range []struct {
		defect string
		code   int
	}{
		{"same name", rules.CodeTwice}, {"keeps taken", rules.CodeRefusedChange},
		{"cuts names", rules.CodeNotStored}, {"total of page", rules.CodeTotal}, {"tickets stay", rules.CodeLeftBehind},
		{"counts closed", rules.CodeUncounted}, {"location below", rules.CodeLocation},
		{"unlisted", rules.CodeNotListed},
		{"stays urgent", rules.CodeNotStored}, {"helpers write", rules.CodeMissedCheck},
	} {
		if left(i) {
			continue
		}
		t.Run(tt.defect, func(t *testing.T) {
			assertFound(t, resttest.DesksSchema, resttest.Desks(tt.defect), tt.code)
		})
	}
}

// TestSilentDefectsOfWells: the same where clients choose ids, and what users see is in the parameters of lists.
func TestSilentDefectsOfWells(t *testing.T) {
	for i, tt := range []struct {
		defect string
		code   int
	}{
		{"half a kind", rules.CodeFilter}, {"day is outside", rules.CodeFilter},
		{"location by kind", rules.CodeLocation}, {"false is missing", rules.CodeNotStored},
		{"zero is missing", rules.CodeValidRefused}, {"keeps tag", rules.CodeStaleTag},
		{"total of all", rules.CodeTotal}, {"last of the first", rules.CodePages}, {"next skips", rules.CodePages},
		{"feet in place", rules.CodeUnsafe}, {"foreign samples", rules.CodeMissedCheck},
		{"anybody seals", rules.CodeMissedCheck},
		{"samples stay", rules.CodeLeftBehind}, {"codes by case", rules.CodeTwice}, {"times by text", rules.CodeTwice},
	} {
		if left(i) {
			continue
		}
		t.Run(tt.defect, func(t *testing.T) {
			assertFound(t, resttest.WellsSchema, resttest.Wells(tt.defect), tt.code)
		})
	}
}

// TestNoSilentDefects: a service as it should be has no fault.
func TestNoSilentDefects(t *testing.T) {
	for i, healthy := range []struct {
		schema    string
		construct func() http.Handler
	}{
		{resttest.DesksSchema, resttest.Desks("")},
		{resttest.WellsSchema, resttest.Wells("")},
		{resttest.NotesSchema, resttest.Notes("")},
		{resttest.KitesSchema, resttest.Kites("")},
		{resttest.PursesSchema, resttest.Purses("")},
	} {
		if left(i) {
			continue
		}
		for _, f := range silentFaults(t, healthy.schema, healthy.construct, 0, 0) {
			assert.Fail(t, f.Key, f.Reason)
		}
	}
}
