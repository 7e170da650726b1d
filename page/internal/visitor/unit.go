package visitor

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/evoke-go/evoke/js"
)

// Loads are the scripts and styles that a document loads. Scripts have their types, and both have their addresses, or a
// text. Body is the HTML of the document's body, without code, once all of them are loaded.
type Loads struct {
	Scripts []struct{ Address, Type, Text string }
	Styles  []string
	Body    string
}

// Loads returns what the document loads.
func (v *Visitor) Loads(ctx context.Context) (out *Loads, err error) {
	return out, v.tab.Evaluate(ctx, "__visitor__.loads()", &out)
}

// Record has calls of functions kept from now on, until the document goes.
func (v *Visitor) Record(ctx context.Context) error {
	return v.tab.Evaluate(ctx, "void __visitor__.record() ?? true", new(bool))
}

// Records returns the calls since it was called last. The host's part of an entry is HTML behind "|": that of the body.
func (v *Visitor) Records(ctx context.Context) (out *js.Records, err error) {
	return out, v.tab.Evaluate(ctx, "__visitor__.records()", &out)
}

// Variable is a variable with an expression for its value.
type Variable struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Unit is the call of a function in a document that has scripts and a fixture.
type Unit struct {
	Fixture   string     `json:"fixture"`
	Variables []Variable `json:"variables"`
	Call      string     `json:"call"`
	// Await says that the call returns a promise, whose end is that of the call.
	Await bool `json:"await"`
	// Receiver is an expression for what other expressions call "receiver", "" for none.
	Receiver string `json:"receiver"`
	// Module is the address of the module whose names expressions use, "" for none, and Default what they call its
	// default.
	Module  string `json:"module"`
	Default string `json:"default"`
	// Watched are variables that are looked at after the call.
	Watched []string `json:"watched"`
	// Mutant is on during the call; -1 is none.
	Mutant int `json:"mutant"`
	// Bare says that the call is made without what only a browser has: elements have no places.
	Bare bool `json:"bare"`
	// Noted has the members of the receiver told that the call reads.
	Noted bool `json:"noted"`
	// Later is how much later the clock is then, in milliseconds. Random numbers are others as well.
	Later int `json:"later"`
}

// Outcome is what came of a unit.
type Outcome struct {
	Threw bool
	// Leaves says that it leaves something for later, or asks or fails besides: a timer, a request, a question, an
	// error.
	Leaves bool
	// Seen are expressions with their values, as records have them.
	Seen []struct {
		Of string
		Is json.RawMessage
	}
	// Covered are the targets that were covered.
	Covered []int
	// Read are the members of the receiver that were read, where that was asked for.
	Read []string
}

// Unit calls a function.
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

// Settable returns those of some variables that other scripts can give values.
func (v *Visitor) Settable(ctx context.Context, names []string) (out []string, err error) {
	text, err := json.Marshal(names)
	if err != nil {
		return nil, fmt.Errorf("names: %w", err)
	}
	return out, v.tab.Evaluate(ctx, "__visitor__.settable("+string(text)+")", &out)
}

// Exports returns the names that a module exports, none for one that does not load.
func (v *Visitor) Exports(ctx context.Context, module string) (out []string, err error) {
	text, err := json.Marshal(module)
	if err != nil {
		return nil, fmt.Errorf("a module: %w", err)
	}
	return out, v.tab.Evaluate(ctx, "__visitor__.exportsOf("+string(text)+")", &out)
}
