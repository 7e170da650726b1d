package house_test

import (
	"go/build"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pb33f/libopenapi/datamodel"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A language is one with a grammar, whose words nobody guesses. It says itself which words it has.
type language func(t *testing.T) map[string]bool

// languages are those that packages read or write for a living, by folder: it and the folders below it.
var languages = map[string]language{
	"internal/instrument":  goWords,
	"internal/supervise":   goWords,
	"output/gotest":        goWords,
	"internal/conformance": schemaWords,
	"openapi":              schemaWords,
}

// spokenIn returns the words of the languages of a folder.
func spokenIn(t *testing.T, dir string) map[string]bool {
	for folder, words := range languages {
		if dir == folder || strings.HasPrefix(dir, folder+"/") {
			return words(t)
		}
	}
	return nil
}

// goWords are the keywords and predeclared names of Go, the packages of its standard library, and the flags of its
// command.
func goWords(t *testing.T) map[string]bool {
	out := map[string]bool{}
	for word := token.Token(0); word < token.TILDE; word++ {
		out[word.String()] = word.IsKeyword()
	}
	for _, name := range types.Universe.Names() {
		out[name] = true
	}
	sources, err := os.ReadDir(filepath.Join(build.Default.GOROOT, "src"))
	require.NoError(t, err)
	for _, e := range sources {
		out[e.Name()] = e.IsDir()
	}
	for _, topic := range []string{"build", "testflag", "test"} {
		help, err := exec.Command("go", "help", topic).Output()
		require.NoError(t, err)
		for _, flag := range regexp.MustCompile(`(?m)^\s+-([a-z]+)`).FindAllStringSubmatch(string(help), -1) {
			out[flag[1]] = true
		}
	}
	return out
}

// schemaWords are the names of members in descriptions of APIs, and the words that those have for values, in the
// schemas of OpenAPI and JSON Schema for their own documents.
func schemaWords(t *testing.T) map[string]bool {
	out, seen := map[string]bool{}, map[*jsonschema.Schema]bool{}
	c := jsonschema.NewCompiler()
	for name, text := range map[string]string{
		"evoke:openapi2": datamodel.OpenAPI2SchemaData, "evoke:openapi3": datamodel.OpenAPI3SchemaData,
		"evoke:openapi32": datamodel.OpenAPI32SchemaData,
	} {
		document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		require.NoError(t, err)
		delete(document.(map[string]any), "$id")
		delete(document.(map[string]any), "id")
		require.NoError(t, c.AddResource(name, document))
	}
	for _, name := range []string{
		"evoke:openapi2", "evoke:openapi3", "evoke:openapi32", "https://json-schema.org/draft/2020-12/schema",
	} {
		s, err := c.Compile(name)
		require.NoError(t, err)
		addWords(s, out, seen)
	}
	return out
}

// addWords adds the names of members and the values that a schema allows.
func addWords(s *jsonschema.Schema, to map[string]bool, seen map[*jsonschema.Schema]bool) {
	if s == nil || seen[s] {
		return
	}
	seen[s] = true
	for name, member := range s.Properties {
		to[name] = true
		addWords(member, to, seen)
	}
	if s.Enum != nil {
		for _, v := range s.Enum.Values {
			if text, ok := v.(string); ok {
				to[text] = true
			}
		}
	}
	elements, _ := s.Items.(*jsonschema.Schema)
	others, _ := s.AdditionalProperties.(*jsonschema.Schema)
	parts := []*jsonschema.Schema{s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else, elements, others, s.Items2020}
	parts = slices.Concat(parts, s.AllOf, s.AnyOf, s.OneOf)
	for _, p := range s.PatternProperties {
		parts = append(parts, p)
	}
	for _, p := range parts {
		addWords(p, to, seen)
	}
}

// A language has its own words, and not those of an API.
func TestLanguages(t *testing.T) {
	for name, tt := range map[string]struct {
		dir       string
		has, lack []string
	}{
		"Go": {"output/gotest/internal/expr", []string{"func", "len", "testing", "coverpkg"},
			[]string{"owner", "build"}},
		"schema": {"openapi", []string{"enum", "then", "patch", "boolean"}, []string{"owner", "limit"}},
	} {
		t.Run(name, func(t *testing.T) {
			words := spokenIn(t, tt.dir)
			for _, w := range tt.has {
				assert.True(t, words[w], w)
			}
			for _, w := range tt.lack {
				assert.False(t, words[w], w)
			}
		})
	}
	assert.Empty(t, spokenIn(t, "openapis"))
}
