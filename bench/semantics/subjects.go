package main

// subject is something whose own tests are run: a module, or one package of
// the standard library.
type subject struct {
	Kind string
	// Module and Version are those of a module; "" for the standard library.
	Module, Version string
	// Packages are the packages to test, as patterns. They are instrumented; of
	// a module all that they reach in it is. Default for a module: all.
	Packages []string
	// Known has what may differ and why: "package.Test" without the module.
	Known map[string]string

	flags []string // of the build, on both sides
}

// name is the module with its version, or the package.
func (s subject) name() string {
	if s.Module == "" {
		return "std " + s.Packages[0]
	}
	return s.Module + "@" + s.Version
}

// subjects returns all modules and packages.
func subjects() []subject { return append(modules(), packages()...) }

// modules are of different kinds and of different ages of the language; most
// are part of the program of gotify.
func modules() []subject {
	out := []subject{
		{Kind: "router", Module: "github.com/gin-gonic/gin", Version: "v1.11.0"},
		{Kind: "router", Module: "github.com/gorilla/mux", Version: "v1.8.1"},
		{Kind: "ORM", Module: "gorm.io/gorm", Version: "v1.31.1"},
		{Kind: "validator", Module: "github.com/go-playground/validator/v10", Version: "v10.30.1"},
		{Kind: "parser", Module: "github.com/pelletier/go-toml/v2", Version: "v2.3.1"},
		{Kind: "parser", Module: "go.yaml.in/yaml/v3", Version: "v3.0.5"},
		{Kind: "numeric", Module: "github.com/shopspring/decimal", Version: "v1.4.0"},
		{Kind: "concurrency", Module: "golang.org/x/sync", Version: "v0.22.0"},
		{Kind: "concurrency", Module: "github.com/sourcegraph/conc", Version: "v0.3.0"},
		{Kind: "generic containers", Module: "github.com/hashicorp/golang-lru/v2", Version: "v2.0.7",
			Known: map[string]string{
				"expirable.ExampleLRU": "it expects that an entry of 10 ms is there when it looks: on a busy machine " +
					"it is not, with probes or without",
			}},
		{Kind: "tokens", Module: "github.com/golang-jwt/jwt/v5", Version: "v5.3.1"},
		// Without the packages that need what is not in the module (pages of the
		// web interface) or build plugins, which have to be made like the program.
		{Kind: "service", Module: "github.com/gotify/server/v2", Version: "v2.9.1", Packages: []string{
			"./api/...", "./auth/...", "./config", "./database", "./docs", "./error",
			"./fracdex", "./mode", "./test/...",
		}},
	}
	for i := range out {
		if out[i].Packages == nil {
			out[i].Packages = []string{"./..."}
		}
	}
	return out
}

// packages are those of the standard library.
func packages() []subject {
	var out []subject
	for _, p := range []struct{ kind, path string }{
		{"parser", "encoding/json"},
		{"parser", "encoding/xml"},
		{"parser", "encoding/csv"},
		{"parser", "go/scanner"},
		{"parser", "go/parser"},
		{"parser", "net/mail"},
		{"parser", "mime"},
		{"matcher", "regexp"},
		{"matcher", "regexp/syntax"},
		{"interpreter", "text/template"},
		{"text", "html"},
		{"text", "text/tabwriter"},
		{"container", "container/list"},
		{"container", "container/heap"},
		{"compression", "compress/flate"},
		{"compression", "archive/zip"},
		{"pictures", "image/png"},
		{"numeric", "math/big"},
		{"numeric", "math/cmplx"},
		{"database", "database/sql"},
	} {
		out = append(out, subject{Kind: p.kind, Packages: []string{p.path}, Known: known[p.path]})
	}
	return out
}

// known are the differences of packages of the standard library.
var known = map[string]map[string]string{
	"math/big": {
		"math/big.TestNewIntAllocs": "it counts allocations: with probes NewInt is too large to be " +
			"inlined, so its result escapes",
	},
}
