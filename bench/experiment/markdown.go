package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// table is one of Markdown.
type table struct {
	head []string
	rows [][]string
}

func (t *table) row(cells ...string) { t.rows = append(t.rows, cells) }

// String is the table with a line break at its end.
func (t *table) String() string {
	var b strings.Builder
	line := func(cells []string) {
		for _, c := range cells {
			b.WriteString(strings.TrimRight("| "+strings.ReplaceAll(c, "|", `\|`), " ") + " ")
		}
		b.WriteString("|\n")
	}
	line(t.head)
	b.WriteString(strings.Repeat("|---", len(t.head)) + "|\n")
	for _, r := range t.rows {
		line(r)
	}
	return b.String()
}

// code is a block of command lines: those that make runs, and the one that makes
// the tables of them.
func code(lines ...string) string {
	lines = append(lines, "go run ./experiment --report-only")
	return "    " + strings.Join(lines, "\n    ") + "\n"
}

// count is a number with its noun: "1 run", "2 runs".
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return thousands(n) + " " + noun
}

// thousands writes "1,234".
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// number writes a figure with so many digits after the point, "-" for none.
func number(v float64, digits int) string {
	if math.IsNaN(v) {
		return "-"
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

// pValue writes one with two significant digits.
func pValue(p float64) string {
	if p < 0.001 {
		return "< 0.001"
	}
	return number(p, 3)
}

const (
	beginMark = "<!-- experiment:"
	endMark   = "<!-- end -->"
)

// fill replaces what is between the marks of the sections in a text; all else
// stays byte for byte.
func fill(text string, sections map[string]string) (string, error) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, beginMark)
		b.WriteString(before)
		if !found {
			return b.String(), nil
		}
		name, rest, closed := strings.Cut(rest, " -->")
		old, after, ended := strings.Cut(rest, endMark)
		if !closed || !ended || strings.Contains(old, beginMark) {
			return "", fmt.Errorf("the section %q has no %s", firstWord(name), endMark)
		}
		content, known := sections[name]
		if !known {
			return "", fmt.Errorf("there is no section %q", firstWord(name))
		}
		fmt.Fprintf(&b, "%s%s -->\n\n%s\n%s", beginMark, name, strings.Trim(content, "\n")+"\n", endMark)
		text = after
	}
}

func firstWord(text string) string {
	if words := strings.Fields(text); len(words) > 0 {
		return words[0]
	}
	return ""
}

// replace writes a file as a whole, unless it is the same already.
func replace(path, content string) error {
	if old, err := os.ReadFile(path); err == nil && string(old) == content {
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.WriteString(content)
	if err = errors.Join(err, f.Chmod(0o644), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
