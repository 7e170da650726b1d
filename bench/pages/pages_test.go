package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/page"
)

func TestObjects(t *testing.T) {
	all, err := objectsIn("objects", t.TempDir(), nil)
	require.NoError(t, err)
	lacks := map[string]string{}
	for i := range all {
		assert.NotEmpty(t, all[i].Study, all[i].Name)
		lacks[all[i].Name] = all[i].lacks()
	}
	assert.Empty(t, lacks["peg"], "a page of ours needs nothing else")
	assert.Equal(t, "simpleCart.js", lacks["simplecart"], "what is not fetched is named")
	_, err = objectsIn("objects", t.TempDir(), []string{"same", "nothing"})
	assert.Error(t, err)
}

func TestCounts(t *testing.T) {
	o := object{Study: []string{"app.js", "parts/*.js"}}
	for path, counts := range map[string]bool{"/app.js": true, "/parts/a.js": true, "/a.js": false,
		"/parts/b/a.js": false} {
		assert.Equal(t, counts, o.counts(path), path)
	}
}

func TestTable(t *testing.T) {
	var all []result
	for seed, covered := range []int{80, 90} {
		for i, way := range ways {
			k := key{Object: "cart", Explore: way, Acts: 10, Seed: uint64(seed)}
			all = append(all, result{key: k, Statements: share{covered - 10*i, 100}, States: 3})
		}
	}
	var b strings.Builder
	require.NoError(t, table(&b, all))
	assert.Contains(t, b.String(), "| cart | 100 | 2 | 85.0 % | 75.0 % | 65.0 % | 55.0 % | 0.88, 1.00, 1.00 |")
	assert.Contains(t, b.String(), "| mean | | | 85.0 % |")
	suite := &noticed{Tests: 7, Faults: 50, Reached: 40, ByTests: 20, ByUnits: 10, ByEither: 25, Sights: [2]int{9, 8}}
	all = append(all, result{key: key{Object: "cart", Explore: page.Promising, Acts: 10, Suites: true}, Suite: suite})
	b.Reset()
	require.NoError(t, table(&b, all))
	require.NoError(t, suites(&b, all))
	assert.Contains(t, b.String(), "| cart | 100 | 2 | 85.0 %", "searches with suites are no part of it")
	assert.Contains(t, b.String(), "| cart | 10 | 1 | 50 | 40.0 | 25.0 | 50.0 % | 20.0 | 10.0 | 0.0 % | 7.0 | 9 | 8 |")
}

// TestSuites: the faults are in the scripts under study, choose no assertions, and are noticed where tests come to
// them.
func TestSuites(t *testing.T) {
	if testing.Short() {
		t.Skip("it visits pages hundreds of times")
	}
	all, err := objectsIn("objects", t.TempDir(), []string{"same"})
	require.NoError(t, err)
	r, missed, err := all[0].search(t.Context(), key{Object: "same", Explore: page.Promising, Acts: 20, Suites: true})
	if err != nil && strings.Contains(err.Error(), "no Chromium or Chrome here") {
		t.Skip(err)
	}
	require.NoError(t, err)
	n := r.Suite
	assert.Equal(t, injected, n.Faults)
	assert.Greater(t, n.Recall(), 10.0)
	assert.GreaterOrEqual(t, n.Reached, n.ByEither)
	assert.GreaterOrEqual(t, n.ByTests+n.ByUnits, n.ByEither)
	assert.Len(t, missed, injected-n.ByEither+r.Statements.All-r.Statements.Covered)
	assert.Positive(t, n.Mutants.All)
	assert.Greater(t, n.Tests, 1)
	assert.GreaterOrEqual(t, n.Sights[0], n.Sights[1])
}

// TestSearch: a number of acts and a seed give the same figures each time, whichever way a search explores.
func TestSearch(t *testing.T) {
	if testing.Short() {
		t.Skip("it visits pages hundreds of times")
	}
	all, err := objectsIn("objects", t.TempDir(), []string{"whack"})
	require.NoError(t, err)
	for _, way := range ways {
		var first result
		for again := range 2 {
			r, missed, err := all[0].search(t.Context(), key{Object: "whack", Explore: way, Acts: 30, Seed: 3})
			if err != nil && strings.Contains(err.Error(), "no Chromium or Chrome here") {
				t.Skip(err)
			}
			require.NoError(t, err)
			r.Seconds = 0
			if again == 0 {
				first = r
			}
			assert.Equal(t, first, r, way)
			assert.Len(t, missed, r.Statements.All-r.Statements.Covered, way)
			if way == page.Promising {
				assert.Greater(t, r.Statements.Percent(), 10.0)
				assert.Greater(t, r.Functions.All, 20)
				assert.Greater(t, r.Branches.All, 40)
			}
		}
	}
}
