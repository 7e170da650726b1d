package page

import (
	"encoding/base64"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/report"
)

const (
	// The measures of the drawing, in pixels. A card has the picture of a state, with the event that leads to the state
	// above and the name of the state below. Arrows run through aisles between cards, and through roads between rows.
	cardWidth, cardHeight, headHeight, lineHeight, aisle, road = 160, 112, 38, 16, 56, 34
	// columns is the number of cards in a row.
	columns = 5
	// maxFaultLines is the number of faults below a card, and maxDim the number of arrows drawn besides those of the
	// shortest ways.
	maxFaultLines, maxDim = 3, 30
)

// card is a state in the drawing.
type card struct {
	report.State
	number, layer, column, row int
	x, y                       int      // position of the picture
	by                         *arrow   // the last arrow of the shortest way to the card
	faults                     []string // faults of events that lead to no new state, a line each
}

// arrow stands for all events that lead from one state to another.
type arrow struct {
	from, to *card // from is nil for the event that begins a test, to is nil for an event that ends elsewhere
	events   []string
	faults   []string // the codes of its faults
	about    string
}

// drawing has the cards and arrows of a graph of states.
type drawing struct {
	cards  []*card
	arrows []*arrow
	at     map[string]*card
	codes  map[string]string // codes of the faults that are not silenced, by key
	width  int
	height int
}

// flow draws a graph of states. States at the same distance from the start form a layer. The same graph gives the same
// drawing.
func flow(r *report.Report) template.HTML {
	if r.States == nil || len(r.States.States) == 0 {
		return ""
	}
	d := &drawing{at: map[string]*card{}, codes: map[string]string{}}
	for _, f := range report.Findings(r) {
		for _, one := range f.All() {
			d.codes[one.Key] = fmt.Sprint(one.Code)
		}
	}
	for i, s := range r.States.States {
		c := &card{State: s, number: i + 1, layer: -1}
		d.cards, d.at[s.ID] = append(d.cards, c), c
	}
	d.connect(r.States.Arrows)
	d.place()
	var b strings.Builder
	d.draw(&b)
	fmt.Fprintf(&b, `<p class="dim">%s</p>`, d.rest(r.States))
	d.list(&b, r)
	return template.HTML(b.String())
}

// connect makes the arrows, and sets the layer of each card by the shortest way to it.
func (d *drawing) connect(all []report.Arrow) {
	of := map[[2]*card]*arrow{}
	for i := range all {
		from, to := d.at[all[i].From], d.at[all[i].To]
		a := of[[2]*card{from, to}]
		if a == nil || to == nil || from == to {
			a = &arrow{from: from, to: to}
			of[[2]*card{from, to}] = a
			d.arrows = append(d.arrows, a)
		}
		a.add(&all[i], d.codes)
	}
	queue := []*card{d.cards[0]}
	queue[0].layer = 0
	for i := 0; i < len(queue); i++ {
		for _, a := range d.arrows {
			if a.from == queue[i] && a.to != nil && a.to.layer < 0 {
				a.to.layer, a.to.by = a.from.layer+1, a
				queue = append(queue, a.to)
			}
		}
	}
	last := queue[len(queue)-1].layer + 1
	for _, c := range d.cards { // cards to which no arrow leads
		if c.layer < 0 {
			c.layer = last
			queue = append(queue, c)
		}
	}
	d.cards = queue
	for _, a := range d.arrows {
		switch {
		case a.from == nil:
			a.to.by = a
		case len(a.faults) > 0 && a.to != nil && a.to.by == a:
		case len(a.faults) > 0:
			a.from.faults = append(a.from.faults, a.words())
		}
	}
}

// add adds an event to an arrow.
func (a *arrow) add(one *report.Arrow, codes map[string]string) {
	event := escape.Prose(one.Event)
	a.events = append(a.events, event)
	a.about += fmt.Sprintf("%s (%d times)\n", event, one.Count)
	for _, key := range one.Faults {
		if code := codes[key]; code != "" && !slices.Contains(a.faults, code) {
			a.faults = append(a.faults, code)
		}
	}
}

// words returns the names of the events of an arrow, and its faults.
func (a *arrow) words() string {
	text := a.events[0]
	if n := len(a.events) - 1; n > 0 {
		text += fmt.Sprintf(" or %d more", n)
	}
	if len(a.faults) > 0 {
		text = strings.Join(a.faults, ", ") + ": " + text
	}
	return text
}

// place sets the row, the column and the position of each card.
func (d *drawing) place() {
	row, lines := 0, []int{0} // lines: for each row, the greatest number of faults below a card
	for i, c := range d.cards {
		if i > 0 {
			if before := d.cards[i-1]; before.layer == c.layer && before.column < columns-1 {
				c.column = before.column + 1
			} else {
				row, lines = row+1, append(lines, 0)
			}
		}
		c.row = row
		lines[row] = max(lines[row], min(len(c.faults), maxFaultLines+1))
		c.x = aisle/2 + c.column*(cardWidth+aisle)
		d.width = max(d.width, c.x+cardWidth+aisle)
	}
	for row, n := range lines {
		for _, c := range d.cards {
			if c.row == row {
				c.y = d.height + road + headHeight
			}
		}
		d.height += road + headHeight + cardHeight + lineHeight*(n+1) + lineHeight/2
	}
}

// title returns the name of a state: its number, and its title or else its address.
func (c *card) title() string {
	return fmt.Sprintf("%d  %s", c.number, escape.Prose(strings.TrimSpace(c.Address+" "+c.Title)))
}

// picture returns the data URL of a picture; "" for none.
func (c *card) picture() string {
	if len(c.Picture) == 0 {
		return ""
	}
	return "data:image/webp;base64," + base64.StdEncoding.EncodeToString(c.Picture)
}
