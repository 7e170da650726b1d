package rest_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// faultsOfNotes searches the service of notes with a defect, without a look inside.
func faultsOfNotes(t *testing.T, defect string) []suite.Fault {
	t.Helper()
	return silentFaults(t, resttest.NotesSchema, resttest.Notes(defect))
}

// silentFaults searches a service of the users ann and bob without a look inside.
func silentFaults(t *testing.T, schema string, construct func() http.Handler) []suite.Fault {
	t.Helper()
	return silentFaultsOf(t, schema, construct, 0)
}

// searches is how many seeds a defect may take: one that two calls in a row have to meet is found by two of three searches or so.
const searches = 3

// assertFound fails unless one of the searches finds a fault with a code.
func assertFound(t *testing.T, schema string, construct func() http.Handler, code int) {
	t.Helper()
	var keys []string
	for seed := range uint64(searches) {
		for _, f := range silentFaultsOf(t, schema, construct, seed) {
			if f.Code == code {
				return
			}
			keys = append(keys, f.Key)
		}
	}
	assert.Fail(t, "the defect is not found", "code %d, found: %s", code, strings.Join(keys, "; "))
}

// silentFaultsOf is silentFaults with a seed.
func silentFaultsOf(t *testing.T, schema string, construct func() http.Handler, seed uint64) []suite.Fault {
	t.Helper()
	found, err := evoke.Run(context.Background(), evoke.Config{
		Schema: schema, System: evoke.System{Controller: sut.NewHandler(construct, sut.HandlerOptions{})},
		REST:   rest.Options{Users: []auth.User{auth.APIKey("ann", auth.InHeader, "User", "ann-secret"), auth.APIKey("bob", auth.InHeader, "User", "bob-secret")}},
		Budget: evoke.Budget{Calls: 10000}, Search: evoke.Search{Seed: seed}, WhiteBox: evoke.WhiteBox{Cover: []string{"none"}},
	})
	require.NoError(t, err)
	var out []suite.Fault
	for _, f := range found.Report.Faults() {
		if f.Code != 101 { // the schema leaves refusals out
			out = append(out, f.Fault)
		}
	}
	return out
}

// left reports whether a short run, such as that with the race detector, leaves out a search.
func left(i int) bool { return testing.Short() && i%4 > 0 }

// TestSilentDefects: a search makes the calls that show what does not crash, and a test shows it.
func TestSilentDefects(t *testing.T) {
	for i, tt := range []struct { // in order: another process makes the same calls of Run
		defect string
		code   int
	}{
		{"stores another size", rules.CodeNotStored}, {"title stays", rules.CodeNotStored}, {"forgets", rules.CodePatchMore}, {"merges", rules.CodePartialPut},
		{"adds", rules.CodeRepeatPut}, {"stays", rules.CodeNotDeleted}, {"still listed", rules.CodeNotDeleted}, {"deleted change", rules.CodeUsedDeleted},
		{"deleted parts", rules.CodeLeftBehind}, {"half a change", rules.CodeRefusedChange}, {"keeps refused", rules.CodeRefusedChange},
		{"read archives", rules.CodeUnsafe}, {"lists no large", rules.CodeNotListed}, {"no filter", rules.CodeFilter}, {"no bound", rules.CodeFilter},
		{"no limit", rules.CodePages}, {"pages overlap", rules.CodePages}, {"no order", rules.CodeOrder}, {"miscounts", rules.CodeTotal},
		{"forgets quantity", rules.CodeTotal}, {"location of another", rules.CodeLocation}, {"nobody may delete", rules.CodeNobody},
		{"foreign change", rules.CodeMissedCheck}, {"foreign read", rules.CodeMissedCheck}, {"shows password", rules.CodePassword},
		{"archived twice", rules.CodeStepTwice}, {"foreign archive", rules.CodeMissedCheck}, {"read raises version", rules.CodeUnsafe}, {"stale list", rules.CodeStaleList}, {"client chooses owner", rules.CodeMassAssignment}, {"ignores If-Match", rules.CodeCondition}, {"bound excludes itself", rules.CodeFilter},
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
		{"same name", rules.CodeTwice}, {"keeps taken", rules.CodeRefusedChange}, {"cuts names", rules.CodeNotStored}, {"total of page", rules.CodeTotal},
		{"tickets stay", rules.CodeLeftBehind}, {"counts closed", rules.CodeUncounted}, {"location below", rules.CodeLocation}, {"unlisted", rules.CodeNotListed},
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
		{"half a kind", rules.CodeFilter}, {"day is outside", rules.CodeFilter}, {"location by kind", rules.CodeLocation}, {"false is missing", rules.CodeNotStored},
		{"zero is missing", rules.CodeValidRefused}, {"keeps tag", rules.CodeStaleTag},
		{"total of all", rules.CodeTotal}, {"last of the first", rules.CodePages}, {"next skips", rules.CodePages}, {"feet in place", rules.CodeUnsafe},
		{"foreign samples", rules.CodeMissedCheck}, {"anybody seals", rules.CodeMissedCheck},
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
	for _, f := range silentFaults(t, resttest.DesksSchema, resttest.Desks("")) {
		assert.Fail(t, f.Key, f.Reason)
	}
	for _, f := range silentFaults(t, resttest.WellsSchema, resttest.Wells("")) {
		assert.Fail(t, f.Key, f.Reason)
	}
	for _, f := range faultsOfNotes(t, "") {
		assert.Fail(t, f.Key, f.Reason)
	}
}
