package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/examples/bookshop/shop"
	"github.com/evoke-go/evoke/rest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestUsersLogIn(t *testing.T) {
	handler := shop.New()
	for _, u := range users() {
		request := httptest.NewRequest(http.MethodPost, u.Login.Path, strings.NewReader(u.Login.Body))
		request.Header.Set("Content-Type", "application/json")
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request)
		assert.Equal(t, http.StatusOK, answer.Code, u.Name)
		assert.Contains(t, answer.Body.String(), `"token"`, u.Name)
	}
}

// config returns the configuration of main, with a small budget and a folder inside the module, where the suite can
// import its packages.
func config(t *testing.T) evoke.Config {
	dir, err := os.MkdirTemp(".", "evoke-test-")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(dir)) })
	return evoke.Config{
		Schema:  string(shop.Schema),
		Handler: shop.New,
		Budget:  evoke.Budget{Calls: 600},
		Search:  evoke.Search{Seed: 1},
		Output:  evoke.Output{Dir: filepath.Base(dir), Mutants: -1},
		REST:    rest.Options{Users: users()},
	}
}

func TestRunWritesASuiteThatPasses(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	cfg := config(t)
	require.NoError(t, run(context.Background(), cfg), "the written tests pass")
	for _, name := range []string{"evoke_success_test.go", "evoke_client_error_test.go", "report.json"} {
		assert.FileExists(t, filepath.Join(cfg.Output.Dir, name))
	}
}

func TestRunSaysWhatIsWrong(t *testing.T) {
	cfg := config(t)
	cfg.Schema = "none.yaml"
	require.ErrorContains(t, run(context.Background(), cfg), "none.yaml")
}
