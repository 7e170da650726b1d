package inside_test

import (
	"net/http"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench/inside"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/oracle/whitebox"
)

// faults searches a service, with a look inside.
func faults(t *testing.T, with []int, defects ...inside.Defect) []report.Fault {
	t.Helper()
	return found(t, evoke.Config{REST: rest.Options{With: with}, Budget: evoke.Budget{Calls: 1500}}, defects...)
}

func found(t *testing.T, c evoke.Config, defects ...inside.Defect) []report.Fault {
	t.Helper()
	result, err := evoke.Run(t.Context(), evoke.Config{
		REST: c.REST, Budget: c.Budget, Race: c.Race,
		Schema: string(inside.Schema), Handler: func() http.Handler { return inside.New(defects...) },
		Search:   evoke.Search{Seed: 1},
		WhiteBox: evoke.WhiteBox{Cover: []string{"github.com/evoke-go/evoke/bench/inside"}},
	})
	require.NoError(t, err)
	return result.Report.Faults()
}

// TestDefects: a search finds each defect at its place, and a test shows it.
func TestDefects(t *testing.T) {
	var found []string
	for _, f := range faults(t, whitebox.Codes(), inside.All()...) {
		found = append(found, lines.ReplaceAllString(f.Key, ""))
		t.Logf("%s: %s; tests %v", f.Key, f.Reason, f.Tests)
		assert.NotEmpty(t, f.Tests, f.Key)
	}
	assert.ElementsMatch(t, []string{
		"POST /parcels 1300 inside.(*service).send", "POST /parcels 1302 inside.(*service).send",
		"GET /parcels/{id}/label 1301 inside.(*service).route", "GET /parcels/{id}/label 1303 inside.(*service).print",
	}, found)
}

// lines are those of places.
var lines = regexp.MustCompile(` \(inside\.go:\d+\)$`)

// TestHealthy: what is found in the service without defects is a false alarm.
func TestHealthy(t *testing.T) {
	for _, f := range faults(t, whitebox.Codes()) {
		t.Errorf("%s: %s", f.Key, f.Reason)
	}
}

// TestNotAskedFor: rules that are off by default find nothing.
func TestNotAskedFor(t *testing.T) {
	for _, f := range faults(t, nil, inside.All()...) {
		assert.Contains(t, []int{whitebox.CodeRecovered, whitebox.CodeLeftOpen}, f.Code, "%s: %s", f.Key, f.Reason)
	}
}

// TestRaces: where the program is built with -race, each race is found at both places, and a test shows it.
func TestRaces(t *testing.T) {
	races := evoke.Config{Race: true, Budget: evoke.Budget{Calls: 1000}}
	reasons := map[string]bool{}
	for _, f := range found(t, races, inside.Races()...) {
		t.Logf("%s: %s; tests %v", f.Key, f.Reason, f.Tests)
		assert.Equal(t, whitebox.CodeRaced, f.Code)
		assert.NotEmpty(t, f.Tests, f.Key)
		reasons[anyLine.ReplaceAllString(f.Reason, "")] = true
	}
	const race = "a data race: memory is written at inside.(*service)."
	assert.Contains(t, reasons, race+"count by two goroutines, and nothing orders them")
	assert.Contains(t, reasons, race+"tell.func1 and read at inside.(*service).list, and nothing orders them")
	assert.Empty(t, found(t, races))
}

// TestOverflows: numbers that do not fit are found where they are asked for, with the numbers, and a test shows each.
func TestOverflows(t *testing.T) {
	only := []int{whitebox.CodeOverflow}
	reasons := map[string]bool{}
	for _, f := range faults(t, only, inside.Overflows()...) {
		t.Logf("%s: %s; tests %v", f.Key, f.Reason, f.Tests)
		assert.Equal(t, whitebox.CodeOverflow, f.Code)
		assert.NotEmpty(t, f.Tests, f.Key)
		reasons[number.ReplaceAllString(f.Reason, "N")] = true
	}
	assert.Equal(t, map[string]bool{
		"the program calculates one * copies: N * N becomes N and answers N": true,
		"the program calculates int16(days): N becomes N and answers N":      true,
	}, reasons)
	assert.Empty(t, faults(t, only))
	assert.Empty(t, faults(t, nil, inside.Overflows()...))
}

// TestHeavy: work that grows faster than what is sent is found where it is asked for, in each input that leads to it,
// and a test shows it.
func TestHeavy(t *testing.T) {
	only := []int{whitebox.CodeGrowth}
	keys := map[string]bool{}
	for _, f := range faults(t, only, inside.Heavy()...) {
		t.Logf("%s: %s; tests %v", f.Key, f.Reason, f.Tests)
		assert.Equal(t, whitebox.CodeGrowth, f.Code)
		assert.NotEmpty(t, f.Tests, f.Key)
		keys[f.Key] = true
	}
	assert.Equal(t, map[string]bool{
		"POST /labels 1306 copies is an attack by a growing number": true,
		"POST /labels 1306 pages is an attack by a growing number":  true,
		"POST /labels 1306 names is an attack by a growing list":    true,
		"POST /labels 1306 text is an attack by a growing text":     true,
	}, keys)
	assert.Empty(t, faults(t, only))
	assert.Empty(t, faults(t, nil, inside.Heavy()...))
}

// TestForged: a line that a client writes into the log is found where it is asked for, with a test.
func TestForged(t *testing.T) {
	only := []int{whitebox.CodeLine}
	found := faults(t, only, inside.Forged)
	require.Len(t, found, 1)
	assert.Equal(t, "POST /parcels", found[0].Operation)
	assert.NotEmpty(t, found[0].Tests)
	assert.Empty(t, faults(t, only))
	assert.Empty(t, faults(t, nil, inside.Forged))
}

// number matches one that stands alone.
var number = regexp.MustCompile(`-?\b\d+\b`)

// anyLine are those of places anywhere.
var anyLine = regexp.MustCompile(` \(inside\.go:\d+\)`)
