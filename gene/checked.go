package gene

import (
	"fmt"
	"math/rand/v2"
)

// Checked is a gene of texts with check characters, such as the last digit of an ISBN: a payload, and characters that
// follow from it.
type Checked struct {
	payload         Gene
	complete, strip func(string) string
}

// NewChecked returns a gene of the texts that complete makes of the texts of payload. strip returns the payload of a
// text; it may return anything for a text that complete never makes. Neither may keep state.
func NewChecked(payload Gene, complete, strip func(string) string) *Checked {
	return &Checked{payload.Clone(), complete, strip}
}

// Clone returns a deep copy.
func (g *Checked) Clone() Gene { return &Checked{g.payload.Clone(), g.complete, g.strip} }

// Randomize draws a payload.
func (g *Checked) Randomize(r *rand.Rand) { g.payload.Randomize(r) }

// Mutate mutates the payload.
func (g *Checked) Mutate(r *rand.Rand, focus float64) { g.payload.Mutate(r, focus) }

// Weight is that of the payload.
func (g *Checked) Weight() float64 { return Weight(g.payload) }

// Value returns the text with its check characters.
func (g *Checked) Value() any {
	text, _ := g.payload.Value().(string)
	return g.complete(text)
}

// Assign takes a text whose check characters are right.
func (g *Checked) Assign(value any) bool {
	text, ok := value.(string)
	if !ok {
		return false
	}
	payload := g.strip(text)
	next := g.payload.Clone()
	if !Assign(next, payload) || next.Value() != any(payload) || g.complete(payload) != text {
		return false
	}
	g.payload = next
	return true
}

// Simpler returns the texts of simpler payloads.
func (g *Checked) Simpler() (out []any) {
	s, ok := g.payload.(Simplifier)
	if !ok {
		return nil
	}
	for _, v := range s.Simpler() {
		if text, ok := v.(string); ok {
			out = append(out, g.complete(text))
		}
	}
	return out
}

// Check returns an error for a payload that breaks a constraint of its own.
func (g *Checked) Check() error {
	if err := Check(g.payload); err != nil {
		return fmt.Errorf("payload: %w", err)
	}
	return nil
}
