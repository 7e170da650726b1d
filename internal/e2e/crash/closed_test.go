package crash_test

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/examples/bookshop/shop"
	"github.com/evoke-go/evoke/internal/e2e/e2etest"
)

// openedVariable names the folder in which each handler has one of its own as long as it is open.
const openedVariable = "EVOKE_TEST_OPENED"

// tidyShop is a shop with files that it removes when it is closed.
type tidyShop struct {
	http.Handler
	dir string
}

func (s *tidyShop) Close() error { return os.RemoveAll(s.dir) }

// newTidyShop also counts the shops that were opened.
func newTidyShop() http.Handler {
	root := os.Getenv(openedVariable)
	dir, err := os.MkdirTemp(root, "open-*")
	if err != nil {
		panic(err)
	}
	opened, err := os.OpenFile(filepath.Join(root, "opened"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	_, err = opened.WriteString("x")
	if closeErr := opened.Close(); err != nil || closeErr != nil {
		panic("the count is not written")
	}
	return &tidyShop{shop.New(), dir}
}

// TestHandlersAreClosed: no handler of a search leaves its files behind, those of the processes that try the tests
// included.
func TestHandlersAreClosed(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	root := os.Getenv(openedVariable)
	if root == "" { // else this is one of the processes
		root = t.TempDir()
		t.Setenv(openedVariable, root)
	}
	cfg := e2etest.ShopConfig(120)
	cfg.Handler, cfg.WhiteBox.Cover = newTidyShop, shopPackage
	_, err := evoke.Run(t.Context(), cfg)
	require.NoError(t, err)
	opened, err := os.ReadFile(filepath.Join(root, "opened"))
	require.NoError(t, err)
	left, err := filepath.Glob(filepath.Join(root, "open-*"))
	require.NoError(t, err)
	assert.Greater(t, len(opened), 20, "each test has a handler of its own")
	assert.Empty(t, left, "of %d handlers", len(opened))
}
