package visitor

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/evoke-go/evoke/js"
)

// Loads are the scripts and styles that a document loads. Scripts have a type; scripts and styles have an address or a
// text. Body is the HTML of the document's body, without code, after all of them are loaded.
type Loads struct {
	Scripts []struct{ Address, Type, Text string }
	Styles  []string
	Body    string
}

// Loads returns the scripts and styles that the document loads.
func (v *Visitor) Loads(ctx context.Context) (out *Loads, err error) {
	return out, v.tab.Evaluate(ctx, "__visitor__.loads()", &out)
}

// Record starts the recording of calls of functions. It ends when the document is replaced.
func (v *Visitor) Record(ctx context.Context) error {
	return v.tab.Evaluate(ctx, "void __visitor__.record() ?? true", new(bool))
}

// Records returns the calls recorded since the last call of Records. The host part of an entry is HTML, with the body
// behind "|".
func (v *Visitor) Records(ctx context.Context) (out *js.Records, err error) {
	return out, v.tab.Evaluate(ctx, "__visitor__.records()", &out)
}

// Variable is a variable with an expression for its value.
type Variable struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Unit is the call of a function in a document with scripts and a fixture.
type Unit struct {
	Fixture   string     `json:"fixture"`
	Variables []Variable `json:"variables"`
	Call      string     `json:"call"`
	// Await says that the call returns a promise, and ends when the promise is settled.
	Await bool `json:"await"`
	// Receiver is the expression for the object that other expressions call "receiver"; "" for none.
	Receiver string `json:"receiver"`
	// Module is the address of the module whose names expressions use; "" for none. Default is the name by which they
	// refer to its default export.
	Module  string `json:"module"`
	Default string `json:"default"`
	// Watched are variables whose values are read after the call.
	Watched []string `json:"watched"`
	// Mutant is the number of the mutant that is switched on during the call; -1 for none.
	Mutant int `json:"mutant"`
	// Bare says that the call is made without features that only a real browser has: elements have no positions.
	Bare bool `json:"bare"`
	// Noted asks for the members of the receiver that the call reads.
	Noted bool `json:"noted"`
	// Later is how much later the clock is in milliseconds. The random numbers differ as well.
	Later int `json:"later"`
}

// Outcome is the outcome of a unit's call.
type Outcome struct {
	Threw bool
	// Leaves says that the call had other effects: a timer, a request, a dialog or an error.
	Leaves bool
	// Seen are expressions with their values, in the form of records.
	Seen []struct {
		Of string
		Is json.RawMessage
	}
	// Covered are the covered targets.
	Covered []int
	// Read are the members of the receiver that the call read, if they were asked for.
	Read []string
}

// Unit calls the function of a unit.
func (v *Visitor) Unit(ctx context.Context, u *Unit) (*Outcome, error) {
	text, err := json.Marshal(u)
	if err != nil {
		return nil, fmt.Errorf("a unit: %w", err)
	}
	var out struct {
		Outcome
		Scores string
	}
	if err := v.tab.Evaluate(ctx, "__visitor__.unit("+string(text)+")", &out); err != nil {
		return nil, err
	}
	scores, err := scoresOf(out.Scores)
	for _, s := range scores {
		if s.Value >= 1 {
			out.Covered = append(out.Covered, s.Target)
		}
	}
	slices.Sort(out.Covered)
	return &out.Outcome, err
}

// Settable returns the variables that other scripts can set.
func (v *Visitor) Settable(ctx context.Context, names []string) (out []string, err error) {
	text, err := json.Marshal(names)
	if err != nil {
		return nil, fmt.Errorf("names: %w", err)
	}
	return out, v.tab.Evaluate(ctx, "__visitor__.settable("+string(text)+")", &out)
}

// Exports returns the exported names of a module; none if it does not load.
func (v *Visitor) Exports(ctx context.Context, module string) (out []string, err error) {
	text, err := json.Marshal(module)
	if err != nil {
		return nil, fmt.Errorf("a module: %w", err)
	}
	return out, v.tab.Evaluate(ctx, "__visitor__.exportsOf("+string(text)+")", &out)
}
