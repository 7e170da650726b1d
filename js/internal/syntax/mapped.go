package syntax

import (
	"encoding/base64"
	"path"
	"strings"

	"github.com/ije/esbuild-internal/js_parser"
	"github.com/ije/esbuild-internal/logger"
	"github.com/ije/esbuild-internal/sourcemap"
)

// beforeMap begins the comment with the source map of a text.
const beforeMap = "//# sourceMappingURL=data:application/json"

// mapOf returns the source map at the end of a text that a compiler made of a text with the same name, as ts-node and
// tsx do with TypeScript; nil if there is none.
func mapOf(name, text string) *sourcemap.SourceMap {
	at := strings.LastIndex(text, beforeMap)
	if at < 0 {
		return nil
	}
	line, _, _ := strings.Cut(text[at:], "\n")
	_, encoded, ok := strings.Cut(line, ";base64,")
	content, err := base64.StdEncoding.DecodeString(strings.TrimSpace(encoded))
	if !ok || err != nil {
		return nil
	}
	m := js_parser.ParseSourceMap(logger.NewDeferLog(logger.DeferLogNoVerboseOrDebug, nil),
		logger.Source{Contents: string(content)})
	if m == nil || len(m.Sources) != 1 || path.Base(m.Sources[0]) != path.Base(name) {
		return nil
	}
	return m
}

// Original returns the place in the original text. Lines and columns are from 0, columns in UTF-16 units. Without a
// source map the place is the same.
func (t *Tree) Original(line, column int) (int, int) {
	if t.made == nil {
		return line, column
	}
	found := t.made.Find(int32(line), int32(column))
	if found == nil {
		return line, column
	}
	return int(found.OriginalLine), int(found.OriginalColumn)
}
