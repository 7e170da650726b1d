package effects

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestNamesOfNothing: what succeeds for names that nothing has needs nothing of that name.
func TestNamesOfNothing(t *testing.T) {
	free := func(w *world, op string) bool {
		return TakesAny(w.Ground, w.api.Named(op), Leaning{Param: 0})
	}
	w := newWorld(t).does("", `GET /books/oakwood -> 200`, "", `GET /books/oakwood -> 200`)
	assert.False(t, free(w, "GET /books/{id}"), "it may be there")
	w.does("", `GET /books/birches -> 200`)
	assert.True(t, free(w, "GET /books/{id}"))
	w.does("", `GET /books/willows -> 404`)
	assert.False(t, free(w, "GET /books/{id}"), "what it names has to be there")
	assert.True(t, NeedsNamed(w.Ground, w.api.Named("GET /books/{id}")))

	w = newWorld(t).does("", `GET /books/7 -> 200`, "", `GET /books/8 -> 200`, "", `GET /books/9 -> 200`)
	assert.False(t, free(w, "GET /books/{id}"), "something has a small number")

	w = newWorld(t).does("", `POST /books {"title":"elm"} -> 201`)
	w.does("", `PUT /books/oakwood -> 200`, "", `PUT /books/birches -> 200`, "", `PUT /books/oakwood -> 200`)
	assert.Empty(t, w.Leaning().Why, "it succeeds for any name")
}

// TestNewNamesAreNotThere: a POST whose answer names nothing may have made anything, but not what a
// call does not find, nor what has a name that is new in each execution.
func TestNewNamesAreNotThere(t *testing.T) {
	made := `POST /books {"title":"elm"} -> 201`
	w := newWorld(t).does("", made, "", `GET /books/oakwood -> 404`)
	assert.Empty(t, w.Leaning().Why, "it is not there")
	w.does("", `GET /books/birches -> 200`)
	assert.NotEmpty(t, w.Leaning().Why, "the POST may have made it")
	w.Mark([]string{"birches1"})
	w.does("", `GET /books/birches1/loan -> 200`)
	assert.Empty(t, w.Leaning().Why, "no other test has it, nor what is below it")
}
