package function

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/testcase"
)

// candidate is a test on its way into the suite.
type candidate struct {
	*reduce.Candidate
	// name is the name of the test in the suite; "" until it has one.
	name string
	// answers are the outcomes in another process; nil if unknown.
	answers []answer
}

// harvester makes suites from the results of a search.
type harvester struct {
	executor *executor
	codec    codec
	spent    int // number of calls since the end of the search
	kept     []*candidate
}

func (h *harvester) reducer() *reduce.Reducer {
	registry := h.executor.faults.registry
	return &reduce.Reducer{Targets: registry.Len, Last: func(id fitness.ID) bool {
		kind := registry.Target(id).Kind
		return kind == OutcomeTarget || kind == FaultTarget
	}}
}

// execute executes a test that is to be written. Calls have the full time limit.
func (h *harvester) execute(ctx context.Context, test *testcase.Case, closely bool) (*trace, error) {
	return h.run(ctx, test, purpose{suite: true, patient: true, closely: closely})
}

// patiently executes a test that is to be written, without recording what tests can assert.
func (h *harvester) patiently(ctx context.Context, test *testcase.Case) (*trace, error) {
	return h.execute(ctx, test, false)
}

// attempt executes a simplified variant of a test. A call that seems to hang does not get the full time limit, because
// the variant is not essential.
func (h *harvester) attempt(ctx context.Context, test *testcase.Case) (*trace, error) {
	return h.run(ctx, test, purpose{suite: true})
}

func (h *harvester) run(ctx context.Context, test *testcase.Case, p purpose) (*trace, error) {
	t, err := h.executor.run(ctx, test, p)
	h.spent += len(t.steps)
	return t, err
}

// title returns the names of the packages of the functions.
func (h *harvester) title() string {
	var names []string
	for _, s := range h.executor.subjects {
		if name := cmp.Or(s.pkg, path.Base(s.importPath)); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}
