package syntax

import (
	"strings"
	"unicode/utf8"

	"github.com/ije/esbuild-internal/ast"
	"github.com/ije/esbuild-internal/config"
	"github.com/ije/esbuild-internal/js_printer"
	"github.com/ije/esbuild-internal/renamer"
	"github.com/ije/esbuild-internal/sourcemap"
)

// Print prints the tree. Code of a line of the source is on the same line of the print, as far as line breaks are
// allowed there, so stack traces are right without a source map. Columns differ. If the text was made of another text,
// the lines are those of that one.
func (t *Tree) Print() string {
	symbols := ast.NewSymbolMap(1)
	symbols.SymbolsForSource[0] = t.Symbols
	printed := js_printer.Print(t.AST, symbols, renamer.NewNoOpRenamer(symbols), js_printer.Options{
		MinifyWhitespace:  true,
		AddSourceMappings: true,
		SourceMap:         config.SourceMapExternalWithoutComment,
		LineOffsetTables:  sourcemap.GenerateLineOffsetTables(t.source.Contents, t.ApproximateLineCount),
	})
	p := &placer{tree: t, text: string(printed.JS), jsx: t.form.JSX && strings.Contains(t.source.Contents, "</")}
	if t.Hashbang != "" {
		p.out.WriteString(t.Hashbang + "\n")
		p.lines = 1
	}
	p.jsx = p.jsx || t.form.JSX && strings.Contains(t.source.Contents, "/>")
	p.place(printed.SourceMapChunk.Buffer.Data)
	return p.out.String()
}

// placer puts line breaks before tokens.
type placer struct {
	tree         *Tree
	text         string
	out          strings.Builder
	at           int // index of the next byte of text
	line, column int // position of at in the text; columns are UTF-16 units
	lines        int // number of line breaks written
	jsx          bool
}

// place inserts line breaks by the mappings of the print to lines of the source, in the encoding of source maps.
func (p *placer) place(mappings []byte) {
	var line, column, original, within int
	for i := 0; i < len(mappings); {
		switch mappings[i] {
		case ';':
			line, column = line+1, 0
			i++
		case ',':
			i++
		default:
			var fields [5]int
			i = decode(mappings, i, &fields)
			column += fields[0]
			original += fields[2]
			within += fields[3]
			of, _ := p.tree.Original(original, within)
			p.token(line, column, of)
		}
	}
	p.write(len(p.text))
}

// decode reads the numbers of one mapping: column, source, line, column and name, each as the difference from the one
// before.
func decode(mappings []byte, i int, fields *[5]int) int {
	for k := 0; i < len(mappings) && mappings[i] != ',' && mappings[i] != ';'; k++ {
		fields[min(k, 4)], i = sourcemap.DecodeVLQ(mappings, i)
	}
	return i
}

// token moves to a token, and inserts line breaks before it until it is in its original line.
func (p *placer) token(line, column, original int) {
	end := p.find(line, column)
	p.write(end)
	if p.lines < original && p.mayBreak() {
		p.out.WriteString(strings.Repeat("\n", original-p.lines))
		p.lines = original
	}
}

// find returns the index of the byte at a line and a column of the text.
func (p *placer) find(line, column int) int {
	i := p.at
	for i < len(p.text) && (p.line < line || p.line == line && p.column < column) {
		r, n := utf8.DecodeRuneInString(p.text[i:])
		i += n
		switch {
		case r == '\n':
			p.line, p.column = p.line+1, 0
		case r > 0xffff:
			p.column += 2
		default:
			p.column++
		}
	}
	return i
}

// write copies the text up to a byte.
func (p *placer) write(end int) {
	part := p.text[p.at:end]
	p.out.WriteString(part)
	p.lines += strings.Count(part, "\n")
	p.at = end
}

// mayBreak reports whether a line break is allowed here: no semicolon is inserted, no arrow, postfix operator or
// keyword changes its meaning, and no text of JSX gets longer.
func (p *placer) mayBreak() bool {
	if p.at == 0 {
		return true
	}
	next := p.text[p.at:]
	for _, token := range []string{"=>", "++", "--"} {
		if strings.HasPrefix(next, token) {
			return false
		}
	}
	behind := ".;{}()[],=?:&|+-*<>!%^~\"'"
	if p.jsx {
		behind = ".;{()[],=?:&|+-*!%^~"
	}
	return strings.IndexByte(behind, p.text[p.at-1]) >= 0
}
