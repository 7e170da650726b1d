package page

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/evoke-go/evoke/report"
)

// curve draws the number of covered targets over the number of steps. steps is the name of steps in the plural.
func curve(points []report.Point, steps string) template.HTML {
	if len(points) < 2 {
		return ""
	}
	const width, height, left, below = 720, 220, 56, 24
	steps = template.HTMLEscapeString(steps)
	last := points[len(points)-1]
	most := 1
	for _, p := range points {
		most = max(most, p.Covered)
	}
	x := func(calls int) float64 { return left + float64(calls)*(width-left-10)/float64(max(last.Calls, 1)) }
	y := func(covered int) float64 {
		return 10 + (1-float64(covered)/float64(most))*(height-below-10)
	}
	var line strings.Builder
	for i, p := range points {
		fmt.Fprintf(&line, "%s%.1f %.1f", map[bool]string{true: "M", false: "L"}[i == 0], x(p.Calls), y(p.Covered))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<h2>Targets over %s</h2>", steps)
	fmt.Fprintf(&b, `<svg role="img" `+
		`aria-label="Targets covered over %s: %d after %d" viewBox="0 0 %d %d" width="100%%" `+
		`style="max-width:%dpx">`, steps, last.Covered, last.Calls, width, height, width)
	fmt.Fprintf(&b, `<path class="axis" fill="none" d="M%d 10V%dH%d"/><path class="curve" d="%s"/>`, left,
		height-below, width-10, line.String())
	fmt.Fprintf(&b, `<text class="dim" x="%d" y="18" text-anchor="end">%d</text><text class="dim" x="%d" y="%d" text-anchor="end">0</text>`, left-8, most, left-8, height-below+4)
	fmt.Fprintf(&b, `<text class="dim" x="%d" y="%d" text-anchor="end">%d %s</text></svg>`,
		width-10, height-6, last.Calls, steps)
	return template.HTML(b.String())
}
