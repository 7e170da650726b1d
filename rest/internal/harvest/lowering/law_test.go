package lowering

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/invariant"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/suite"
)

// TestHeldLaws: a test asserts the laws that hold in each of its executions and say something there.
func TestHeldLaws(t *testing.T) {
	most, sum := suite.Law(suite.AtMost, "/a", "/b"), suite.Law(suite.Sum, "/b", "/a", "/a")
	laws := []suite.Check{most, sum, suite.Law(suite.PartOf, "/c", "/d")}
	w := &Writer{Laws: func(string) []suite.Check { return laws }}
	op := &api.Operation{Spec: &openapi.Operation{}}
	assert.Equal(t, []suite.Check{most}, w.held(op, [][]byte{[]byte(`{"a":1,"b":2}`), []byte(`{"a":3,"b":3}`)}))
	assert.Equal(t, []suite.Check{most, sum}, w.held(op, [][]byte{[]byte(`{"a":1,"b":2}`)}))
	assert.Empty(t, w.held(op, [][]byte{[]byte(`{"a":1,"b":2}`), []byte(`no JSON`)}))
	assert.Empty(t, (&Writer{}).held(op, nil))
}

// TestFormsOfLaws: each form of relations is a law of suites.
func TestFormsOfLaws(t *testing.T) {
	for _, form := range []string{invariant.Same, invariant.AtMost, invariant.Sum, invariant.Product,
		invariant.ElementOf, invariant.SubsetOf, invariant.PartOf, invariant.NullIf} {
		assert.True(t, suite.Op(form).IsLaw(), form)
	}
}
