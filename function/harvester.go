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
	// name is that of the test in the suite, once it has one.
	name string
	// answers are those of another process, nil if they are not known.
	answers []answer
}

// harvester makes suites of what a search found.
type harvester struct {
	executor *executor
	codec    codec
	spent    int // calls since the end of the search
	kept     []*candidate
}

func (h *harvester) reducer() *reduce.Reducer {
	registry := h.executor.faults.registry
	return &reduce.Reducer{Targets: registry.Len, Last: func(id fitness.ID) bool {
		kind := registry.Target(id).Kind
		return kind == OutcomeTarget || kind == FaultTarget
	}}
}

// execute executes a test that may be written.
func (h *harvester) execute(ctx context.Context, test *testcase.Case, closely bool) (*trace, error) {
	return h.run(ctx, test, purpose{suite: true, patient: true, closely: closely})
}

// patiently executes a test that may be written, and notes nothing that tests assert.
func (h *harvester) patiently(ctx context.Context, test *testcase.Case) (*trace, error) {
	return h.execute(ctx, test, false)
}

// attempt executes a test that is only better than another one. It does not get
// the time to show that it ends after all.
func (h *harvester) attempt(ctx context.Context, test *testcase.Case) (*trace, error) {
	return h.run(ctx, test, purpose{suite: true})
}

func (h *harvester) run(ctx context.Context, test *testcase.Case, p purpose) (*trace, error) {
	t, err := h.executor.run(ctx, test, p)
	h.spent += len(t.steps)
	return t, err
}

// title names the packages of the functions.
func (h *harvester) title() string {
	var names []string
	for _, s := range h.executor.subjects {
		if name := cmp.Or(s.pkg, path.Base(s.importPath)); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}
