package js

import (
	"fmt"

	"github.com/evoke-go/evoke/js/internal/mutate"
)

// Mutated is a file with mutants: small changes that a developer may make by mistake. All mutants stand in the code,
// and do nothing until the runtime switches one on.
type Mutated struct {
	// Text is the code. It is JavaScript with the JSX that the source has.
	Text string
	// Mutants are its mutants: the first has the number [Source.First].
	Mutants []Mutant
	// Targets and Functions are set if [Source.Record] asks for records, as in [Code]; the first target has the number
	// after the last mutant. Targets of statements tell what a call covered. Targets of conditions are not those of the
	// source, since mutants take the places of conditions. The functions have the numbers that [Instrument] gives them.
	Targets   []Target
	Functions []Function
	// Err says why the file has no mutants, nil if it has some. With an error, Text is the source.
	Err error
}

// Mutant is one mutant of a file.
type Mutant struct {
	Operator     string // the kind of change: "boundary"
	File         string // of [Source.Map], "" for that of the source
	Line, Column int    // from 1; columns are bytes, or UTF-16 units where there is a File
	Function     string // that is changed: "Store.add", or such as "line 12" for one without a name
	Change       string // in words: "n > 100 becomes n >= 100"
}

// Mutate puts mutants into a file. The same source yields the same code. It uses [Source.Replacements] only if calls
// are recorded. Several goroutines may call it.
func Mutate(src Source) Mutated {
	out, err := mutated(src)
	if err != nil {
		return Mutated{Text: src.Text, Err: fmt.Errorf("mutate %s: %w", src.Path, err)}
	}
	return out
}

func mutated(src Source) (out Mutated, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the parser gave up: %v", r)
		}
	}()
	tree, err := src.parse()
	if err != nil {
		return Mutated{}, err
	}
	at := places(tree)
	for _, m := range mutate.File(tree, mutate.Options{First: src.First, Runtime: Global}) {
		from := at(m.Offset)
		out.Mutants = append(out.Mutants, Mutant{
			string(m.Operator), from.File, from.Line + 1, from.Column + 1, m.Function, m.Change,
		})
	}
	if src.Record {
		src.First += len(out.Mutants)
		out.Targets, out.Functions = src.probed(tree)
	}
	out.Text = tree.Print()
	return out, nil
}
