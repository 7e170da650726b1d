package rest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/sut"
)

// BenchmarkNew measures how long it takes to read what a large document says: 300 operations whose
// parameters and members have the same few descriptions.
func BenchmarkNew(b *testing.B) {
	said := strings.Repeat("Whether the answer has what the object with this name has. ", 8)
	var doc strings.Builder
	doc.WriteString("openapi: 3.0.0\ninfo: {title: Large, version: '1'}\npaths:\n")
	for i := range 300 {
		fmt.Fprintf(&doc, "  /kinds/k%d:\n    post:\n      parameters:\n", i)
		for p := range 6 {
			text := fmt.Sprintf("%d %s", p, said)
			fmt.Fprintf(&doc, "        - {name: p%d, in: query, description: '%s', "+
				"schema: {type: string, description: '%s'}}\n", p, text, text)
		}
		doc.WriteString("      responses: {'200': {description: ok}}\n")
	}
	parsed, err := openapi.Read([]byte(doc.String()), openapi.Options{})
	require.NoError(b, err)
	handler := sut.NewHandler(func() http.Handler { return http.NotFoundHandler() }, sut.HandlerOptions{})
	for b.Loop() {
		_, err := rest.New(parsed, handler, &fitness.Registry{}, rest.Options{})
		require.NoError(b, err)
	}
}
