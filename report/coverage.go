package report

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Coverage is the coverage of the program: the statements that the written tests execute, measured on the plain build,
// or those that the search reached.
type Coverage struct {
	// Search says that these are the statements that the search reached, for a program in processes of its own. The
	// coverage of the written tests was not measured then.
	Search bool
	// Packages are sorted by path. If there are none, nothing was measured, and Note says why.
	Packages []PackageCoverage
	// Blocks are the uncovered blocks, sorted by package, file and line.
	Blocks []Block
	// Note says what the figures leave out; "" for nothing.
	Note string
	// Sources are the files, sorted by path; none unless they were asked for. They are not in report.json.
	Sources []Source
}

// PackageCoverage is the number of statements of one package.
type PackageCoverage struct {
	// Path is the import path.
	Path string
	// Statements is the number of all statements, Covered that of the executed ones.
	Statements, Covered int
}

// Percent returns the covered share in [0,100]. It is 100 only if every statement is covered, and 0 without statements.
func (p PackageCoverage) Percent() float64 {
	if p.Statements <= 0 {
		return 0
	}
	// Rounded down: 1999 of 2000 are not 100.0 %.
	return float64(int64(p.Covered)*1000/int64(p.Statements)) / 10
}

// Block is a basic block that no written test executes.
type Block struct {
	// Package is the import path, and File the base name of the file.
	Package, File string
	// StartLine and EndLine are the first and the last line, from 1.
	StartLine, EndLine int
	// Statements is the number of statements that begin in the block.
	Statements int
	// Missing says what did not happen: "n > 4711 never true"; "" if unknown.
	Missing string
	// Best is the best score in [0,1] that the search had for Missing: 0 if it is unknown or was never evaluated, 1 if
	// the search reached the block but the written tests do not.
	Best float64
}

// Total returns the sum of all packages; its Path is "".
func (c *Coverage) Total() PackageCoverage {
	var sum PackageCoverage
	for _, p := range c.Packages {
		sum.Statements += p.Statements
		sum.Covered += p.Covered
	}
	return sum
}

// maxBlocks and maxPackages are how many uncovered blocks and packages the summary lists; report.json has all.
const (
	maxBlocks   = 10
	maxPackages = 8
	// maxPlace is the width of places up to which the reasons stand beside them.
	maxPlace = columns / 2
)

// statements writes the coverage of the program, and the uncovered blocks that came closest to being executed.
func (s *summary) statements() {
	c := s.Coverage
	switch {
	case c == nil:
		return
	case len(c.Packages) == 0:
		s.text.WriteString("\n" + folded("", "Statements: not measured"+after(": ", c.Note)))
		return
	}
	sum := c.Total()
	s.printf("\nStatements: %.1f %% of %s in %s%s\n",
		sum.Percent(), thousands(sum.Statements), count(len(c.Packages), s.Words().Part), c.by())
	c.packageLines(&s.text)
	if c.Note != "" {
		s.text.WriteString(folded("  ", "("+line(c.Note)+")"))
	}
	c.blockLines(&s.text)
}

// by returns a text that says who reached the statements, if not the written tests.
func (c *Coverage) by() string {
	if c.Search {
		return ", reached by the search"
	}
	return ""
}

// after returns the separator and the text, or "" for an empty text.
func after(separator, text string) string {
	if text = line(text); text == "" {
		return ""
	}
	return separator + text
}

func (c *Coverage) packageLines(b *strings.Builder) {
	if len(c.Packages) < 2 || len(c.Packages) > maxPackages {
		return
	}
	width := 0
	for _, p := range c.Packages {
		width = max(width, utf8.RuneCountInString(line(p.Path)))
	}
	for _, p := range c.Packages {
		fmt.Fprintf(b, "  %-*s  %5.1f %% of %s\n", width, line(p.Path), p.Percent(), thousands(p.Statements))
	}
}

// blockLines lists uncovered blocks: those with the best scores first, then the largest.
func (c *Coverage) blockLines(b *strings.Builder) {
	if len(c.Blocks) == 0 {
		return
	}
	fmt.Fprintf(b, "\nNot covered: %s, the closest first\n", count(len(c.Blocks), "block"))
	blocks := slices.SortedStableFunc(slices.Values(c.Blocks), func(x, y Block) int {
		return cmp.Or(cmp.Compare(y.Best, x.Best), cmp.Compare(y.Statements, x.Statements))
	})
	blocks = blocks[:min(len(blocks), maxBlocks)]
	short := c.shortPaths()
	width := 0
	for i := range blocks {
		width = max(width, utf8.RuneCountInString(blocks[i].place(short)))
	}
	for i := range blocks {
		place := blocks[i].place(short)
		if width > maxPlace {
			b.WriteString("  " + place + "\n" + folded("      ", blocks[i].why()))
			continue
		}
		b.WriteString(folded(fmt.Sprintf("  %-*s  ", width, place), blocks[i].why()))
	}
	if n := len(c.Blocks) - len(blocks); n > 0 {
		fmt.Fprintf(b, "  ... and %s more in report.json\n", thousands(n))
	}
}

// place returns "shop/shop.go:41-44".
func (b *Block) place(short map[string]string) string {
	at := line(path.Join(cmp.Or(short[b.Package], b.Package), b.File)) + ":" + strconv.Itoa(b.StartLine)
	if b.EndLine > b.StartLine {
		at += "-" + strconv.Itoa(b.EndLine)
	}
	return at
}

// why returns "n > 4711 never true, closest 0.98".
func (b *Block) why() string {
	text := line(cmp.Or(b.Missing, "the reason is not known"))
	if b.Best > 0 && b.Best < 1 {
		text += ", closest " + below(b.Best)
	}
	return text
}

// below formats a value in (0,1) with two digits, or with as many as are needed so that it is less than 1. It rounds
// down.
func below(value float64) string {
	scale := 100.0
	for digits := 2; ; digits++ {
		if cut := math.Floor(value * scale); cut < scale-1 || digits == 6 {
			return strconv.FormatFloat(cut/scale, 'f', digits, 64)
		}
		scale *= 10
	}
}

// shortPaths returns the import paths without their common beginning, by import path. Each keeps at least its last
// element; a version such as "v2" does not count as one.
func (c *Coverage) shortPaths() map[string]string {
	var common []string
	for i, p := range c.Packages {
		elements := strings.Split(p.Path, "/")
		if i == 0 {
			common = elements
			continue
		}
		n := 0
		for n < len(common) && n < len(elements) && common[n] == elements[n] {
			n++
		}
		common = common[:n]
	}
	cut := len(common) - 1
	if cut > 0 && version(common[cut]) {
		cut--
	}
	out := map[string]string{}
	for _, p := range c.Packages {
		out[p.Path] = strings.Join(strings.Split(p.Path, "/")[max(cut, 0):], "/")
	}
	return out
}

// version reports whether an element of an import path is a major version, such as "v2".
func version(element string) bool {
	digits, ok := strings.CutPrefix(element, "v")
	_, err := strconv.ParseUint(digits, 10, 32)
	return ok && err == nil
}

// thousands formats a number as "1,234".
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
