package rest_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// findersOf searches the items without some makers, and returns those that found something.
func findersOf(t *testing.T, without ...string) (names []string) {
	t.Helper()
	doc, err := openapi.Read([]byte(itemsSchema), openapi.Options{})
	require.NoError(t, err)
	system := sut.NewHandler(newItems, sut.HandlerOptions{})
	_, err = system.Start(t.Context())
	require.NoError(t, err)
	defer func() { require.NoError(t, system.Stop(t.Context())) }()
	registry := &fitness.Registry{}
	o := withUser()
	o.WithoutMakers = without
	p, err := rest.New(doc, system, registry, o)
	require.NoError(t, err)
	s := search.NewSession(p.Search(), registry, search.Options{Seed: 7, Budget: search.Cost(1000)})
	require.NoError(t, s.Run(t.Context(), &mio.MIO[*testcase.Case]{}))
	found := 0
	for name, ids := range s.Archive().Found() {
		names, found = append(names, name), found+len(ids)
	}
	assert.Equal(t, s.Archive().Covered(), found)
	return names
}

// TestMakers: each test names its maker, and a maker that is left out makes none.
func TestMakers(t *testing.T) {
	stay, free := []string{}, []string{}
	for _, m := range rest.Makers() {
		assert.NotEmpty(t, m.Doc, m.Name)
		if m.Stays {
			stay = append(stay, m.Name)
		} else {
			free = append(free, m.Name)
		}
	}
	names := findersOf(t)
	assert.Contains(t, names, "opening")
	assert.Contains(t, names, "mutation")
	assert.Subset(t, slices.Concat(stay, free), names)
	assert.True(t, slices.ContainsFunc(names, func(name string) bool { return slices.Contains(free, name) }), names)
	assert.Subset(t, stay, findersOf(t, free...))
}

func TestUnknownMakers(t *testing.T) {
	doc, err := openapi.Read([]byte(itemsSchema), openapi.Options{})
	require.NoError(t, err)
	for name, want := range map[string]string{
		"":         `rest: "" is no maker of tests; these can be left out: attack, climb, company, `,
		"mutation": "rest: a search cannot go without the maker mutation",
	} {
		_, err := rest.New(doc, sut.NewHandler(newItems, sut.HandlerOptions{}), &fitness.Registry{},
			rest.Options{WithoutMakers: []string{name}})
		assert.ErrorContains(t, err, want)
	}
}
