// Package strangers attacks Evoke with schemas that nobody vouches for: mutants of
// real ones, and small texts that stand for much.
package strangers

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// published are schemas of real APIs that come with modules of this module's
// graph: the module, and paths in it. None of them is copied here.
var published = map[string][]string{
	"github.com/gotify/server/v2":        {"docs/spec.json"},
	"github.com/moov-io/ach":             {"openapi.yaml"},
	"github.com/prometheus/alertmanager": {"api/v2/openapi.yaml"},
	"github.com/pb33f/libopenapi": {
		"test_specs/asana.yaml",
		"test_specs/digitalocean.yaml", "test_specs/petstorev3.json", "test_specs/petstorev2-complete.yaml",
		"test_specs/burgershop.openapi.yaml", "test_specs/all-the-components.yaml", "test_specs/redocly-starter.yaml",
		"test_specs/nested_files/openapi-bundled.yaml", "test_specs/mixedref-burgershop.openapi.yaml",
		"generator/golang/testdata/train-travel.yaml",
		"test_specs/roundtrip.json",
	},
	"github.com/go-openapi/validate": {
		"fixtures/validation/bitbucket.json",
		"fixtures/go-swagger/canary/quay.io/swagger.json", "fixtures/go-swagger/canary/docker/swagger.json",
		"fixtures/go-swagger/canary/ms-cog-sci/swagger.json", "fixtures/go-swagger/canary/petstore/swagger.json",
		"fixtures/petstore/swagger.json", "fixtures/bugs/1614/gitea.json", "fixtures/go-swagger/bugs/103/swagger.json",
		"fixtures/go-swagger/bugs/727/swagger.json",
		"fixtures/go-swagger/bugs/982/swagger.yaml", "fixtures/bugs/2649/swagger.yaml", "fixtures/bugs/2866/2866.yaml",
	},
	"github.com/go-openapi/spec": {
		"fixtures/azure/networkWatcher.json", "fixtures/azure/loadBalancer.json", "fixtures/azure/routeTable.json",
		"fixtures/expansion/clickmeter.yaml",
		"fixtures/bugs/957/fixture-957.json", "fixtures/specs/todos.json",
	},
	"github.com/go-openapi/analysis": {"fixtures/bugs/1602/fixture-1602-full.yaml", "fixtures/widget-crud.yml",
		"fixtures/bugs/1774/def_api.yaml"},
	"github.com/go-openapi/loads": {"fixtures/bugs/1816/fixture-1816.yaml"},
}

// A Schema is a document and where it comes from.
type Schema struct {
	Name string // module and path
	Text []byte
}

// Published reads the real schemas. A missing one is an error.
func Published(ctx context.Context) ([]Schema, error) {
	var out []Schema
	for _, module := range slices.Sorted(maps.Keys(published)) {
		dir, err := moduleDir(ctx, module)
		if err != nil {
			return nil, err
		}
		for _, path := range published[module] {
			text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(path)))
			if err != nil {
				return nil, fmt.Errorf("schema of %s: %w", module, err)
			}
			out = append(out, Schema{module + "/" + path, text})
		}
	}
	return out, nil
}

// moduleDir returns the folder of a module in the module cache. It downloads the
// module if it is not there.
func moduleDir(ctx context.Context, module string) (string, error) {
	for range 2 {
		out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", module).Output()
		if err != nil {
			return "", fmt.Errorf("find module %s: %w", module, told(err))
		}
		if dir := strings.TrimSpace(string(out)); dir != "" {
			return dir, nil
		}
		if err := exec.CommandContext(ctx, "go", "mod", "download", module).Run(); err != nil {
			return "", fmt.Errorf("download module %s: %w", module, told(err))
		}
	}
	return "", fmt.Errorf("module %s has no folder", module)
}

// told adds what a command wrote to its error.
func told(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return fmt.Errorf("%w: %s", err, exit.Stderr)
	}
	return err
}
