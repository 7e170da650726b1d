package act

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/page/internal/visitor"
)

func TestFile(t *testing.T) {
	for accept, want := range map[string]File{
		"":                        {"file.txt", "text/plain", ""},
		"*/*":                     {"file.txt", "text/plain", ""},
		".CSV, .txt":              {"file.csv", "text/csv", ""},
		"application/json":        {"file.json", "application/json", ""},
		"image/*":                 {"file.svg", "image/svg+xml", ""},
		"image/png, image/gif":    {"file.png", "image/png", ""},
		".log":                    {"file.log", "", ""},
		"audio/*,application/xml": {"file.txt", "text/plain", ""},
	} {
		e := &visitor.Event{Kind: Upload, Element: visitor.Element{Path: "#f", Field: visitor.Field{Type: "file",
			Accept: accept}}}
		a := New(e, nil, false)
		want.Text = a.Given().(string)
		assert.Equal(t, &want, a.File(), accept)
		assert.Equal(t, a.File(), a.Sent())
	}
	a := New(&visitor.Event{Kind: "fill", Element: visitor.Element{Path: "#f"}}, nil, false)
	assert.Nil(t, a.File())
	assert.Equal(t, a.Given(), a.Sent())
}
