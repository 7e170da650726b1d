package evoke_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/examples/bookshop/shop"
	"github.com/evoke-go/evoke/internal/e2e/e2etest"
	"github.com/evoke-go/evoke/suite"
)

func Example() {
	result, err := evoke.Run(context.Background(), evoke.Config{
		Schema:  string(shop.Schema),
		Handler: shop.New,
		Budget:  evoke.Budget{Calls: 500},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range result.Suite.Tests {
		if last := t.Last(); last.Operation == "GET /books" && t.Kind == suite.Success {
			fmt.Println(last.Operation, last.Call.Expect.Status)
			break
		}
	}
	// Output: GET /books 200
}

func TestRunRefuses(t *testing.T) {
	t.Setenv("PATH", t.TempDir()) // without the go command nothing is built, which is quicker
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for _, tt := range []struct {
		name   string
		change func(*evoke.Config)
		want   string
	}{
		{"no system", func(c *evoke.Config) { c.Handler = nil }, "set Handler, System or Problem"},
		{"two systems", func(c *evoke.Config) { c.System.URL = "http://localhost:1" },
			"one of Handler, System.URL, System.Controller and Problem"},
		{"no schema", func(c *evoke.Config) { c.Schema = "" }, "no schema"},
		{"missing schema", func(c *evoke.Config) { c.Schema = "none.yaml" }, "none.yaml"},
		{"nothing to call", func(c *evoke.Config) { c.REST.Include = []string{"nothing"} }, "filters"},
		{"output is a file", func(c *evoke.Config) { c.Output.Dir = file }, "output folder"},
		{"constructor panics", func(c *evoke.Config) { c.Handler = func() http.Handler { panic("no database") } },
			"no database"},
		{"constructor has nil", func(c *evoke.Config) { c.Handler = func() http.Handler { return nil } }, "nil"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cfg := e2etest.ShopConfig(10)
			tt.change(&cfg)
			_, err := evoke.Run(context.Background(), cfg)
			require.ErrorContains(t, err, tt.want)
			assert.NotContains(t, err.Error(), "\n", "an error is one line")
		})
	}
}
