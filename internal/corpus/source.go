package corpus

import (
	_ "embed" // for the source of the decoder
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
)

// inputSource is the source of the decoder. A generated fuzz test contains a copy of it, since both have to agree.
//
//go:embed input.go
var inputSource string

// own matches the names that the decoder declares.
var own = regexp.MustCompile(`\bfuzz([A-Z])`)

// Source returns the declarations of the decoder. Their names begin with prefix:
// prefixFuzzDecode makes the calls of an input.
func Source(prefix string) (string, error) {
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, "input.go", inputSource, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	end := files.Position(f.Name.End()).Offset
	for _, d := range f.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			end = files.Position(g.End()).Offset
		}
	}
	return own.ReplaceAllString(inputSource[end:], prefix+"Fuzz$1"), nil
}
