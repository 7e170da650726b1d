package tracker

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// table is a JSON file with rows in the order of their ids.
type table[T any] struct{ file string }

// rows is the content of a table. No id is given twice.
type rows[T any] struct {
	Last int `json:"last"` // the id that was given last, 0 for none
	Rows []T `json:"rows"`
}

// load reads the table. A file that is missing has no rows.
func (t table[T]) load() (r rows[T], err error) {
	text, err := os.ReadFile(t.file)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return r, fmt.Errorf("tracker: %w", err)
	}
	return r, json.Unmarshal(text, &r)
}

// save writes the table.
func (t table[T]) save(r rows[T]) error {
	text, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("tracker: %w", err)
	}
	return os.WriteFile(t.file, text, 0o600)
}

// add stores a row that is made for the next id.
func (t table[T]) add(make func(id int) T) (T, error) {
	r, err := t.load()
	r.Last++
	made := make(r.Last)
	if err != nil {
		return made, err
	}
	r.Rows = append(r.Rows, made)
	return made, t.save(r)
}

// change calls a function with each row, which may change it and says whether
// it stays.
func (t table[T]) change(keep func(*T) bool) error {
	r, err := t.load()
	if err != nil {
		return err
	}
	var kept []T
	for i := range r.Rows {
		if keep(&r.Rows[i]) {
			kept = append(kept, r.Rows[i])
		}
	}
	r.Rows = kept
	return t.save(r)
}

// where returns the rows that fulfil a condition.
func (t table[T]) where(fits func(*T) bool) ([]T, error) {
	r, err := t.load()
	out := []T{}
	for i := range r.Rows {
		if fits(&r.Rows[i]) {
			out = append(out, r.Rows[i])
		}
	}
	return out, err
}

// empty forgets all rows, and the ids.
func (t table[T]) empty() error {
	if err := os.Remove(t.file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("tracker: %w", err)
	}
	return nil
}
