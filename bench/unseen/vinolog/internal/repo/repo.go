// Package repo keeps everything in memory. It gives and takes copies.
package repo

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/bench/unseen/vinolog/internal/domain"
)

// Table is a set of records in the order of their making.
type Table[T any] struct {
	rows  map[string]T
	order []string
}

func newTable[T any]() *Table[T] { return &Table[T]{rows: map[string]T{}} }

func (t *Table[T]) Get(id string) (T, bool) { v, ok := t.rows[id]; return v, ok }

func (t *Table[T]) Put(id string, v T) {
	if _, ok := t.rows[id]; !ok {
		t.order = append(t.order, id)
	}
	t.rows[id] = v
}

func (t *Table[T]) Delete(id string) {
	delete(t.rows, id)
	t.order = slices.DeleteFunc(t.order, func(x string) bool { return x == id })
}

func (t *Table[T]) Find(match func(T) bool) []T {
	out := []T{}
	for _, id := range t.order {
		if v := t.rows[id]; match(v) {
			out = append(out, v)
		}
	}
	return out
}

type Repo struct {
	Users     *Table[domain.User]
	Sessions  *Table[string] // token to username
	Vessels   *Table[domain.Vessel]
	Lots      *Table[domain.Lot]
	Readings  *Table[domain.Reading]
	Additions *Table[domain.Addition]
	rnd       *rand.Rand
}

func New(seed uint64) *Repo {
	r := &Repo{Users: newTable[domain.User](), Sessions: newTable[string](), Vessels: newTable[domain.Vessel](),
		Lots: newTable[domain.Lot](), Readings: newTable[domain.Reading](), Additions: newTable[domain.Addition](),
		rnd: rand.New(rand.NewPCG(seed, 0x76696e6f))}
	for _, u := range []domain.User{
		{Username: "hanna", Role: domain.Winemaker, Password: "must-2031"},
		{Username: "pavel", Role: domain.Cellarhand, Password: "press-41"},
		{Username: "ines", Role: domain.Cellarhand, Password: "lees-77"},
		{Username: "otto", Role: domain.Auditor, Password: "audit-5"},
	} {
		r.Users.Put(u.Username, u)
	}
	return r
}

func (r *Repo) NewID(prefix string) string {
	return fmt.Sprintf("%s_%010x", prefix, r.rnd.Uint64()>>24)
}
func (r *Repo) NewToken() string { return fmt.Sprintf("%016x%016x", r.rnd.Uint64(), r.rnd.Uint64()) }
