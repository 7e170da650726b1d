// Package act has the actions of tests of pages: acts of a user on an element, with a value for some kinds.
package act

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"regexp"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// Open is the kind of the first act of each test, which opens the page.
const Open = "open"

// Act is an act of a user in a page: the action of this problem.
type Act struct {
	visitor.Event
	// Value is the gene of the act's value; nil for a kind without one.
	Value gene.Gene
	// Answers is the gene of the answers to dialogs of the page, by their kind; nil for an act that opens no dialog.
	Answers gene.Gene
}

// First returns the act that opens the page.
func First() *Act { return &Act{Event: visitor.Event{Kind: Open}} }

// New returns the act for an event; [Act.Randomize] draws its value. others are the paths of the elements between which
// the user may drag something, or the fragments that links of the page name. asks says that the page opened a dialog
// when an earlier test did the same act.
func New(e *visitor.Event, others []string, asks bool) *Act {
	a := &Act{Event: *e, Value: valueOf(e, others)}
	a.Handlers = nil // handlers belong to the document that had the event
	if asks {
		a.Answers = gene.NewObject(
			gene.Field{Name: "confirm", Gene: gene.NewBool()},
			gene.Field{Name: "prompt", Gene: gene.NewNullable(gene.NewString(gene.StringLimits{MaxLength: maxText}))},
		)
	}
	return a
}

// Key identifies the event of the act. Two acts with the same key differ only in their values.
func (a *Act) Key() string { return KeyOf(&a.Event) }

// KeyOf returns the key of the acts for an event.
func KeyOf(e *visitor.Event) string { return e.Kind + " " + e.Path }

// nth matches the part of a path that distinguishes an element from its siblings.
var nth = regexp.MustCompile(`:nth-of-type\(\d+\)`)

// Kin returns a key or path without the positions among siblings, so that it is equal for similar elements, such as the
// items of a list.
func Kin(path string) string { return nth.ReplaceAllString(path, "") }

// Clone implements [testcase.Action].
func (a *Act) Clone() testcase.Action {
	out := *a
	for _, g := range []*gene.Gene{&out.Value, &out.Answers} {
		if *g != nil {
			*g = (*g).Clone()
		}
	}
	return &out
}

// Genes implements [testcase.Action].
func (a *Act) Genes() iter.Seq[gene.Gene] {
	return func(yield func(gene.Gene) bool) {
		for _, g := range []gene.Gene{a.Value, a.Answers} {
			if g != nil && !yield(g) {
				return
			}
		}
	}
}

// Randomize draws a value and answers.
func (a *Act) Randomize(r *rand.Rand) {
	for g := range a.Genes() {
		g.Randomize(r)
	}
}

// Given returns the value that the user enters or chooses; nil for an act without a value.
func (a *Act) Given() any {
	if a.Value == nil {
		return nil
	}
	return a.Value.Value()
}

// Answer returns the answers to dialogs of the page (confirm, prompt) by their kind; nil for an act that opens none.
func (a *Act) Answer() map[string]any {
	if a.Answers == nil {
		return nil
	}
	object, _ := a.Answers.Value().(value.Object)
	out := map[string]any{}
	for _, m := range object {
		out[m.Name] = m.Value
	}
	return out
}

// written is the encoding of an act.
type written struct {
	Event   visitor.Event
	Others  []string `json:",omitempty"`
	Value   string   `json:",omitempty"` // states of the genes
	Answers string   `json:",omitempty"`
}

// ErrForeign is the error for data that is no case of a page.
var ErrForeign = errors.New("page: the case is not one of this problem")

// Codec encodes cases. A decoded case does the same acts and mutates in the same way. It implements problem.Codec.
type Codec struct{}

// EncodeCase implements problem.Codec.
func (Codec) EncodeCase(c *testcase.Case) ([]byte, error) {
	out := make([]written, len(c.Actions))
	for i, action := range c.Actions {
		a, ok := action.(*Act)
		if !ok {
			return nil, fmt.Errorf("page: encode case: action %d is a %T", i+1, action)
		}
		out[i] = written{Event: a.Event, Others: othersOf(a), Value: stateOf(a.Value), Answers: stateOf(a.Answers)}
	}
	text, err := json.Marshal(out)
	if err != nil {
		return nil, fmt.Errorf("page: encode case: %w", err)
	}
	return text, nil
}

func stateOf(g gene.Gene) string {
	if g == nil {
		return ""
	}
	return string(value.AppendExact(nil, gene.State(g)))
}

// DecodeCase implements problem.Codec.
func (Codec) DecodeCase(data []byte) (*testcase.Case, error) {
	var acts []written
	if err := json.Unmarshal(data, &acts); err != nil || len(acts) == 0 {
		return nil, fmt.Errorf("%w: %w", ErrForeign, err)
	}
	c := &testcase.Case{}
	for i := range acts {
		a := New(&acts[i].Event, acts[i].Others, acts[i].Answers != "")
		err := restore(&a.Value, acts[i].Value)
		if err == nil {
			err = restore(&a.Answers, acts[i].Answers)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: act %d: %w", ErrForeign, i+1, err)
		}
		c.Actions = append(c.Actions, a)
	}
	return c, nil
}

// restore restores the state of a gene from its encoding, if there is one.
func restore(g *gene.Gene, text string) error {
	if (*g == nil) != (text == "") {
		return errors.New("it has no such value")
	}
	if *g == nil {
		return nil
	}
	state, err := value.ParseExact([]byte(text))
	if err != nil {
		return err
	}
	out, ok := gene.Restore(*g, state)
	if !ok {
		return errors.New("its value does not fit")
	}
	*g = out
	return nil
}
