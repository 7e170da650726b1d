// Package empty is the service of package features without the data that it starts with.
package empty

import (
	"net/http"

	"github.com/evoke-go/evoke/bench/features"
)

// New returns the service. It is a bench.Resetter.
func New() http.Handler { return features.NewEmpty() }
