package run

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// TestTimeHoldsForAll: the suite of a running service is made within the limit of time, with as many calls as fit into
// it, or with those that are left in the budget if these are fewer.
func TestTimeHoldsForAll(t *testing.T) {
	w := &waiting{remote: true}
	e := &Engine{task: &task.Task{}, problem: w, session: &search.Session[*testcase.Case]{}, elapsed: 6 * time.Second}
	assert.Equal(t, 6*time.Second, searchTime(w, 9*time.Second).Round(time.Millisecond))
	assert.Equal(t, 300, fitting(600, 6*time.Second, 3*time.Second))
	assert.Equal(t, 1, fitting(600, 6*time.Second, -time.Second), "0 would be any number")
	assert.Equal(t, 1, fitting(0, 0, 0))

	e.session = sessionAt(1)
	e.task.Budget = task.Budget{Time: 9 * time.Second}
	var h problem.Harvest
	boundBySearch(e, &h)
	assert.Positive(t, h.Calls)
	h.Spent(40, 2)
	assert.Equal(t, 40, e.after, "they are counted")
	assert.Contains(t, e.warnings[0], "2 tests left out because there was no time left")

	w.remote = false
	assert.Equal(t, 9*time.Second, searchTime(w, 9*time.Second), "the tests are made after the search")
	h = problem.Harvest{}
	boundBySearch(e, &h)
	assert.Zero(t, h.Calls)
}
