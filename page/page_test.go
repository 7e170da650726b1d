package page_test

import (
	"net/http"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/playwright"
	"github.com/evoke-go/evoke/page"
)

func TestSuite(t *testing.T) {
	dir := t.TempDir()
	if d := os.Getenv("PWDIR"); d != "" {
		dir = d
	}
	result, err := evoke.Run(t.Context(), evoke.Config{
		Problem:  page.Spec(page.Options{Handler: http.FileServerFS(os.DirFS("testdata/notes"))}),
		Budget:   evoke.Budget{Calls: 600},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}},
		Output:   evoke.Output{Dir: dir, Writers: []output.Writer{&playwright.Writer{Site: "../site"}}},
	})
	require.NoError(t, err)
	_ = result
	for _, f := range result.Files {
		t.Logf("%s\n%s", f.Name, f.Content)
	}
	assert.NotEmpty(t, result.Files)
}
