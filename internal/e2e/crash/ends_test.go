package crash_test

import (
	"context"
	"errors"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/examples/bookshop/shop"
	"github.com/evoke-go/evoke/internal/e2e/e2etest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
)

// shopPackage is what a search of the shop covers that is given another function than the constructor of the shop.
var shopPackage = []string{"github.com/evoke-go/evoke/examples/bookshop/shop"}

func TestInterruptedSearchIsWritten(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds programs")
	}
	for _, workers := range []int{1, 2} {
		t.Run(strconv.Itoa(workers), func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			cfg := e2etest.ShopConfig(1_000_000)
			cfg.Output.Dir, cfg.Search.Workers = t.TempDir(), workers
			cfg.Search.Observe = func(e search.Event) {
				if done, ok := e.(search.Evaluation); ok && done.Stats.Evaluations >= 300 {
					cancel()
				}
			}
			result, err := evoke.Run(ctx, cfg)
			require.ErrorIs(t, err, context.Canceled)
			require.NotNil(t, result)
			assert.True(t, result.Report.Interrupted)
			assert.NotEmpty(t, result.Suite.Tests)
			assert.FileExists(t, filepath.Join(cfg.Output.Dir, "evoke_success_test.go"))
			assert.FileExists(t, filepath.Join(cfg.Output.Dir, "report.json"))
		})
	}
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
	cfg := e2etest.ShopConfig(100_000)
	cfg.Handler, cfg.System.Controller = nil, &mortal{inner, inner, 1000}
	cfg.REST.LoginEachTest = true
	cfg.Output.Dir, cfg.WhiteBox.Cover = t.TempDir(), shopPackage
	result, err := evoke.Run(context.Background(), cfg)
	require.ErrorContains(t, err, "the system is gone")
	require.NotNil(t, result)
	assert.NotEmpty(t, result.Report.Faults)
	assert.FileExists(t, filepath.Join(cfg.Output.Dir, "report.json"))
}
