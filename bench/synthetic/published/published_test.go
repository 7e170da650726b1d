package published

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/synthetic"
	"github.com/evoke-go/evoke/bench/synthetic/conformance"
	"github.com/evoke-go/evoke/openapi"
)

// Each service keeps to all rules.
func TestConformance(t *testing.T) {
	configs := synthetic.Published()
	require.Len(t, Services(), len(configs))
	for i, s := range Services() {
		t.Run(s.Name, func(t *testing.T) {
			require.Equal(t, configs[i].Name, s.Name)
			conformance.Check(t, configs[i], s.New())
		})
	}
}

// Each schema is one that Evoke reads, of thirty operations.
func TestSchemas(t *testing.T) {
	for _, s := range Services() {
		doc, err := openapi.Read(s.Schema, openapi.Options{})
		require.NoError(t, err, s.Name)
		assert.Empty(t, doc.Warnings, s.Name)
		assert.Len(t, doc.Operations, 30, s.Name)
	}
}

// Calls at the same time are made one after the other.
func TestConcurrentCalls(t *testing.T) {
	s := Services()[0]
	m, err := synthetic.NewModel(synthetic.Published()[0])
	require.NoError(t, err)
	h, path := s.New(), m.Classes[4].Collection()
	var wait sync.WaitGroup
	for i := range 50 {
		wait.Go(func() {
			r := httptest.NewRequest(http.MethodGet, path+"/"+strconv.Itoa(i), nil)
			h.ServeHTTP(httptest.NewRecorder(), r)
			assert.NoError(t, h.(interface{ Reset() error }).Reset())
		})
	}
	wait.Wait()
}
