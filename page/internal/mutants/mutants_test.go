package mutants

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/mutation"
	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/browser"
	"github.com/evoke-go/evoke/page/internal/execute"
	"github.com/evoke-go/evoke/page/internal/site"
	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/probe/mutant"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/testcase"
)

// texts returns the elements whose texts differ, in the order of their paths.
func texts(before, after map[string]visitor.Sight) (out []suite.Sight) {
	for _, path := range slices.Sorted(maps.Keys(after)) {
		kind := suite.HasText
		if path == "" {
			kind = suite.HasTitle
		}
		if before[path].Classes != after[path].Classes {
			of := suite.DOMElement{Path: path}
			out = append(out, suite.Sight{Of: of, Kind: suite.HasClasses, Value: after[path].Classes})
		}
		if before[path].Text != after[path].Text {
			out = append(out, suite.Sight{Of: suite.DOMElement{Path: path}, Kind: kind, Value: after[path].Text})
		}
	}
	return out
}

// TestAsserts: a test asserts the differences that mutants cause, also in elements that no act changes, and in the
// title. Properties that vary are not asserted, and a seeded fault does not select assertions.
func TestAsserts(t *testing.T) {
	if _, err := browser.Find(false); err != nil {
		t.Skip(err)
	}
	files := fstest.MapFS{"index.html": {Data: []byte("<!doctype html><title>a</title><p id=stays></p><p id=n></p>" +
		"<p id=late></p><ul id=list></ul><script src=a.js></script>")}, "a.js": {Data: []byte("function begin() {\n" +
		"  document.querySelector('#n').textContent = crypto.randomUUID() + performance.timeOrigin;\n" +
		"  document.querySelector('#stays').textContent = 3 + 4;\n" +
		"  document.querySelector('#late').textContent = 'l';\n" +
		"  document.title = 'Begun';\n" +
		"  for (const t of 'cd') document.querySelector('#list').innerHTML += '<li>' + t + '</li>';\n" +
		"  if (1 > 2) document.querySelector('#late').className = 'on';\n" +
		"}\nbegin();\n")}}
	pages := site.Serve(http.FileServerFS(files))
	s := &suite.Suite{Tests: []suite.Test{{Name: "0", Steps: []suite.Step{{Act: &suite.Act{Kind: suite.OpenPage}}}}}}
	cases := map[string]*testcase.Case{"0": {Actions: []testcase.Action{act.First()}}}
	study := &mutation.Study{Faults: map[mutant.Site]bool{{
		Package: "/a.js", Function: "begin", Line: 4,
		Change: `document.querySelector("#late").textContent = "l" is left out`,
	}: true}}
	page := execute.Page{Site: pages, Address: site.Local, Settings: visitor.Settings{Now: 1767225600000, Seed: 1}}
	p, err := New(t.Context(), page, s, cases, texts, study)
	require.NoError(t, err)
	defer func() { assert.NoError(t, p.Close()) }()
	r, err := mutation.TryOn(t.Context(), p, s, mutation.Options{Mutants: 100, Dear: true})
	require.NoError(t, err)
	for _, m := range r.Mutants {
		if strings.Contains(m.Change, "is left out") && m.Line != 2 {
			assert.NotEmpty(t, m.Noticed, m.Change)
		}
		assert.False(t, study.Is(m.Site), m.Change)
	}
	var all []string
	for _, sight := range s.Tests[0].Steps[0].Act.Expect {
		assert.NotEqual(t, suite.HasClasses, sight.Kind, "an element without the attribute has no empty one")
		all = append(all, sight.Of.Path+" is "+sight.Value)
	}
	// the second item rather than the first, which stays when the list gets longer
	item := "#list > li:nth-of-type(2) is d"
	assert.Subset(t, all, []string{"#stays is 7", " is Begun", "#late is l", item})
	for _, sight := range all {
		assert.NotContains(t, sight, "#n ", "it differs each time")
	}
	require.NoError(t, study.Try(t.Context(), p, s))
	require.Len(t, study.Tests.Mutants, 1)
	assert.Equal(t, 1, study.Tests.Score(), "an assertion that another mutant chose")
}
