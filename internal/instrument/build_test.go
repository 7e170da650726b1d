package instrument

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestMainModule(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	dir := project(t, "shop")
	plan := prepare(t, Options{Dir: dir})
	assert.Equal(t, []string{"example.com/shop/internal/cart", "example.com/shop/show", "example.com/shop"},
		paths(plan))
	assert.Empty(t, plan.Notes)
	for _, p := range plan.Packages {
		assert.Positive(t, p.Statements, p.Path)
		assert.Positive(t, p.Files, p.Path)
	}

	out := execute(t, plan, "one", "two")
	assert.Contains(t, out, "embedded greeting slow\n")
	assert.Contains(t, out, "reached example.com/shop/internal/cart/cart.go\n")
	assert.Contains(t, out, "reached example.com/shop/internal/cart/slow.go\n")
	assert.Contains(t, out, "reached example.com/shop/main.go\n")
	assert.Contains(t, out, filepath.Join(dir, "internal", "cart", "cart.go")+":22",
		"stack traces name the user's file and line")
}

func TestBuildFlags(t *testing.T) {
	if testing.Short() {
		return // it builds the program with the race detector
	}
	dir := project(t, "shop")
	out := execute(t, prepare(t, Options{Dir: dir, Flags: []string{"-race", "-tags", "fast", "-cover"}}))
	assert.Contains(t, out, "embedded greeting fast\n")
	assert.Contains(t, out, "reached example.com/shop/internal/cart/fast.go\n")

	out = execute(t, prepare(t, Options{Dir: dir, Env: environment("GOFLAGS=-trimpath -tags=fast -cover -mod=mod")}),
		"one", "two")
	assert.Contains(t, out, "reached example.com/shop/internal/cart/fast.go\n")
	assert.Contains(t, out, "example.com/shop/internal/cart/cart.go:22")
	assert.NotContains(t, out, dir)
}

func TestTestBinary(t *testing.T) {
	if testing.Short() {
		return // it builds programs
	}
	dir := project(t, "shop")
	plan := prepare(t, Options{Dir: dir, Package: "./e2e", Test: true})
	assert.Equal(t, []string{"example.com/shop/internal/cart", "example.com/shop/show"}, paths(plan))
	assert.Contains(t, execute(t, plan), "reached example.com/shop/internal/cart/cart.go\n")

	plan = prepare(t, Options{Dir: filepath.Join(dir, "internal", "cart"), Test: true, Cover: []string{"./..."}})
	assert.Equal(t, []string{"example.com/shop/internal/cart"}, paths(plan))
	assert.Contains(t, execute(t, plan), "PASS")
}

// TestUsersOverlay has a user's overlay that changes one file and adds another.
func TestUsersOverlay(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	dir, more := project(t, "shop"), t.TempDir()
	write(t, filepath.Join(more, "slow.go"), "package cart\n\nfunc kind() string { return added() }\n")
	write(t, filepath.Join(more, "added.go"), "package cart\n\nfunc added() string { return \"overlaid\" }\n")
	write(t, filepath.Join(more, "overlay.json"), `{"Replace": {"internal/cart/slow.go": "`+
		filepath.ToSlash(more)+`/slow.go",
		"internal/cart/added.go": "`+filepath.ToSlash(more)+`/added.go", "internal/cart/fast.go": ""}}`)
	unchanged(t, more)

	for _, o := range []Options{
		{Dir: dir, Env: environment("GOFLAGS=-overlay=" + filepath.Join(more, "overlay.json"))},
		{Dir: dir, Flags: []string{"-overlay", filepath.Join(more, "overlay.json")}},
	} {
		out := execute(t, prepare(t, o))
		assert.Contains(t, out, "embedded greeting overlaid\n")
		assert.Contains(t, out, "reached example.com/shop/internal/cart/added.go\n")
		assert.Contains(t, out, "reached example.com/shop/internal/cart/slow.go\n")
	}
}

func TestVirtualFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	dir := project(t, "shop")
	plan := prepare(t, Options{Dir: dir, Package: "./virtual", Files: map[string][]byte{
		filepath.Join(dir, "virtual", "main.go"): []byte(`package main

import "example.com/shop/internal/cart"
import "example.com/shop/show"

func main() { println(cart.Total(1)); show.Files() }
`),
		filepath.Join(dir, "internal", "cart", "fast.go"): nil,
	}})
	assert.Contains(t, execute(t, plan), "reached example.com/shop/virtual/main.go\n")
}

func write(t *testing.T, path, content string) {
	t.Helper()
	assert.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
	assert.NoError(t, os.WriteFile(path, []byte(content), 0o666))
}
