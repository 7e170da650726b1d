package syntax

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/ije/esbuild-internal/helpers"
	"github.com/ije/esbuild-internal/js_parser"
	"github.com/ije/esbuild-internal/logger"
	"github.com/ije/esbuild-internal/sourcemap"
)

// Bundle knows the original files of a text, by its source map.
type Bundle struct {
	made   *sourcemap.SourceMap
	starts []int // offsets of the lines of the text
	wide   []wide
	lines  map[int32][]string // lines of the original files, by number
}

// wide is a character with more bytes than UTF-16 units: the offset of its end, and the sum of the differences up to
// there.
type wide struct{ end, more int }

// NewBundle reads a source map of a text. It returns nil for a map that cannot be read.
func NewBundle(text, sourceMap string) *Bundle {
	log := logger.NewDeferLog(logger.DeferLogNoVerboseOrDebug, nil)
	made := js_parser.ParseSourceMap(log, logger.Source{Contents: sourceMap})
	if made == nil || len(made.Sources) == 0 {
		return nil
	}
	b := &Bundle{made: made, starts: []int{0}, lines: map[int32][]string{}}
	more := 0
	for i, r := range text {
		if r == '\n' {
			b.starts = append(b.starts, i+1)
		}
		if n := utf8.RuneLen(r); n > 1 {
			more += n - 1
			if r > 0xffff {
				more--
			}
			b.wide = append(b.wide, wide{i + n, more})
		}
	}
	return b
}

// Origin is the original place of a part of a bundle.
type Origin struct {
	File         string // as the map names it, "" for what the bundler wrote
	Line, Column int    // from 0; columns are UTF-16 units
	Text         string // the line, "" where the map does not have it
}

// At returns the original place of an offset of the text.
func (b *Bundle) At(offset int) Origin {
	line := sort.SearchInts(b.starts, offset+1) - 1
	begin := b.starts[line]
	column := offset - begin - (b.more(offset) - b.more(begin))
	found := b.made.Find(int32(line), int32(column))
	if found == nil || int(found.SourceIndex) >= len(b.made.Sources) {
		return Origin{}
	}
	out := Origin{
		File: b.made.Sources[found.SourceIndex], Line: int(found.OriginalLine), Column: int(found.OriginalColumn),
	}
	if lines := b.of(found.SourceIndex); out.Line < len(lines) {
		out.Text = lines[out.Line]
	}
	return out
}

// more returns by how much the bytes before an offset exceed the UTF-16 units.
func (b *Bundle) more(offset int) int {
	i := sort.Search(len(b.wide), func(i int) bool { return b.wide[i].end > offset })
	if i == 0 {
		return 0
	}
	return b.wide[i-1].more
}

// of returns the lines of a file.
func (b *Bundle) of(file int32) []string {
	lines, known := b.lines[file]
	if !known && int(file) < len(b.made.SourcesContent) {
		lines = strings.Split(helpers.UTF16ToString(b.made.SourcesContent[file].Value), "\n")
		b.lines[file] = lines
	}
	return lines
}

// Join sets the original files of the text, and which of these stay as they are.
func (t *Tree) Join(b *Bundle, stays func(file string) bool) { t.bundle, t.stays = b, stays }

// Bundle returns the original files of the text, nil if the text is itself an original file.
func (t *Tree) Bundle() *Bundle { return t.bundle }

// Stays reports whether the code at an offset stays as it is.
func (t *Tree) Stays(offset int32) bool {
	if t.bundle == nil {
		return false
	}
	file := t.bundle.At(int(offset)).File
	return file == "" || t.stays(file)
}
