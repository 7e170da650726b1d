package page

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/report"
)

const (
	// maxNodes is how many resources the graph shows: those with the most edges.
	maxNodes = 150
	// The measures of the drawing, in pixels.
	nodeHeight, rowHeight, gap, letter, edgeRoom = 26, 40, 90, 7, 24
)

// node is a resource in the drawing.
type node struct {
	name        string
	degree      int
	layer, row  int
	x, y, width int
}

// graph draws dependencies in layers: a resource stands to the left of the resources that it needs. The same edges give
// the same drawing.
func graph(all []report.Dependency) template.HTML {
	nodes, edges, left := chosen(all)
	if len(nodes) == 0 {
		return ""
	}
	layered(nodes, edges)
	ordered(nodes, edges)
	width, height := placed(nodes)
	var b strings.Builder
	if left > 0 {
		fmt.Fprintf(&b, `<p class="dim">%d more resources are in report.json.</p>`, left)
	}
	fmt.Fprintf(&b, `<div class="scroll" tabindex="0"><svg role="img" aria-label="Dependencies of resources" width="%d" height="%d" viewBox="0 0 %d %d">`, width, height, width, height)
	b.WriteString(`<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="arrow" d="M0 0L8 4L0 8z"/></marker></defs>`)
	for _, d := range edges {
		drawEdge(&b, nodes[escape.Prose(d.From)], nodes[escape.Prose(d.To)], &d)
	}
	for _, n := range sorted(nodes) {
		fmt.Fprintf(&b,
			`<g><rect class="node" x="%d" y="%d" width="%d" height="%d" rx="5"/><text x="%d" y="%d">%s</text></g>`, n.x,
			n.y, n.width, nodeHeight, n.x+9, n.y+17, escape.HTML(short(n.name)))
	}
	b.WriteString("</svg></div>")
	return template.HTML(b.String())
}

// chosen returns the nodes with the most edges, the edges between these nodes, and the number of nodes that are left
// out.
func chosen(all []report.Dependency) (nodes map[string]*node, edges []report.Dependency, left int) {
	nodes = map[string]*node{}
	for _, d := range all {
		for _, name := range []string{escape.Prose(d.From), escape.Prose(d.To)} {
			if nodes[name] == nil {
				nodes[name] = &node{name: name}
			}
			nodes[name].degree++
		}
	}
	weight := func(d report.Dependency) int {
		return nodes[escape.Prose(d.From)].degree + nodes[escape.Prose(d.To)].degree
	}
	heavy := slices.SortedStableFunc(slices.Values(all), func(a, b report.Dependency) int {
		return cmp.Compare(weight(b), weight(a))
	})
	kept := map[string]*node{}
	for _, d := range heavy {
		if len(kept)+2 <= maxNodes {
			for _, name := range []string{escape.Prose(d.From), escape.Prose(d.To)} {
				kept[name] = nodes[name]
			}
		}
	}
	left = len(nodes) - len(kept)
	nodes = kept
	for _, d := range all {
		from, to := escape.Prose(d.From), escape.Prose(d.To)
		if from != to && nodes[from] != nil && nodes[to] != nil {
			edges = append(edges, d)
		}
	}
	return nodes, edges, left
}

// sorted returns the nodes by name.
func sorted(nodes map[string]*node) []*node {
	var list []*node
	for _, n := range nodes {
		list = append(list, n)
	}
	slices.SortFunc(list, func(a, b *node) int { return cmp.Compare(a.name, b.name) })
	return list
}

// layered sets the layer of each node behind the layers of the nodes that need it. In a cycle that is impossible, so
// the number of rounds is bounded.
func layered(nodes map[string]*node, edges []report.Dependency) {
	for range min(len(nodes), 12) {
		moved := false
		for _, d := range edges {
			from, to := nodes[escape.Prose(d.From)], nodes[escape.Prose(d.To)]
			if to.layer <= from.layer && from.layer < 11 {
				to.layer, moved = from.layer+1, true
			}
		}
		if !moved {
			return
		}
	}
}

// ordered orders the nodes of each layer so that few edges cross: it sorts them several times by the average row of
// their neighbours.
func ordered(nodes map[string]*node, edges []report.Dependency) {
	list := sorted(nodes)
	for range 8 {
		sum, count := map[*node]float64{}, map[*node]float64{}
		for _, d := range edges {
			from, to := nodes[escape.Prose(d.From)], nodes[escape.Prose(d.To)]
			sum[from] += float64(to.row)
			sum[to] += float64(from.row)
			count[from]++
			count[to]++
		}
		middle := func(n *node) float64 { return sum[n] / max(count[n], 1) }
		slices.SortStableFunc(list, func(a, b *node) int {
			return cmp.Or(cmp.Compare(a.layer, b.layer), cmp.Compare(middle(a), middle(b)), cmp.Compare(a.name, b.name))
		})
		rows := map[int]int{}
		for _, n := range list {
			n.row = rows[n.layer]
			rows[n.layer]++
		}
	}
}

// placed computes the positions of the nodes, and the size of the drawing.
func placed(nodes map[string]*node) (width, height int) {
	widest, rows := map[int]int{}, map[int]int{}
	for _, n := range nodes {
		n.width = 18 + letter*len([]rune(short(n.name)))
		widest[n.layer] = max(widest[n.layer], n.width)
		rows[n.layer]++
		height = max(height, rows[n.layer]*rowHeight+edgeRoom)
	}
	left := map[int]int{}
	x := edgeRoom
	for layer := 0; layer <= 12; layer++ {
		left[layer] = x
		if widest[layer] > 0 {
			x += widest[layer] + gap
		}
	}
	for _, n := range nodes {
		n.x = left[n.layer]
		n.y = edgeRoom/2 + n.row*rowHeight + (height-edgeRoom-rows[n.layer]*rowHeight)/2
		width = max(width, n.x+n.width+edgeRoom)
	}
	return width, height
}

func drawEdge(b *strings.Builder, from, to *node, d *report.Dependency) {
	x1, x2 := from.x+from.width, to.x
	bend := gap / 2
	if to.layer <= from.layer { // in a cycle the edge leads back
		x1, x2, bend = from.x, to.x+to.width, -gap/2
		if to.layer == from.layer {
			x2 = to.x
		}
	}
	y1, y2 := from.y+nodeHeight/2, to.y+nodeHeight/2
	end, control := ` marker-end="url(#arrow)"`, x2-bend
	if !d.Directed {
		end = ` stroke-dasharray="4 4"`
	}
	if to.layer == from.layer {
		control = x2 + bend
	}
	about := fmt.Sprintf("%s needs %s (%.2f): %s", d.From, d.To, d.Probability, strings.Join(d.Why, ", "))
	if len(d.Tables) > 0 {
		about += "; tables " + strings.Join(d.Tables, ", ")
	}
	fmt.Fprintf(b, `<path class="edge" d="M%d %dC%d %d %d %d %d %d" stroke-opacity="%.2f"%s><title>%s</title></path>`,
		x1, y1, x1+bend, y1, control, y2, x2, y2, 0.3+0.7*min(max(d.Probability, 0), 1), end,
		escape.HTML(escape.Prose(about)))
}
