package house_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// readmeNeeds is what the snippets of README.md take for granted.
const readmeNeeds = `package api

import "net/http"

func New() http.Handler { return nil }

type database struct{}

func openTestDatabase() *database { return nil }

func NewRouter(*database) (*http.ServeMux, error) { return nil, nil }
`

// blocks returns the parts of README.md that are in a language.
func blocks(t *testing.T, language string) (out []string) {
	t.Helper()
	data, err := os.ReadFile("README.md")
	require.NoError(t, err)
	for _, m := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```").FindAllStringSubmatch(string(data), -1) {
		out = append(out, m[1])
	}
	return out
}

// TestReadmeCompiles vets the Go files of README.md, each in a package of its own.
func TestReadmeCompiles(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds programs")
	}
	dir, err := os.MkdirTemp(".", "evoke-readme-")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	files := 0
	for i, text := range blocks(t, "go") {
		if !strings.HasPrefix(text, "package ") {
			continue // a part of a written test
		}
		files++
		own := filepath.Join(dir, fmt.Sprint(i))
		require.NoError(t, os.Mkdir(own, 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(own, "needs.go"), []byte(readmeNeeds), 0o644))
		require.NoError(t, os.WriteFile(filepath.Join(own, "readme_test.go"), []byte(text), 0o644))
		formatted, err := exec.Command("gofmt", "-l", own).CombinedOutput()
		require.NoError(t, err, "%s", formatted)
		assert.Empty(t, string(formatted), "gofmt changes the snippet:\n%s", text)
	}
	require.Equal(t, 4, files)
	out, err := exec.Command("go", "vet", "./"+dir+"/...").CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// TestReadmeNamesWhatIsThere looks for the files that README.md links to.
func TestReadmeNamesWhatIsThere(t *testing.T) {
	data, err := os.ReadFile("README.md")
	require.NoError(t, err)
	links := regexp.MustCompile(`\]\(([^)#:]+)\)`).FindAllStringSubmatch(string(data), -1)
	require.NotEmpty(t, links)
	for _, m := range links {
		_, err := os.Stat(filepath.FromSlash(m[1]))
		assert.NoError(t, err)
	}
}
