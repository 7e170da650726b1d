package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// section is a part of the file of tables that is made from results.
type section struct {
	name, heading string
	text          func(d *data) (string, error)
}

// sections returns all of them. pictures is where the curves are, as the file
// of tables names it.
func sections(pictures string) []section {
	plain := func(f func(*data) string) func(*data) (string, error) {
		return func(d *data) (string, error) { return f(d), nil }
	}
	return []section{
		{"inside", "Looking inside", plain(insideSection)},
		{"floors", "What was to be reached", plain(floorsSection)},
		{"published", "Beside what was published", publishedSection},
		{"random", "Against random search", plain(randomSection)},
		{"ranks", "Ranks over the services", plain(ranksSection)},
		{"curves", "Covered targets over the calls", plain(func(d *data) string { return curvesSection(d, pictures) })},
		{"figures", "All figures", plain(figuresSection)},
	}
}

// writeReport draws the curves into a folder and fills the marked sections of a
// file of tables, which is begun where there is none.
func writeReport(d *data, out, path string) error {
	if err := drawAll(d, out); err != nil {
		return err
	}
	old, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		old, err = []byte(blank()), nil
	}
	if err != nil {
		return err
	}
	pictures, err := relative(filepath.Dir(path), out)
	if err != nil {
		return err
	}
	filled, err := filledTables(d, pictures, string(old))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if filled == string(old) && !strings.Contains(filled, beginMark) {
		fmt.Fprintf(os.Stderr, "%s has no section %sNAME -->\n", path, beginMark)
	}
	return replace(path, filled)
}

// filledTables fills the marked sections of a text. The folder is that of the curves, as the text names it.
func filledTables(d *data, pictures, text string) (string, error) {
	texts := map[string]string{}
	for _, s := range sections(pictures) {
		section, err := s.text(d)
		if err != nil {
			return "", err
		}
		texts[s.name] = section
	}
	return fill(text, texts)
}

// relative is the path of a folder as a file in another one has to name it.
func relative(from, to string) (string, error) {
	from, fromErr := filepath.Abs(from)
	to, toErr := filepath.Abs(to)
	if err := errors.Join(fromErr, toErr); err != nil {
		return "", err
	}
	path, err := filepath.Rel(from, to)
	return filepath.ToSlash(path), err
}

// blank is a file of tables with all sections, and nothing in them yet.
func blank() string {
	var b strings.Builder
	b.WriteString("# Results\n")
	for _, s := range sections("") {
		fmt.Fprintf(&b, "\n## %s\n\n%s%s -->\n%s\n", s.heading, beginMark, s.name, endMark)
	}
	return b.String()
}
