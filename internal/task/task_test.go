package task

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/auth"
)

func one() http.Handler   { return http.NotFoundHandler() }
func other() http.Handler { return http.NotFoundHandler() }

// TestDigestTellsTasksApart changes a task in one way at a time.
func TestDigestTellsTasksApart(t *testing.T) {
	fresh := func() *Task {
		return &Task{Source: Source{Schema: "a", Handler: one, REST: rest.Options{Users: []auth.User{{Name: "ann"}}}}}
	}
	seen := map[uint64]string{fresh().Digest(): "nothing"}
	for name, change := range map[string]func(*Task){
		"schema":      func(t *Task) { t.Schema = "b" },
		"handler":     func(t *Task) { t.Handler = other },
		"reset":       func(t *Task) { t.Reset = func() error { return nil } },
		"put back":    func(t *Task) { t.PutBack = true },
		"url":         func(t *Task) { t.URL = "http://127.0.0.1" },
		"user":        func(t *Task) { t.REST.Users[0].Name = "bob" },
		"leaks":       func(t *Task) { t.REST.Leaks = true },
		"memory":      func(t *Task) { t.REST.NoMemory = true },
		"rate":        func(t *Task) { t.REST.InvalidRate = 0.5 },
		"calls":       func(t *Task) { t.Budget.Calls = 1 },
		"evaluations": func(t *Task) { t.Budget.Evaluations = 1 },
		"time":        func(t *Task) { t.Budget.Time = time.Second },
		"seed":        func(t *Task) { t.Seed = 1 },
		"workers":     func(t *Task) { t.Workers = 2 },
		"cover":       func(t *Task) { t.Cover = []string{"x"} },
		"libraries":   func(t *Task) { t.NoLibraries = true },
		"replacement": func(t *Task) { t.Replacements = []probe.Replacement{{}} },
	} {
		changed := fresh()
		change(changed)
		assert.Equal(t, changed.Digest(), changed.Digest(), name)
		assert.Empty(t, seen[changed.Digest()], "%s makes no difference", name)
		seen[changed.Digest()] = name
	}
	elsewhere := fresh()
	elsewhere.Dir, elsewhere.From.Test = "/tmp/x", "TestX"
	assert.Equal(t, "nothing", seen[elsewhere.Digest()], "the folder and the test are another in each process")
}

func TestTasksAreChecked(t *testing.T) {
	assert.ErrorContains(t, (&Task{Source: Source{Handler: one, URL: "http://127.0.0.1"}}).CheckFields(), "not more")
	assert.ErrorContains(t, (&Task{Search: Search{Workers: -1}}).CheckFields(), "negative")
	assert.ErrorContains(t, (&Task{Source: Source{Handler: one, PutBack: true}}).CheckFields(), "System.Database")
	race := Task{Source: Source{Race: true}}
	assert.ErrorContains(t, race.CheckFields(), "needs a Handler")
	race.Foreign = true
	assert.NoError(t, race.CheckFields(), "its handler is in another program")
	race.Cover = []string{"none"}
	assert.ErrorContains(t, race.CheckFields(), "sees its code")
	assert.ErrorContains(t, (&Task{Source: Source{Handler: one}}).Check(t.Context()), "no schema")
}
