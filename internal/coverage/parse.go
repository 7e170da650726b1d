package coverage

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/report"
)

// place is a block in a profile: file is an import path and a base name.
type place struct {
	file       string
	start, end Position
}

// tally has the counts of a block.
type tally struct {
	statements int
	covered    bool
}

// counts are the blocks of one or several profiles. A block that occurs several times is covered if it is covered once.
type counts map[place]tally

// read adds a profile as `go test -coverprofile` writes it, in any mode:
//
//	mode: set
//	example.com/shop/shop.go:12.34,15.2 3 1
//
// The last two numbers are statements and executions.
func (c counts) read(r io.Reader) error {
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimRight(lines.Text(), "\r")
		if line == "" || strings.HasPrefix(line, "mode: ") {
			continue
		}
		at, t, err := parseLine(line)
		if err != nil {
			return fmt.Errorf("cover profile, line %d: %w", n, err)
		}
		c.put(at, t)
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("cover profile: %w", err)
	}
	return nil
}

func (c counts) put(at place, t tally) {
	old := c[at]
	c[at] = tally{max(old.statements, t.statements), old.covered || t.covered}
}

func (c counts) add(d counts) {
	for at, t := range d {
		c.put(at, t)
	}
}

// readFile adds a profile on disk.
func (c counts) readFile(name string) error {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("the test program writes no profile: does its TestMain call m.Run?")
	}
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // only read
	return c.read(f)
}

var errLine = errors.New("not of the form file:line.column,line.column statements count")

func parseLine(line string) (place, tally, error) {
	colon := strings.LastIndexByte(line, ':')
	if colon <= 0 {
		return place{}, tally{}, errLine
	}
	fields := strings.Split(line[colon+1:], " ")
	if len(fields) != 3 {
		return place{}, tally{}, errLine
	}
	from, to, ok := strings.Cut(fields[0], ",")
	start, err1 := parsePosition(from)
	end, err2 := parsePosition(to)
	statements, err3 := parseNumber(fields[1])
	executions, err4 := strconv.ParseUint(fields[2], 10, 64)
	if err := cmp.Or(err1, err2, err3, err4); err != nil || !ok || end.before(start) {
		return place{}, tally{}, errLine
	}
	return place{line[:colon], start, end}, tally{statements, executions > 0}, nil
}

func parsePosition(s string) (Position, error) {
	line, column, _ := strings.Cut(s, ".")
	l, err1 := parseNumber(line)
	c, err2 := parseNumber(column)
	return Position{l, c}, cmp.Or(err1, err2)
}

// parseNumber parses a number that fits into 31 bits, so that sums fit into an int.
func parseNumber(s string) (int, error) {
	n, err := strconv.ParseUint(s, 10, 31)
	return int(n), err
}

func (a place) compare(b place) int {
	return cmp.Or(
		cmp.Compare(path.Dir(a.file), path.Dir(b.file)), cmp.Compare(a.file, b.file),
		cmp.Compare(a.start.Line, b.start.Line), cmp.Compare(a.start.Column, b.start.Column),
		cmp.Compare(a.end.Line, b.end.Line), cmp.Compare(a.end.Column, b.end.Column),
	)
}

// fill turns the counts into packages and uncovered blocks.
func (c counts) fill(p *Profile) {
	file, index := "", 0
	for _, at := range slices.SortedFunc(maps.Keys(c), place.compare) {
		t := c[at]
		if t.statements == 0 {
			continue // an empty function
		}
		if file != at.file {
			file, index = at.file, 0
		}
		index++
		pkg := path.Dir(at.file)
		if n := len(p.Packages); n == 0 || p.Packages[n-1].Path != pkg {
			p.Packages = append(p.Packages, report.PackageCoverage{Path: pkg})
		}
		sum := &p.Packages[len(p.Packages)-1]
		sum.Statements += t.statements
		block := Block{Package: pkg, File: path.Base(at.file), Start: at.start, End: at.end,
			Statements: t.statements, index: index}
		if t.covered {
			sum.Covered += t.statements
			p.Covered = append(p.Covered, block)
			continue
		}
		p.Uncovered = append(p.Uncovered, block)
	}
}
