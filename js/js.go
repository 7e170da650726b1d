package js

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"sort"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/js/internal/rewrite"
	"github.com/evoke-go/evoke/js/internal/syntax"
)

// Global is the name of the runtime: a property of the global object.
const Global = "__evoke__"

// Source is one file of a program.
type Source struct {
	// Path is the name of the file. Its ending says the language: .ts, .mts and .cts are
	// TypeScript, .tsx is that with JSX, and all others are JavaScript with JSX.
	Path string
	// Text is the source, in UTF-8.
	Text string
	// Map is the source map of a text that was made of several files, such as that of a bundler. Targets and mutants
	// get the places in these files. Default: the text is one original file.
	Map string
	// Stays reports whether a file of Map gets no probes and no mutants. Default: each file gets some.
	Stays func(file string) bool
	// Module is the kind of the file. By default its ending decides (.mjs, .cjs and the like), or else whether it has
	// an import or export.
	Module Module
	// First is the number of the first target, at least 0.
	First int
	// Replacements are the functions whose calls are scored; nil means [Replacements].
	Replacements []Replacement
	// Record makes the code report calls of functions to the runtime, which keeps them while __evoke__.record(true)
	// holds.
	Record bool
	// FirstFunction is the number of the first function, at least 0.
	FirstFunction int
}

// Module is a kind of file.
type Module int

// The kinds of files.
const (
	ByName   Module = iota // the file itself tells
	ES                     // a module with import and export
	CommonJS               // a module with require, or a script
)

// Code is a file with probes.
type Code struct {
	// Text is the code. It is JavaScript with the JSX that the source has.
	Text string
	// Targets are its targets: the first has the number [Source.First].
	Targets []Target
	// Functions are its functions by number, if [Source.Record] is set.
	Functions []Function
	// Err says why the file has no probes, nil if it has some. With an error, Text is the source.
	Err error
}

// Kind is the part of the program that a target stands for.
type Kind string

// The kinds of targets.
const (
	Statement Kind = "statement"
	Branch    Kind = "branch" // an outcome of a condition
	Case      Kind = "case"   // a case of a switch
	Call      Kind = "call"   // an outcome of a call of the table of replacements
)

// Target is one target of a file.
type Target struct {
	Kind         Kind
	File         string // of [Source.Map], "" for that of the source
	Line, Column int    // from 1; columns are bytes, or UTF-16 units where there is a File
	Until        int    // of a loop: its last line, else 0
	Op           string // of a condition: its operator or function
	Side         bool   // of a condition: which outcome this is
	Text         string // the line of the source, without white space around it
	// Values are the constants that a condition compares: string or float64.
	Values []any
}

// Instrument puts probes into a file. The same source yields the same code. It may be
// called from several goroutines.
func Instrument(src Source) Code {
	code, err := instrument(src)
	if err != nil {
		return Code{Text: src.Text, Err: fmt.Errorf("instrument %s: %w", src.Path, err)}
	}
	return code
}

func instrument(src Source) (code Code, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the parser gave up: %v", r)
		}
	}()
	tree, err := src.parse()
	if err != nil {
		return Code{}, err
	}
	targets, functions := src.probed(tree)
	return Code{Text: tree.Print(), Targets: targets, Functions: functions}, nil
}

// probed puts probes into the tree of the file, and returns its targets and functions.
func (s Source) probed(tree *syntax.Tree) ([]Target, []Function) {
	rows := s.Replacements
	if rows == nil {
		rows = Replacements()
	}
	options := rewrite.Options{First: s.First, Runtime: Global, Prefix: s.prefix()}
	options.Record, options.FirstFunction = s.Record, s.FirstFunction
	options.Methods, options.Functions = functions(rows)
	targets, calls := rewrite.File(tree, options)
	return located(tree, targets), described(tree, calls, s.FirstFunction)
}

// parse parses the file. It fails if the file uses the name of the runtime.
func (s Source) parse() (*syntax.Tree, error) {
	if strings.Contains(s.Text, Global) {
		return nil, fmt.Errorf("it has the name %s", Global)
	}
	tree, err := syntax.Parse(s.Path, s.Text, s.form())
	if err != nil || s.Map == "" {
		return tree, err
	}
	if s.Stays == nil {
		s.Stays = func(string) bool { return false }
	}
	tree.Join(syntax.NewBundle(s.Text, s.Map), s.Stays)
	return tree, nil
}

// form is the form of the file.
func (s Source) form() syntax.Form {
	f := syntax.FormOf(s.Path)
	switch s.Module {
	case ES:
		f.Module, f.CommonJS = true, false
	case CommonJS:
		f.Module, f.CommonJS = false, true
	}
	return f
}

// prefix returns the beginning of names of variables. Each file has its own, since scripts share their variables.
func (s Source) prefix() string {
	prefix := "__e" + strconv.Itoa(s.First) + "_"
	for strings.Contains(s.Text, prefix) {
		prefix += "_"
	}
	return prefix
}

// places returns a function that finds the original place of an offset in the text.
func places(tree *syntax.Tree) func(offset int) syntax.Origin {
	if b := tree.Bundle(); b != nil {
		return b.At
	}
	text := tree.Text()
	starts := []int{0}
	for i := range len(text) {
		if text[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	return func(offset int) (out syntax.Origin) {
		line := sort.SearchInts(starts, offset+1)
		begin := starts[line-1]
		out.Line, out.Column = tree.Original(line-1, offset-begin)
		out.Text, _, _ = strings.Cut(text[begin:], "\n")
		return out
	}
}

// located returns the targets by number, with their places.
func located(tree *syntax.Tree, list []rewrite.Target) []Target {
	at := places(tree)
	var out []Target
	for _, t := range list {
		from := at(t.Offset)
		target := Target{
			Kind: kinds()[t.Kind], File: from.File, Line: from.Line + 1, Column: from.Column + 1,
			Op: t.Op, Text: shortened(strings.TrimSpace(from.Text)), Values: t.Values,
		}
		if t.End > 0 {
			target.Until = at(t.End).Line + 1
		}
		if t.Kind == rewrite.Branch || t.Kind == rewrite.Call {
			other := target
			other.Side = true
			out = append(out, other)
		}
		out = append(out, target)
	}
	return out
}

func kinds() map[rewrite.Kind]Kind {
	return map[rewrite.Kind]Kind{rewrite.Statement: Statement, rewrite.Branch: Branch,
		rewrite.Case: Case, rewrite.Call: Call}
}

// shown bounds the line of a target, in bytes.
const shown = 100

func shortened(line string) string {
	if len(line) > shown {
		return strings.ToValidUTF8(line[:shown], "") + "..."
	}
	return line
}

//go:embed runtime/*.js
var runtime embed.FS

// Runtime returns the code of the runtime: a script that defines [Global], unless it is there.
func Runtime() (string, error) {
	var out strings.Builder
	files, err := fs.Glob(runtime, "runtime/*.js")
	out.WriteString("(()=>{\"use strict\";\nif(globalThis." + Global + ")return;\n")
	for _, name := range files {
		part, readErr := runtime.ReadFile(name)
		err = cmp.Or(err, readErr)
		out.Write(part)
	}
	out.WriteString("})();\n")
	if err != nil {
		return "", fmt.Errorf("runtime: %w", err)
	}
	return out.String(), nil
}
