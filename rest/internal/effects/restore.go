package effects

import (
	"context"
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/sut"
)

const (
	// maxUndone bounds the calls that are undone to find the one that spoils others. maxSwept bounds the earlier calls
	// like it that are undone afterwards.
	maxUndone, maxSwept = 16, 40
	// maxVain is the number of checks without success after which an operation is rarely checked again.
	maxVain = 3
)

// Means are the functions with which a mender calls the system. Again repeats a request. Undo deletes what a call left
// behind, and reports whether that was possible.
type Means struct {
	Again func(ctx context.Context, r *sut.Request) (status int, err error)
	Undo  func(ctx context.Context, d *Leftover) (bool, error)
}

// Restore repeats the last successful request of a kind of calls that fails. If it fails as well, Restore undoes the
// calls that were accepted since then, the latest first, until the request succeeds. It notes the call that made the
// difference as a spoiler.
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

// undo undoes the calls accepted since the last success of a kind, until that request no longer fails. status is the
// status with which it fails.
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

// since returns the calls that were accepted since the last success of a kind, the latest first. Calls that are known
// to spoil others come before the rest.
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

// found notes that a call spoiled others, and undoes earlier calls like it.
func (m *Mender) found(ctx context.Context, k *kind, d *Leftover, status int, by Means) error {
	k.of.until, k.of.vain = 1, 0
	m.blame(k, d, status)
	m.Undone(d) // blame has made it a spoiler
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

// blame adds a call to the spoilers. The reason is more likely a member that the failed call does not send than one
// that both send, and most likely a member that several spoiling calls have in common. If the call has no other members
// and sends the same text, it has only taken a unique name, and is no spoiler.
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
		s.Members = nil // any member may be the reason
	case len(s.Members) > 0:
		s.Members = slices.Compact(slices.Sorted(slices.Values(slices.Concat(s.Members, telling))))
	}
}
