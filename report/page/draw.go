package page

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/report"
)

// draw writes the drawing as SVG: arrows first, so that cards lie above them.
func (d *drawing) draw(b *strings.Builder) {
	fmt.Fprintf(b, `<div class="scroll flow" tabindex="0"><svg role="img" aria-labelledby="flow-title flow-about" `+
		`width="%d" height="%d" viewBox="0 0 %[1]d %[2]d"><title id="flow-title">States of the page</title>`+
		`<desc id="flow-about">%d states in layers by their distance from the first one, in which each test begins. `+
		`The list below has the same states and arrows.</desc>`, d.width, d.height, len(d.cards))
	for _, id := range []string{"way", "dimmed", "fault"} {
		fmt.Fprintf(b, `<defs><marker id="%s" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" `+
			`orient="auto"><path class="%[1]s" d="M0 0L8 4L0 8z"/></marker></defs>`, id)
	}
	dim := 0
	for _, a := range d.arrows {
		way := a.to != nil && a.to.by == a
		if a.to == nil || a.from == a.to || !way && len(a.faults) == 0 && dim == maxDim {
			continue
		}
		if !way && len(a.faults) == 0 {
			dim++
		}
		a.draw(b, way)
	}
	for _, c := range d.cards {
		c.draw(b)
	}
	b.WriteString("</svg></div>")
}

// draw writes an arrow: from the right side of a card, through the aisle and the road, to the top of the next card. An
// arrow that is not the shortest way to its card leads to the left side.
func (a *arrow) draw(b *strings.Builder, way bool) {
	kind, to := "dimmed", a.to
	switch {
	case len(a.faults) > 0:
		kind = "fault"
	case way:
		kind = "way"
	}
	about := "tests begin: " + a.about
	path := fmt.Sprintf("M%d %dV%d", to.x+10, to.y-headHeight, to.y)
	if from := a.from; from != nil {
		about = fmt.Sprintf("from %d to %d: %s", from.number, to.number, a.about)
		lane := from.x + cardWidth + 10 + 4*(from.row%5)
		up := to.y - headHeight - 6 - 4*(from.number%6)
		path = fmt.Sprintf("M%d %dH%dV%dH", from.x+cardWidth, from.y+cardHeight/2, lane, up)
		if way {
			path += fmt.Sprintf("%dV%d", to.x+10, to.y)
		} else {
			path += fmt.Sprintf("%dV%dH%d", to.x-12, to.y+20+6*(from.number%13), to.x)
		}
	}
	fmt.Fprintf(b, `<path class="line %s" d="%s" marker-end="url(#%[1]s)"><title>%[3]s</title></path>`,
		kind, path, escape.HTML(strings.TrimSpace(about)))
}

// draw writes a card.
func (c *card) draw(b *strings.Builder) {
	class := "card-box"
	if c.layer == 0 {
		class += " first"
	}
	fmt.Fprintf(b, `<g><title>%s</title><rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="4"/>`,
		escape.HTML(c.title()), class, c.x, c.y, cardWidth, cardHeight)
	if picture := c.picture(); picture != "" {
		fmt.Fprintf(b, `<image href="%s" x="%d" y="%d" width="%d" height="%d" preserveAspectRatio="xMidYMin slice"/>`,
			picture, c.x+2, c.y+2, cardWidth-4, cardHeight-4)
	} else {
		line(b, "dim", "no picture", c.x+50, c.y+cardHeight/2, cardWidth-50)
	}
	head, kind := []string{}, ""
	if c.by != nil {
		head = wrapped(c.by.words(), 22)
		if len(c.by.faults) > 0 {
			kind = "fault"
		}
	}
	for i, text := range head {
		line(b, kind, text, c.x+20, c.y-6-lineHeight*(len(head)-1-i), cardWidth-20)
	}
	line(b, map[bool]string{true: "first"}[c.layer == 0], c.title(), c.x, c.y+cardHeight+lineHeight, cardWidth)
	y := c.y + cardHeight + lineHeight
	for i, text := range c.faults {
		y += lineHeight
		if i == maxFaultLines {
			line(b, "fault", fmt.Sprintf("%d more", len(c.faults)-i), c.x, y, cardWidth)
			break
		}
		line(b, "fault", text, c.x, y, cardWidth)
	}
	b.WriteString("</g>")
}

// line writes a line of text, cut to a width in pixels.
func line(b *strings.Builder, class, text string, x, y, width int) {
	fmt.Fprintf(b, `<svg x="%d" y="%d" width="%d" height="%d"><text class="%s" y="%d">%s</text></svg>`,
		x, y-12, width, lineHeight, class, 12, escape.HTML(cut(text, width*10/66)))
}

// cut cuts a text to a number of letters.
func cut(text string, letters int) string {
	if runes := []rune(text); len(runes) > letters {
		return string(runes[:letters-1]) + "…"
	}
	return text
}

// wrapped breaks a text into at most two lines, at a space, each of a number of letters at most.
func wrapped(text string, letters int) []string {
	if len([]rune(text)) <= letters {
		return []string{text}
	}
	first := string([]rune(text)[:letters+1])
	if at := strings.LastIndexByte(first, ' '); at > 0 {
		first = first[:at]
	} else {
		first = string([]rune(text)[:letters])
	}
	return []string{first, strings.TrimSpace(text[len(first):])}
}

// rest returns a text that says what the drawing leaves out.
func (d *drawing) rest(g *report.StateGraph) string {
	text := "An arrow is an event, a red one shows a fault; thin arrows lead to where a shorter way leads as well."
	if g.MoreStates > 0 {
		const kept = "the states here are those that tests lead through, or nearest to the start"
		text += fmt.Sprintf(" %d more states are left out: %s.", g.MoreStates, kept)
	}
	return text
}

// list writes the states as a list, each with all arrows from it.
func (d *drawing) list(b *strings.Builder, r *report.Report) {
	b.WriteString(`<details class="flow-list"><summary>The same as a list</summary><ol>`)
	for _, s := range r.States.States {
		c := d.at[s.ID]
		fmt.Fprintf(b, `<li>%s<ul>`, escape.HTML(cmp.Or(strings.TrimSpace(c.Address+" "+c.Title), "state")))
		for _, a := range r.States.Arrows {
			if a.From == s.ID {
				d.item(b, &a)
			}
		}
		b.WriteString("</ul></li>")
	}
	b.WriteString("</ol></details>")
}

// item writes an arrow as an item of a list.
func (d *drawing) item(b *strings.Builder, a *report.Arrow) {
	where := "another state"
	if to := d.at[a.To]; to != nil {
		where = fmt.Sprint(to.number)
	} else if a.To == "" {
		where = "the end of the tab"
	}
	fmt.Fprintf(b, `<li>%s → %s`, escape.HTML(escape.Prose(a.Event)), where)
	for _, key := range a.Faults {
		if code := d.codes[key]; code != "" {
			fmt.Fprintf(b, ` <span class="tag bad">%s</span>`, code)
		}
	}
	b.WriteString("</li>")
}
