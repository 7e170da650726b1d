package effects

import (
	"context"
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/sut"
)

const (
	// maxUndone bounds the calls that are undone at once to find the one that spoils, and
	// maxSwept the earlier ones like it that are undone then.
	maxUndone, maxSwept = 16, 40
	// maxVain is how often nothing helps before an operation is left as it is.
	maxVain = 3
)

// Means are what a mender calls the system by. Undo reports whether what a call left behind
// was deleted.
type Means struct {
	Again func(ctx context.Context, r *sut.Request) (status int, err error)
	Undo  func(ctx context.Context, d *Leftover) (bool, error)
}

// Restore looks whether what succeeded before still does, where calls of its kind failed.
// If not, it undoes calls that were accepted since then, the latest first, until it does,
// and notes the call that made the difference.
func (m *Mender) Restore(ctx context.Context, by Means) error {
	if m == nil || m.broken == nil {
		return nil
	}
	k := m.broken
	m.broken, k.of.failed = nil, 0
	status, err := by.Again(ctx, k.last)
	if err != nil {
		return err
	}
	if status < http.StatusInternalServerError {
		if status/100 == 2 {
			k.at = m.calls
		}
		k.of.until = min(2*k.of.until, maxPatience)
		return nil
	}
	return m.undo(ctx, k, status, by)
}

// undo undoes the calls since a kind of calls succeeded last, until it does again. status is what it fails with.
func (m *Mender) undo(ctx context.Context, k *kind, status int, by Means) error {
	suspects := m.since(k)
	for _, d := range suspects[:min(len(suspects), maxUndone)] {
		gone, err := by.Undo(ctx, d)
		if err != nil {
			return err
		}
		if !gone {
			continue
		}
		m.forget(d)
		now, err := by.Again(ctx, k.last)
		if err != nil {
			return err
		}
		if now < http.StatusInternalServerError {
			return m.found(ctx, k, d, status, by)
		}
	}
	k.of.until = min(2*k.of.until, maxPatience)
	if k.of.vain++; k.of.vain >= maxVain {
		k.of.until = maxPatience
	}
	return nil
}

// since are the calls that were accepted since a kind of calls succeeded last, the latest
// first, and those that are known to spoil others before the rest.
func (m *Mender) since(k *kind) (out []*Leftover) {
	var others []*Leftover
	seen := map[string]bool{}
	for _, d := range slices.Backward(m.leftovers) {
		again := seen[d.target]
		seen[d.target] = true
		switch {
		case again:
		case m.spoils(d):
			out = append(out, d)
		case d.at > k.at:
			others = append(others, d)
		}
	}
	return append(out, others...)
}

// found notes that a call spoiled others, and undoes earlier ones like it.
func (m *Mender) found(ctx context.Context, k *kind, d *Leftover, status int, by Means) error {
	k.of.until, k.of.vain = 1, 0
	m.blame(k, d, status)
	m.Undone(d) // it is known to spoil now
	swept := 0
	for _, other := range slices.Backward(slices.Clone(m.leftovers)) {
		if swept >= maxSwept {
			break
		}
		if !m.spoils(other) {
			continue
		}
		swept++
		gone, err := by.Undo(ctx, other)
		if err != nil {
			return err
		}
		if gone {
			m.Undone(other)
		}
	}
	return nil
}

// blame adds a call to those that spoil others. What tells it from the call that failed is
// likelier the reason than what both send, and what several have in common likelier still. One
// that differs in nothing but says the same has taken a name, which is no more than that.
func (m *Mender) blame(k *kind, d *Leftover, status int) {
	telling := slices.DeleteFunc(slices.Clone(d.members), func(name string) bool {
		return slices.Contains(k.members, name)
	})
	sent := texts(k.last.Body)
	if len(telling) == 0 && slices.ContainsFunc(d.texts, func(text string) bool {
		return slices.Contains(sent, text)
	}) {
		return
	}
	i := slices.IndexFunc(m.spoilers, func(s *Spoiler) bool { return s.Operation == d.Operation })
	if i < 0 {
		m.spoilers = append(m.spoilers, &Spoiler{Operation: d.Operation, Members: telling, Fails: k.op,
			Status: status, of: d.of})
		return
	}
	s := m.spoilers[i]
	switch common := slices.DeleteFunc(slices.Clone(s.Members), func(name string) bool {
		return !slices.Contains(telling, name)
	}); {
	case len(common) > 0:
		s.Members = common
	case len(telling) == 0:
		s.Members = nil // anything may be
	case len(s.Members) > 0:
		s.Members = slices.Compact(slices.Sorted(slices.Values(slices.Concat(s.Members, telling))))
	}
}
