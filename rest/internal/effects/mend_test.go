package effects

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/sut"
)

// add notes an accepted call of POST /things.
func (m *Mender) add(target string, members, texts []string) *Leftover {
	m.calls++
	d := &Leftover{Undo: &action.Call{}, target: target, Operation: "POST /things", members: members,
		texts: texts, at: m.calls}
	m.leftovers = append(m.leftovers, d)
	return d
}

// TestRestoreNamesWhatSpoils: the latest suspects are undone first, until what failed
// succeeds again; the one that made the difference is known by what it sends and the call
// that failed does not.
func TestRestoreNamesWhatSpoils(t *testing.T) {
	for name, c := range map[string]struct {
		members, texts []string
		spoils         []string // members of the spoiler that is found; nil for none
		found          bool
	}{
		"what it sends beside":     {[]string{"label", "place"}, []string{"place x"}, []string{"place"}, true},
		"nothing beside":           {[]string{"label"}, []string{"label y"}, []string{}, true},
		"it only has the name too": {[]string{"label"}, []string{"label x"}, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMender(nil)
			m.add("/things/1", []string{"label"}, nil)
			k := m.kind("POST /things", 0, nil, []string{"label"})
			m.answered(k, &sut.Request{Body: []byte(`{"label": "x"}`)}, 201)
			m.add("/things/2", c.members, c.texts)
			m.add("/things/3", []string{"label"}, nil)
			m.answered(k, &sut.Request{}, 500)

			var undone []string
			require.NoError(t, m.Restore(context.Background(), Means{
				Again: func(context.Context, *sut.Request) (int, error) {
					if len(undone) < 2 {
						return 500, nil
					}
					return 201, nil
				},
				Undo: func(_ context.Context, d *Leftover) (bool, error) {
					undone = append(undone, d.target)
					return true, nil
				},
			}))
			assert.Equal(t, []string{"/things/3", "/things/2"}, undone[:2],
				"what was there at the last success is no suspect")
			require.Equal(t, c.found, len(m.spoilers) == 1)
			if c.found {
				assert.Equal(t, c.spoils, m.spoilers[0].Members)
			}
		})
	}
}

// TestRestoreLeavesWhatStillSucceeds: a failure of a call whose kind still succeeds is its
// own, and is looked into ever more seldom.
func TestRestoreLeavesWhatStillSucceeds(t *testing.T) {
	m := newMender(nil)
	k := m.kind("POST /things", 0, nil, nil)
	m.answered(k, &sut.Request{}, 201)
	m.add("/things/1", nil, nil)
	looks := 0
	by := Means{
		Again: func(context.Context, *sut.Request) (int, error) { looks++; return 201, nil },
		Undo:  func(context.Context, *Leftover) (bool, error) { t.Error("undone"); return false, nil },
	}
	for range 100 {
		m.answered(k, &sut.Request{}, 500)
		require.NoError(t, m.Restore(context.Background(), by))
	}
	assert.Equal(t, 6, looks)
	assert.Empty(t, m.warnings())
}

// TestRestoreSpoilsNothing: a call that is known to spoil others by what it sends is not made
// again to see whether it still succeeds.
func TestRestoreSpoilsNothing(t *testing.T) {
	m := newMender(nil)
	m.spoilers = []*Spoiler{{Operation: "POST /things", Members: []string{"place"}}}
	placed, plain := m.kind("POST /things", 0, nil, []string{"label", "place"}),
		m.kind("POST /things", 0, nil, []string{"label"})
	var again []*sut.Request
	by := Means{
		Again: func(_ context.Context, r *sut.Request) (int, error) { again = append(again, r); return 201, nil },
		Undo:  func(context.Context, *Leftover) (bool, error) { return false, nil },
	}
	for _, k := range []*kind{placed, plain} {
		m.answered(k, &sut.Request{Target: k.members[len(k.members)-1]}, 201)
		m.answered(k, &sut.Request{}, 500)
		require.NoError(t, m.Restore(context.Background(), by))
	}
	if assert.Len(t, again, 1) {
		assert.Equal(t, "label", again[0].Target)
	}
}

// TestSpoilersOfAnElement: what makes others fail when an element is made with it does so when the
// element is changed to it.
func TestSpoilersOfAnElement(t *testing.T) {
	m := newMender(nil)
	m.spoilers = []*Spoiler{{Operation: "POST /things", Members: []string{"place"}, of: "/things/{id}"}}
	assert.True(t, m.spoils(&Leftover{Operation: "PUT /things/{id}", members: []string{"place"}, of: "/things/{id}"}))
	assert.False(t, m.spoils(&Leftover{Operation: "PUT /things/{id}", members: []string{"label"}, of: "/things/{id}"}))
	assert.False(t,
		m.spoils(&Leftover{Operation: "PUT /shelves/{id}", members: []string{"place"}, of: "/shelves/{id}"}))
	assert.False(t, m.spoils(&Leftover{Operation: "POST /logs", members: []string{"place"}}))
}
