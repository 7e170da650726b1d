package page

import (
	"bytes"
	"path"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/report"
)

// The states of a line.
const (
	none    = ' ' // no statement
	covered = 'c'
	missed  = 'u'
	partly  = 'p'
)

func sourcesOf(r *report.Report) []source {
	out := []source{}
	if r.Coverage == nil {
		return out
	}
	missing := map[string][]near{}
	for _, b := range r.Coverage.Blocks {
		at := path.Join(b.Package, b.File)
		best := min(b.Best, 1)
		if !(best > 0) { // JSON has no NaN
			best = 0
		}
		missing[at] = append(missing[at], near{b.StartLine, escape.Prose(b.Missing), best})
	}
	for _, s := range r.Coverage.Sources {
		lines := states(s)
		out = append(out, source{
			Path: escape.Line(s.Path), Percent: percent(lines),
			Text:  escape.Lines(strings.ReplaceAll(s.Text, "\r\n", "\n")),
			Lines: string(lines), Near: missing[path.Join(s.Package, s.File)],
		})
	}
	return out
}

// states returns the state of each line of a source, by the blocks that contain more of the line than a brace.
func states(s report.Source) []byte {
	texts := strings.Split(s.Text, "\n")
	lines := bytes.Repeat([]byte{none}, len(texts))
	for _, span := range s.Spans {
		state := byte(missed)
		if span.Covered {
			state = covered
		}
		for n := span.StartLine; n <= span.EndLine; n++ {
			if n < 1 || n > len(texts) || strings.Trim(within(texts[n-1], n, span), " \t\r{}") == "" {
				continue
			}
			switch lines[n-1] {
			case none, state:
				lines[n-1] = state
			default:
				lines[n-1] = partly
			}
		}
	}
	return lines
}

// within returns the part of a line that belongs to a span.
func within(text string, n int, span report.Span) string {
	from, to := 0, len(text)
	if n == span.StartLine {
		from = span.StartColumn - 1
	}
	if n == span.EndLine {
		to = span.EndColumn - 1
	}
	from, to = max(0, min(from, len(text))), max(0, min(to, len(text)))
	return text[from:max(from, to)]
}

// percent returns the share of covered lines among the lines with statements; a line that is covered in part counts
// half.
func percent(lines []byte) float64 {
	all := len(lines) - bytes.Count(lines, []byte{none})
	if all == 0 {
		return 100
	}
	half := 2*bytes.Count(lines, []byte{covered}) + bytes.Count(lines, []byte{partly})
	return float64(half*500/all) / 10
}
