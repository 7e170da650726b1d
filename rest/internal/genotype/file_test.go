package genotype

import (
	"archive/zip"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"image/gif"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/gene/genetest"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// TestSamplesAreRead: each sample is what it claims, for a program that reads
// such files, and for the one that names it.
func TestSamplesAreRead(t *testing.T) {
	read := map[string]func(content string) error{
		"text/plain": func(string) error { return nil },
		"image/png":  func(c string) error { _, err := png.Decode(strings.NewReader(c)); return err },
		"image/gif":  func(c string) error { _, err := gif.Decode(strings.NewReader(c)); return err },
		"text/csv": func(c string) error {
			_, err := csv.NewReader(strings.NewReader(c)).ReadAll()
			return err
		},
		"application/json": func(c string) error { return json.Unmarshal([]byte(c), new(any)) },
		"application/xml":  func(c string) error { return xml.Unmarshal([]byte(c), new(struct{ XMLName xml.Name })) },
		"application/pdf":  func(string) error { return nil },
		"application/zip": func(c string) error {
			_, err := zip.NewReader(strings.NewReader(c), int64(len(c)))
			return err
		},
	}
	for _, s := range message.Samples() {
		require.Contains(t, read, s.MediaType)
		require.NoError(t, read[s.MediaType](s.Content), s.MediaType)
		kind, ending := message.FileType([]byte(s.Content))
		assert.Equal(t, s.MediaType, kind)
		assert.NotEmpty(t, ending, s.MediaType)
	}
}

func TestFileType(t *testing.T) {
	for content, want := range map[string][2]string{
		"":                   {"application/octet-stream", ""},
		"\x00\x01\x02":       {"application/octet-stream", ""},
		"a,b\n":              {"text/plain", ".txt"},
		"a,b\nc\n":           {"text/plain", ".txt"},
		"a,b\n1,2":           {"text/csv", ".csv"},
		"{not json":          {"text/plain", ".txt"},
		"[1, 2]":             {"application/json", ".json"},
		"<!DOCTYPE html><p>": {"text/html", ".html"},
		"\x1f\x8b\x08rest":   {"application/octet-stream", ""},
	} {
		kind, ending := message.FileType([]byte(content))
		assert.Equal(t, want, [2]string{kind, ending}, "%q", content)
	}
}

func TestFileGenes(t *testing.T) {
	for name, g := range map[string]gene.Gene{
		"any": makeFile("", "", 0, -1), "short": makeFile("", "", 0, 3),
		"long":    makeFile("", "application/octet-stream", 65, 80),
		"picture": makeFile("", "image/*", 0, -1),
	} {
		t.Run(name, func(t *testing.T) { genetest.Run(t, func() gene.Gene { return g.Clone() }) })
	}
	r, seen := rand.New(rand.NewPCG(1, 2)), map[string]bool{}
	for g := makeFile("", "image/*; q=1", 0, -1); len(seen) < 2; g.Randomize(r) {
		if kind, _ := message.FileType([]byte(g.Value().(string))); strings.HasPrefix(kind, "image/") {
			seen[kind] = true
		}
	}
	assert.Equal(t, map[string]bool{"image/png": true, "image/gif": true}, seen)
}

// TestDocumentsOfAMediaType: a body that is a table is one at times, whether a
// schema says that it is a text or nothing does.
func TestDocumentsOfAMediaType(t *testing.T) {
	for _, s := range []*openapi.Schema{nil, {Types: []string{"string"}, Texts: openapi.Texts{MaxLength: -1}}} {
		b := NewBuilder(Options{})
		g := b.makeContent(&openapi.MediaType{Type: "text/csv; charset=utf-8", Schema: s})
		assert.Equal(t, "id,name\n1,one\n", g.Value())
	}
	assert.Empty(t, documentsOf("text/plain"))
	assert.Empty(t, documentsOf("image/*"))
}

// What the names tell comes first.
func TestFilesAreWhatTheyAreCalled(t *testing.T) {
	for context, want := range map[string]string{
		"POST /people/{id}/photo file": "image/png",
		"POST /imports csvFile":        "text/csv",
		"POST /files file":             "text/plain",
		"POST /catalogue file":         "text/plain",
	} {
		seeded, ok := makeFile(context, "", 0, -1).(*gene.Seeded)
		require.True(t, ok)
		kind, _ := message.FileType([]byte(seeded.Seeds()[0].(string)))
		assert.Equal(t, want, kind, context)
	}
}
