// Package syntax wraps the parser, the tree and the printer of esbuild, through the published mirror
// github.com/ije/esbuild-internal, for instrumentation: the tree is the program as it was written, and each line of the
// print has the code of the same line of the source.
package syntax

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ije/esbuild-internal/ast"
	"github.com/ije/esbuild-internal/config"
	"github.com/ije/esbuild-internal/js_ast"
	"github.com/ije/esbuild-internal/js_parser"
	"github.com/ije/esbuild-internal/logger"
	"github.com/ije/esbuild-internal/sourcemap"
)

// Form says in which language and as which kind of file a text is parsed.
type Form struct {
	TypeScript, JSX bool
	// Module and CommonJS say what the file is; with neither, import and export decide.
	Module, CommonJS bool
}

// FormOf returns the form of a file by the ending of its name.
func FormOf(path string) Form {
	has := func(endings ...string) bool {
		for _, ending := range endings {
			if strings.HasSuffix(path, ending) {
				return true
			}
		}
		return false
	}
	return Form{
		TypeScript: has(".ts", ".tsx", ".mts", ".cts"),
		// In .js files JSX is parsed, since it changes no other program. In .ts it would.
		JSX:      !has(".ts", ".mts", ".cts"),
		Module:   has(".mjs", ".mts"),
		CommonJS: has(".cjs", ".cts"),
	}
}

// Tree is one file, parsed.
type Tree struct {
	js_ast.AST
	source logger.Source
	form   Form
	made   *sourcemap.SourceMap // of the text that this text was made of; nil: it is the source
	bundle *Bundle              // nil: the text is one original file
	stays  func(file string) bool
}

// Text returns the text that was parsed.
func (t *Tree) Text() string { return t.source.Contents }

// Parse reads one file. An error says what is wrong, and where.
func Parse(path, text string, form Form) (*Tree, error) {
	if tooDeep(text) {
		return nil, errors.New("parse: nested too deeply")
	}
	log := logger.NewDeferLog(logger.DeferLogNoVerboseOrDebug, nil)
	source := logger.Source{Index: 0, KeyPath: logger.Path{Text: path}, PrettyPath: path,
		IdentifierName: "file", Contents: text}
	tree, ok := js_parser.Parse(log, source, js_parser.OptionsFromConfig(form.options()))
	for _, m := range log.Done() {
		if m.Kind == logger.Error {
			return nil, fmt.Errorf("parse: %s", described(m))
		}
	}
	if !ok {
		return nil, errors.New("parse: the file could not be read")
	}
	return &Tree{AST: tree, source: source, form: form, made: mapOf(path, text)}, nil
}

// described returns the text of a message with its line.
func described(m logger.Msg) string {
	if m.Data.Location == nil {
		return m.Data.Text
	}
	return fmt.Sprintf("line %d: %s", m.Data.Location.Line, m.Data.Text)
}

// options make the parser leave the program as it is, as far as it can.
func (f Form) options() *config.Options {
	options := &config.Options{Mode: config.ModePassThrough, OutputFormat: config.FormatPreserve}
	options.TS.Parse = f.TypeScript
	options.JSX.Parse, options.JSX.Preserve = f.JSX, true
	switch {
	case f.Module && f.TypeScript:
		options.ModuleTypeData.Type = js_ast.ModuleESM_MTS
	case f.Module:
		options.ModuleTypeData.Type = js_ast.ModuleESM_MJS
	case f.CommonJS && f.TypeScript:
		options.ModuleTypeData.Type = js_ast.ModuleCommonJS_CTS
	case f.CommonJS:
		options.ModuleTypeData.Type = js_ast.ModuleCommonJS_CJS
	}
	return options
}

// Declare adds a name to the program and returns it.
func (t *Tree) Declare(name string) ast.Ref {
	t.Symbols = append(t.Symbols, ast.Symbol{OriginalName: name, Kind: ast.SymbolInjected, Link: ast.InvalidRef})
	return ast.Ref{SourceIndex: 0, InnerIndex: uint32(len(t.Symbols) - 1)}
}

// Closed reports whether other files cannot see the variables of the file. This holds for a module with import or
// export, and for a CommonJS file (by its form) that uses require, module or exports.
func (t *Tree) Closed() bool {
	if t.form.Module || t.ExportsKind == js_ast.ExportsESM {
		return true
	}
	return t.form.CommonJS && slices.ContainsFunc(t.Symbols, func(s ast.Symbol) bool {
		passed := s.OriginalName == "require" || s.OriginalName == "module" || s.OriginalName == "exports"
		return passed && s.Kind == ast.SymbolUnbound && s.UseCountEstimate > 0
	})
}

// Global reports whether a name means a global object and no variable of the file.
func (t *Tree) Global(ref ast.Ref, name string) bool {
	s := &t.Symbols[ref.InnerIndex]
	return s.OriginalName == name && s.Kind == ast.SymbolUnbound
}

const (
	// deepest bounds the brackets that are open at a time. The parser recurses, and a stack that overflows ends the
	// process.
	deepest = 2000
	// signs bounds the characters that nest without brackets, as in !!!x and a?b:c?d:e.
	signs = 400_000
	// longest is the size of the largest file that is parsed, in bytes.
	longest = 8 << 20
)

// tooDeep reports whether a text may be nested too deeply to be parsed. It also counts brackets in strings and
// comments, which at worst leaves a file without probes.
func tooDeep(text string) bool {
	depth, seen := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(', '[', '{', '<':
			depth++
		case ')', ']', '}', '>':
			depth = max(depth-1, 0)
		case '!', '~', '?', '=', '+', '-':
			seen++
		}
		if depth > deepest || seen > signs {
			return true
		}
	}
	return len(text) > longest
}
