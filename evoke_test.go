package evoke_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/examples/bookshop/shop"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// shopPackage is what a search of the shop covers that is given another function than the constructor of the shop.
var shopPackage = []string{"github.com/evoke-go/evoke/examples/bookshop/shop"}

func shopConfig(calls int) evoke.Config {
	return evoke.Config{
		Schema:  string(shop.Schema),
		Handler: shop.New,
		Budget:  evoke.Budget{Calls: calls},
		REST: rest.Options{Users: auth.Public(
			auth.BearerLogin("ann", "/login", `{"name": "ann", "password": "ann-secret"}`, "/token"),
			auth.BearerLogin("bob", "/login", `{"name": "bob", "password": "bob-secret"}`, "/token"),
		)},
	}
}

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

// TestWrittenSuitePasses compiles the suite inside this module and runs it the
// way a suspicious reader would.
func TestWrittenSuitePasses(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		return // it builds the program three times
	}
	dir, err := os.MkdirTemp(".", "evoke-written-")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	cfg := shopConfig(1500)
	cfg.Output.Dir = dir
	result, err := evoke.Run(context.Background(), cfg)
	require.NoError(t, err)
	require.FileExists(t, filepath.Join(dir, "report.json"))
	assert.NotEmpty(t, result.Report.Faults, "the bookshop has planted bugs")
	out, err := exec.Command("go", "test", "-vet=all", "-shuffle=on", "-count=2", "./"+dir).CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, f := range result.Files {
		wd, err := os.Getwd()
		require.NoError(t, err)
		assert.NotContains(t, string(f.Content), wd, "no path of this machine")
	}
}

func TestInterruptedSearchIsWritten(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds programs")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cfg := shopConfig(1_000_000)
	cfg.Output.Dir = t.TempDir()
	cfg.Search.Observe = func(e search.Event) {
		if done, ok := e.(search.Evaluation); ok && done.Stats.Evaluations == 300 {
			cancel()
		}
	}
	result, err := evoke.Run(ctx, cfg)
	require.ErrorIs(t, err, context.Canceled)
	require.NotNil(t, result)
	assert.NotEmpty(t, result.Suite.Tests)
	assert.FileExists(t, filepath.Join(cfg.Output.Dir, "evoke_success_test.go"))
	assert.FileExists(t, filepath.Join(cfg.Output.Dir, "report.json"))
}

// mortal is a system that dies after some calls.
type mortal struct {
	sut.Controller
	sut.Caller
	left int
}

func (m *mortal) Call(ctx context.Context, req *sut.Request) (*sut.Response, error) {
	if m.left--; m.left < 0 {
		return nil, errors.New("the system is gone")
	}
	return m.Caller.Call(ctx, req)
}

func TestDyingSystemLosesNothing(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds programs")
	}
	inner := sut.NewHandler(shop.New, sut.HandlerOptions{})
	cfg := shopConfig(100_000)
	cfg.Handler, cfg.System.Controller = nil, &mortal{inner, inner, 1000}
	cfg.REST.LoginEachTest = true
	cfg.Output.Dir, cfg.WhiteBox.Cover = t.TempDir(), shopPackage
	result, err := evoke.Run(context.Background(), cfg)
	require.ErrorContains(t, err, "the system is gone")
	require.NotNil(t, result)
	assert.NotEmpty(t, result.Report.Faults)
	assert.FileExists(t, filepath.Join(cfg.Output.Dir, "report.json"))
}

func TestRunRefuses(t *testing.T) {
	t.Setenv("PATH", t.TempDir()) // nothing is built, which is quicker
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for _, tt := range []struct {
		name   string
		change func(*evoke.Config)
		want   string
	}{
		{"no system", func(c *evoke.Config) { c.Handler = nil }, "set Handler, System or Problem"},
		{"two systems", func(c *evoke.Config) { c.System.URL = "http://localhost:1" }, "one of Handler, System.URL, System.Controller and Problem"},
		{"no schema", func(c *evoke.Config) { c.Schema = "" }, "no schema"},
		{"missing schema", func(c *evoke.Config) { c.Schema = "none.yaml" }, "none.yaml"},
		{"nothing to call", func(c *evoke.Config) { c.REST.Include = []string{"nothing"} }, "filters"},
		{"output is a file", func(c *evoke.Config) { c.Output.Dir = file }, "output folder"},
		{"constructor panics", func(c *evoke.Config) { c.Handler = func() http.Handler { panic("no database") } }, "no database"},
		{"constructor has nil", func(c *evoke.Config) { c.Handler = func() http.Handler { return nil } }, "nil"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cfg := shopConfig(10)
			tt.change(&cfg)
			_, err := evoke.Run(context.Background(), cfg)
			require.ErrorContains(t, err, tt.want)
			assert.NotContains(t, err.Error(), "\n", "an error is one line")
		})
	}
}

func TestGenerate(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		return // it builds the program three times
	}
	cfg := shopConfig(500)
	cfg.Output.Dir = t.TempDir()
	result := evoke.Generate(t, cfg)
	assert.NotEmpty(t, result.Suite.Tests)
	content, err := os.ReadFile(filepath.Join(cfg.Output.Dir, "evoke_success_test.go"))
	require.NoError(t, err)
	assert.Contains(t, string(content), "package ")
	support, err := os.ReadFile(filepath.Join(cfg.Output.Dir, "evoke_support_test.go"))
	require.NoError(t, err)
	if text := string(support); !strings.Contains(text, "examples/bookshop/shop\"") || !strings.Contains(text, ".New()") {
		t.Errorf("the tests must make the system by the user's own constructor:\n%s", text)
	}
}

func BenchmarkGenerate(b *testing.B) {
	for b.Loop() {
		cfg := shopConfig(100)
		cfg.Output.Dir = b.TempDir()
		evoke.Generate(b, cfg)
	}
}

func TestProgressLines(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds programs")
	}
	var plain, terminal strings.Builder
	cfg, piped, shown := shopConfig(200), evoke.Progress(&plain, false), evoke.Progress(&terminal, true)
	cfg.Search.Observe = func(e search.Event) {
		piped(e)
		shown(e)
	}
	_, err := evoke.Run(context.Background(), cfg)
	require.NoError(t, err)
	assert.Regexp(t, `100 %  \d+ calls, \d+/s, \d+ targets, \d+ faults?, improved .* ago\n$`, plain.String())
	assert.NotContains(t, plain.String(), "\r")
	assert.Contains(t, terminal.String(), "\r")
}
