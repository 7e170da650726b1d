package main

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/evoke-go/evoke/bench/experiment/run"
	"github.com/evoke-go/evoke/bench/experiment/stats"
)

// colors are those of configurations in the order of [run.Configs], told apart
// also by people who see few colours (M. Okabe and K. Ito, 2008).
var colors = []color.NRGBA{
	{R: 0x55, G: 0x55, B: 0x55, A: 0xff}, // random: grey
	{R: 0x00, G: 0x00, B: 0x00, A: 0xff}, // random+memory: black
	{R: 0x00, G: 0x9e, B: 0x73, A: 0xff}, // hillclimb: green
	{R: 0x00, G: 0x72, B: 0xb2, A: 0xff}, // mio: blue
	{R: 0xd5, G: 0x5e, B: 0x00, A: 0xff}, // evoke: orange
	{R: 0x88, G: 0x22, B: 0x55, A: 0xff}, // untracked: wine, of P. Tol
	{R: 0xdd, G: 0xcc, B: 0x77, A: 0xff}, // conditions: sand, of P. Tol
	{R: 0x44, G: 0xaa, B: 0x99, A: 0xff}, // replaced: teal, of P. Tol
	{R: 0xcc, G: 0x79, B: 0xa7, A: 0xff}, // black: pink
	{R: 0xf0, G: 0xe4, B: 0x42, A: 0xff}, // declared: yellow
	{R: 0x11, G: 0x77, B: 0x33, A: 0xff}, // samples: dark green, of P. Tol
	{R: 0x99, G: 0x99, B: 0x33, A: 0xff}, // base1: olive, of P. Tol
	{R: 0xaa, G: 0x44, B: 0x99, A: 0xff}, // base2: purple, of P. Tol
	{R: 0x66, G: 0x11, B: 0x00, A: 0xff}, // r-mio: brown
	{R: 0x33, G: 0x22, B: 0x88, A: 0xff}, // rd-mio: indigo, of P. Tol
	{R: 0x56, G: 0xb4, B: 0xe9, A: 0xff}, // and others, as many as there may be
	{R: 0xe6, G: 0x9f, B: 0x00, A: 0xff},
}

// dashes tell the lines apart in print.
var dashes = [][]vg.Length{
	{vg.Points(1), vg.Points(3)},
	{vg.Points(3), vg.Points(2)},
	{vg.Points(6), vg.Points(2), vg.Points(1), vg.Points(2)},
	{vg.Points(6), vg.Points(3)},
	nil,
	{vg.Points(2), vg.Points(2)},
}

// curvesSection shows the pictures.
func curvesSection(d *data, pictures string) string {
	var b strings.Builder
	b.WriteString(d.source(func(g group) bool { return !black(g.config) }))
	b.WriteString(`
The line is the median of all seeds, the band reaches from the lower to the
upper quartile. All of a picture have the same targets and the largest budget
that the service was searched with; "black", which sees responses only, has
other targets and is not drawn.
`)
	for _, sut := range d.suts {
		if len(d.drawn(sut)) > 0 {
			fmt.Fprintf(&b, "\n![Covered targets of %s over the calls](%s)\n", sut,
				strings.TrimPrefix(pictures+"/"+sut+".svg", "./"))
		}
	}
	return b.String()
}

// drawn are the groups that the picture of a service has.
func (d *data) drawn(sut string) (out []group) {
	budgets := d.budgets(sut)
	for i := len(budgets) - 1; i >= 0 && len(out) == 0; i-- {
		for _, config := range d.searched(sut, budgets[i]) {
			if !black(config) {
				out = append(out, group{sut, config, budgets[i]})
			}
		}
	}
	return out
}

// drawAll writes the pictures of all services into a folder.
func drawAll(d *data, out string) error {
	for _, sut := range d.suts {
		groups := d.drawn(sut)
		if len(groups) == 0 {
			continue
		}
		picture, err := d.draw(sut, groups)
		if err != nil {
			return fmt.Errorf("curves of %s: %w", sut, err)
		}
		if err := replace(filepath.Join(out, sut+".svg"), string(picture)); err != nil {
			return err
		}
	}
	return nil
}

// points are the median and the quartiles of a group, by calls.
func (d *data) points(g group) (middle, low, high plotter.XYs) {
	for i := 0; ; i++ {
		values := d.values(g, func(r *run.Result) (float64, bool) {
			if i >= len(r.Curve) {
				return 0, false
			}
			return float64(r.Curve[i]), true
		})
		if len(values) == 0 {
			return middle, low, high
		}
		x := run.CurvePoint(i)
		middle = append(middle, plotter.XY{X: x, Y: stats.Median(values)})
		low = append(low, plotter.XY{X: x, Y: stats.Quantile(values, 0.25)})
		high = append(high, plotter.XY{X: x, Y: stats.Quantile(values, 0.75)})
	}
}

// draw makes the picture of a service.
func (d *data) draw(sut string, groups []group) ([]byte, error) {
	p := newPlot()
	seeds := 0
	others := len(run.Configs())
	for _, g := range groups {
		seeds = max(seeds, len(d.groups[g]))
		style := run.Order(g.config)
		if style == len(run.Configs()) {
			style, others = others, others+1
		}
		if err := d.line(p, g, style); err != nil {
			return nil, err
		}
	}
	p.Title.Text = fmt.Sprintf("%s: covered targets, median and quartiles of %s", sut, count(seeds, "run"))
	canvas := vgsvg.New(16*vg.Centimeter, 9*vg.Centimeter)
	// room for the last number
	p.Draw(draw.Crop(draw.New(canvas), vg.Points(4), vg.Points(-16), vg.Points(4), vg.Points(-4)))
	var b bytes.Buffer
	_, err := canvas.WriteTo(&b)
	return b.Bytes(), err
}

// line adds the band and the line of a group.
func (d *data) line(p *plot.Plot, g group, style int) error {
	middle, low, high := d.points(g)
	outline := append(plotter.XYs{}, low...)
	for i := len(high) - 1; i >= 0; i-- {
		outline = append(outline, high[i])
	}
	band, err := plotter.NewPolygon(outline)
	if err != nil {
		return err
	}
	shade := colors[style%len(colors)]
	shade.A = 0x30
	band.Color, band.LineStyle.Width = shade, 0
	line, err := plotter.NewLine(middle)
	if err != nil {
		return err
	}
	line.Color, line.Width, line.Dashes = colors[style%len(colors)], vg.Points(1.5), dashes[style%len(dashes)]
	p.Add(band, line)
	p.Legend.Add(g.config, line)
	return nil
}

// newPlot is an empty picture with its axes.
func newPlot() *plot.Plot {
	p := plot.New()
	sans := func(size float64) font.Font {
		return font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Points(size)}
	}
	p.Title.TextStyle.Font, p.Title.Padding = sans(11), vg.Points(6)
	p.X.Label.Text, p.Y.Label.Text = "HTTP calls", "covered targets"
	p.X.Label.TextStyle.Font, p.Y.Label.TextStyle.Font = sans(10), sans(10)
	p.X.Tick.Label.Font, p.Y.Tick.Label.Font = sans(9), sans(9)
	p.Legend.TextStyle.Font = sans(10)
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, decades{}
	p.Y.Min, p.Y.Tick.Marker = 0, wholes{}
	p.Legend.Left, p.Legend.Top = true, true
	p.Legend.Padding = vg.Points(2)
	p.Legend.XOffs, p.Legend.YOffs, p.Legend.ThumbnailWidth = vg.Points(8), vg.Points(-4), vg.Points(26)
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{Y: 0xdd}, color.Gray{Y: 0xdd}
	p.Add(grid)
	return p
}

// decades are the ticks of the logarithmic axis: 1, 10, 100 and so on, as
// numbers with separators, and small ones between them.
type decades struct{}

// Ticks implements plot.Ticker.
func (decades) Ticks(least, most float64) (out []plot.Tick) {
	for decade := 1; float64(decade) <= most; decade *= 10 {
		out = append(out, plot.Tick{Value: float64(decade), Label: thousands(decade)})
		for i := 2; i < 10 && float64(i*decade) <= most; i++ {
			out = append(out, plot.Tick{Value: float64(i * decade)})
		}
	}
	return out
}

// wholes are ticks at whole numbers: those of the default, without fractions.
type wholes struct{}

// Ticks implements plot.Ticker.
func (wholes) Ticks(least, most float64) (out []plot.Tick) {
	for _, t := range (plot.DefaultTicks{}).Ticks(least, most) {
		whole := t.Value == math.Trunc(t.Value)
		if t.Label != "" && whole {
			t.Label = thousands(int(t.Value))
		}
		if whole {
			out = append(out, t)
		}
	}
	return out
}
