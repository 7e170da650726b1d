package journal_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/journal"
	"github.com/evoke-go/evoke/search"
)

func Example() {
	dir, err := os.MkdirTemp("", "journal")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "journal")

	// A process writes what becomes the best of some target.
	registry := &fitness.Registry{}
	w, err := journal.Append(path, registry, encode)
	if err != nil {
		fmt.Println(err)
		return
	}
	target := registry.ID(fitness.Target{Kind: "branch", Name: "shop.go:12 true"})
	e := &search.Evaluated[string]{Individual: "GET /books", Scores: fitness.Scores{{ID: target, Value: 0.5}}}
	var archive search.Archive[string]
	if err := w.Improved(e, archive.Add(e)); err != nil {
		fmt.Println(err)
	}

	// Another process continues in its place, with a registry of its own.
	registry = &fitness.Registry{}
	state, err := journal.Load(path, registry, decode)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, test := range state.Tests {
		fmt.Println(test.Individual, registry.Target(test.Scores[0].ID), test.Scores[0].Value)
	}
	// Output: GET /books branch shop.go:12 true 0.5
}
