// Package act has the actions of tests of pages: things that a user does with an element, with a value where the act
// takes one.
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

// Open is the kind of the act that each test begins with: it opens the page.
const Open = "open"

// Act is something that a user does: the action of the problem of pages.
type Act struct {
	visitor.Event
	// Value is the gene of its value, nil for an act without one.
	Value gene.Gene
	// Answers is the gene of the answers to questions of the page, by their kind; nil for an act that asks none.
	Answers gene.Gene
}

// First returns the act that opens the page.
func First() *Act { return &Act{Event: visitor.Event{Kind: Open}} }

// New returns the act of an event, whose value [Act.Randomize] draws. The paths are those of the elements between which
// the user may drag something, or of the places that links of the page name. Asks says that the page asked a question
// when a test did the same act before.
func New(e *visitor.Event, others []string, asks bool) *Act {
	a := &Act{Event: *e, Value: valueOf(e, others)}
	a.Handlers = nil // those of the document that had the event
	if asks {
		a.Answers = gene.NewObject(
			gene.Field{Name: "confirm", Gene: gene.NewBool()},
			gene.Field{Name: "prompt", Gene: gene.NewNullable(gene.NewString(gene.StringLimits{MaxLength: maxText}))},
		)
	}
	return a
}

// Key names the event of the act. Two acts with the same key differ in their values alone.
func (a *Act) Key() string { return KeyOf(&a.Event) }

// KeyOf is the key of the acts of an event.
func KeyOf(e *visitor.Event) string { return e.Kind + " " + e.Path }

// nth is the part of a path that tells an element from those beside it.
var nth = regexp.MustCompile(`:nth-of-type\(\d+\)`)

// Kin is a key or a path as elements share it that stand beside each other, such as those of a list.
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

// Given returns the value that the user enters or chooses, nil for an act without a value.
func (a *Act) Given() any {
	if a.Value == nil {
		return nil
	}
	return a.Value.Value()
}

// Answer returns the answers to questions of the page (confirm, prompt) by their kind, nil for an act that brings up no
// question.
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

// written is an act as text.
type written struct {
	Event   visitor.Event
	Others  []string `json:",omitempty"`
	Value   string   `json:",omitempty"` // states of genes
	Answers string   `json:",omitempty"`
}

// ErrForeign means that a text is no case of a page.
var ErrForeign = errors.New("page: the case is not one of this problem")

// Codec encodes cases, so that the decoded ones do the same and mutate in the same way. It implements problem.Codec.
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

// restore gives a gene a state that was written, if it has one.
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
