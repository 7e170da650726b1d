package page_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/hostile"
	"github.com/evoke-go/evoke/report"
)

// flow returns the report of a page with n states, a few in each layer. The event to the second state shows a fault.
func flow(n int, text string) *report.Report {
	r := acts(text)
	g := &report.StateGraph{MoreStates: 3}
	for i := range n {
		g.States = append(g.States, report.State{
			ID: fmt.Sprint("s", i), Title: "Shop" + text, Address: fmt.Sprintf("/#%d", i) + text,
			Picture: []byte("RIFF" + text),
		})
	}
	g.States[0].Picture = nil
	g.Arrows = []report.Arrow{{To: "s0", Event: "open", Count: 9},
		{From: "s0", Event: "click Die" + text, Faults: []string{"961"}}}
	for i := 1; i < n; i++ {
		from := fmt.Sprint("s", (i-1)/7)
		g.Arrows = append(g.Arrows,
			report.Arrow{From: from, To: fmt.Sprint("s", i), Event: "click Go" + text, Count: 2},
			report.Arrow{From: fmt.Sprint("s", i), To: "s0", Event: "click Back" + text, Count: 1})
	}
	if n > 1 {
		g.Arrows[2].Faults = []string{"961", "unknown"}
	}
	r.States = g
	return r
}

// drawn returns the drawing of the states in the page of a report.
func drawn(t *testing.T, r *report.Report) string {
	t.Helper()
	out := regexp.MustCompile(`(?s)<svg role="img" aria-labelledby="flow-title.*?</svg></div>`).FindString(html(t, r))
	require.NotEmpty(t, out)
	return strings.TrimSuffix(out, "</div>")
}

func TestFlow(t *testing.T) {
	text := drawn(t, flow(3, ""))
	assert.Equal(t, 1, strings.Count(text, `"card-box first"`), "where tests begin")
	assert.Equal(t, 2, strings.Count(text, `"card-box"`))
	assert.Equal(t, 2, strings.Count(text, `<image href="data:image/webp;base64,UklGRg=="`))
	assert.Equal(t, 1, strings.Count(text, "no picture"))
	assert.Equal(t, 2, strings.Count(text, `class="line way"`))
	assert.Equal(t, 2, strings.Count(text, `class="line dimmed"`), "the ways back")
	assert.Equal(t, 1, strings.Count(text, `class="line fault"`))
	assert.Contains(t, text, `<text class="fault" y="12">961: click Go</text>`)
	assert.Contains(t, text, `<text class="fault" y="12">961: click Die</text>`, "it leads nowhere")
	assert.Contains(t, text, "<title>from 1 to 2: click Go (2 times)</title>")
	assert.NotContains(t, text, "unknown")
	page := html(t, flow(3, ""))
	assert.Contains(t, page, "3 more states are left out")
	assert.Contains(t, page, `<li>click Die → the end of the tab <span class="tag bad">961</span></li>`)
	assert.Contains(t, page, "img-src data:")
	assert.NotContains(t, html(t, acts("")), "<h2>States</h2>")
}

// TestCardsStandApart: no card overlaps the texts of another, and no text is wider than a card.
func TestCardsStandApart(t *testing.T) {
	text := drawn(t, flow(30, strings.Repeat(" wide", 40)))
	seen := map[string]bool{}
	box := regexp.MustCompile(`<rect class="[^"]*" x="(\d+)" y="(\d+)" width="160"`)
	for _, at := range box.FindAllStringSubmatch(text, -1) {
		assert.False(t, seen[at[1]+" "+at[2]])
		seen[at[1]+" "+at[2]] = true
	}
	assert.Len(t, seen, 30)
	for _, w := range regexp.MustCompile(`<svg x="\d+" y="\d+" width="(\d+)"`).FindAllStringSubmatch(text, -1) {
		width, err := strconv.Atoi(w[1])
		require.NoError(t, err)
		assert.LessOrEqual(t, width, 160)
	}
	assert.LessOrEqual(t, strings.Count(text, "line dimmed"), 30)
}

// TestHostileFlow: names of elements and titles, which come from the page under test, add no element or attribute to
// the report.
func TestHostileFlow(t *testing.T) {
	elements := strings.Fields("svg title desc defs marker path g rect image text details summary ol ul li span")
	attributes :=
		strings.Fields(`role aria-labelledby width height viewBox id refX refY markerWidth markerHeight orient d x y
		rx class href preserveAspectRatio marker-end`)
	list := regexp.MustCompile(`(?s)<details class="flow-list">.*?</details>`)
	for _, text := range append(hostile.Texts(150), "</svg><script>alert(1)</script>", `" onload="alert(1)`,
		"]]>", "<img src=x>") {
		r := flow(8, text)
		d := xml.NewDecoder(strings.NewReader(drawn(t, r) + list.FindString(html(t, r))))
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err, "%q", text)
			if e, is := token.(xml.StartElement); is {
				assert.Contains(t, elements, e.Name.Local, "%q", text)
				for _, a := range e.Attr {
					assert.Contains(t, attributes, a.Name.Local, "%q", text)
				}
			}
		}
	}
}
