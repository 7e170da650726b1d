package page_test

import (
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/playwright"
	"github.com/evoke-go/evoke/page"
	"github.com/evoke-go/evoke/page/internal/browser"
	"github.com/evoke-go/evoke/problem"
)

// TestSuite: the suite of a small page has tests of each of its parts, and of its faults.
func TestSuite(t *testing.T) {
	if testing.Short() {
		t.Skip("it visits a page hundreds of times")
	}
	if _, err := browser.Find(false); err != nil {
		t.Skip(err)
	}
	result, err := evoke.Run(t.Context(), evoke.Config{
		Problem:  page.Spec(page.Options{Handler: http.FileServerFS(os.DirFS("testdata/notes"))}),
		Budget:   evoke.Budget{Calls: 150},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}},
		Output:   evoke.Output{Dir: t.TempDir(), Writers: []output.Writer{&playwright.Writer{Site: "../site"}}},
	})
	require.NoError(t, err)
	var text strings.Builder
	for _, f := range result.Files {
		text.Write(f.Content)
	}
	for _, part := range []string{
		"toHaveText('A title is needed.')", "toHaveText('Added.')", "toContain('img /none.png')",
		"await page.getByRole('textbox', { name: 'Title', exact: true }).fill(",
	} {
		assert.Contains(t, text.String(), part)
	}
	titles := regexp.MustCompile(`(?m)^test\((.*), async`).FindAllString(text.String(), -1)
	assert.Greater(t, len(titles), 4)
	assert.Less(t, len(titles), 15)
	var faults []int
	for _, f := range result.Report.Faults() {
		faults = append(faults, f.Code)
		assert.Equal(t, "open /", strings.Split(f.Curl, "\n")[0], "how to see it again")
	}
	assert.Contains(t, faults, page.CodeLoad)
	m := result.Report.Mutation
	require.NotNil(t, m)
	assert.Greater(t, m.Mutants, 20)
	assert.Greater(t, m.Percent(), 50.0)
	assert.Less(t, m.Percent(), 100.0, "a < for a <= in a place that no test looks at is not noticed")
	assert.LessOrEqual(t, m.AssertionsAfter, m.AssertionsBefore)
	assert.Equal(t, "Notes", result.Suite.Title)
	graph := result.Report.States
	require.NotNil(t, graph)
	assert.Greater(t, len(graph.States), 4)
	assert.LessOrEqual(t, len(graph.States), 30)
	assert.Equal(t, "Notes", graph.States[0].Title)
	assert.Zero(t, graph.States[0].Distance)
	assert.Contains(t, string(graph.States[0].Picture[:16]), "WEBP")
	opened := graph.Arrows[0]
	assert.Equal(t, graph.States[0].ID, opened.To)
	assert.Len(t, opened.Faults, 1, "the picture that is not there")
	assert.Greater(t, len(graph.Arrows), 4)
}

func TestOptionsThatDoNotFit(t *testing.T) {
	for want, o := range map[string]page.Options{
		"needs either a Handler or an URL": {},
		"page: Options needs either":       {Handler: http.NotFoundHandler(), URL: "http://127.0.0.1"},
		"is no address of a page":          {URL: "site/index.html"},
		"page: Options.Path":               {Handler: http.NotFoundHandler(), Path: "%zz"},
		"/none/chromium":                   {Handler: http.NotFoundHandler(), Browser: "/none/chromium"},
	} {
		_, err := page.Spec(o).Make(t.Context(), problem.Env{Registry: &fitness.Registry{}})
		assert.ErrorContains(t, err, want)
	}
	if _, err := browser.Find(false); err != nil {
		t.Skip(err)
	}
	_, err := page.Spec(
		page.Options{Handler: http.NotFoundHandler(), Explore: "far"},
	).Make(t.Context(), problem.Env{Registry: &fitness.Registry{}})
	assert.ErrorContains(t, err, `page: Options.Explore: there is no "far"`)
}
