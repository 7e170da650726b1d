package page

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/execute"
	"github.com/evoke-go/evoke/page/internal/visitor"
)

// TestAgain: a fault lists the acts that show it, with the names of elements on the page.
func TestAgain(t *testing.T) {
	fill := act.First()
	fill.Event = visitor.Event{
		Kind: "fill", Element: visitor.Element{Path: "#f > input", Tag: "input", Label: "Title"},
	}
	fill.Value = gene.NewConst("")
	empty := act.New(
		&visitor.Event{Kind: "click", Element: visitor.Element{Path: "#clear", Tag: "button", Name: "Clear"}},
		nil, true,
	)
	fault := faultOf(&execute.Fault{
		Trouble: visitor.Trouble{Kind: "error", Text: "n is undefined", Place: "/app.js:7"},
		Steps: []execute.Step{
			{Act: act.First(), Told: &visitor.Told{Address: "http://site.localhost/a/?q#here"}},
			{Act: fill, Told: &visitor.Told{}},
			{Act: empty, Told: &visitor.Told{Asked: []visitor.Question{{Kind: "confirm", Text: "Sure?"}}}},
		},
	})
	assert.Equal(t, "open /a/?q#here\nfill Title with \"\"\nclick Clear and answer confirm with false", fault.Curl)
	assert.Equal(t, "click Clear", fault.Operation)
}
