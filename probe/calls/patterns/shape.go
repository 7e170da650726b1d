package patterns

import (
	"regexp/syntax"
	"unicode"

	h "github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe/calls/machines"
)

// measured has the machines of patterns.
var measured machines.Memory

// distance returns how far a text is from having a match of a pattern, at least 1. An invalid pattern has no machine.
func distance(pattern, text string) uint64 {
	return max(1, measured.Distance(pattern, text, machineOf(pattern)))
}

func machineOf(pattern string) func() *h.Machine {
	return func() *h.Machine {
		re, err := parse(pattern)
		if err != nil {
			return nil
		}
		return h.NewMachine(shape(re))
	}
}

// parse parses a pattern as regexp.Compile does, or as regexp.CompilePOSIX does if that fails.
func parse(pattern string) (*syntax.Regexp, error) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return syntax.Parse(pattern, syntax.POSIX)
	}
	return re, nil
}

// shape returns the shape of the texts that a regular expression matches.
func shape(re *syntax.Regexp) h.Shape {
	switch re.Op {
	case syntax.OpNoMatch:
		return h.Runes()
	case syntax.OpLiteral:
		return literal(re)
	case syntax.OpCharClass:
		return h.Runes(re.Rune...)
	case syntax.OpAnyChar:
		return h.Runes(0, unicode.MaxRune)
	case syntax.OpAnyCharNotNL:
		return h.Runes(0, '\n'-1, '\n'+1, unicode.MaxRune)
	case syntax.OpCapture, syntax.OpConcat:
		return h.Sequence(shapes(re.Sub)...)
	case syntax.OpAlternate:
		return h.Either(shapes(re.Sub)...)
	case syntax.OpStar:
		return h.Repeated(shape(re.Sub[0]), 0, -1)
	case syntax.OpPlus:
		return h.Repeated(shape(re.Sub[0]), 1, -1)
	case syntax.OpQuest:
		return h.Maybe(shape(re.Sub[0]))
	case syntax.OpRepeat:
		return h.Repeated(shape(re.Sub[0]), re.Min, re.Max)
	}
	return place(re.Op)
}

func shapes(list []*syntax.Regexp) []h.Shape {
	all := make([]h.Shape, len(list))
	for i, re := range list {
		all[i] = shape(re)
	}
	return all
}

// place returns the shape of an expression that matches a position, such as ^ or \b, or the empty text.
func place(op syntax.Op) h.Shape {
	switch op {
	case syntax.OpBeginText:
		return h.At(h.Start)
	case syntax.OpEndText:
		return h.At(h.End)
	case syntax.OpBeginLine:
		return h.At(h.LineStart)
	case syntax.OpEndLine:
		return h.At(h.LineEnd)
	case syntax.OpWordBoundary:
		return h.At(h.Edge)
	case syntax.OpNoWordBoundary:
		return h.At(h.NoEdge)
	}
	return h.Sequence()
}

// literal returns the shape of a literal text, in upper and lower case if the expression says so.
func literal(re *syntax.Regexp) h.Shape {
	if re.Flags&syntax.FoldCase == 0 {
		return h.Literal(string(re.Rune))
	}
	parts := make([]h.Shape, len(re.Rune))
	for i, r := range re.Rune {
		cases := []h.Shape{h.Runes(r, r)}
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			cases = append(cases, h.Runes(f, f))
		}
		parts[i] = h.Either(cases...)
	}
	return h.Sequence(parts...)
}
