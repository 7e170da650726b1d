// Package find finds what a search needs in a folder: the schema of an API, and the functions of a package that make
// its handler.
package find

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const (
	// maxSchemaBytes is the size of the largest file that may be a schema.
	maxSchemaBytes = 64 << 20
	// headBytes is the size of the beginning of a file in which the version of the schema has to stand.
	headBytes = 64 << 10
	// maxFiles bounds how many files are looked at.
	maxFiles = 20_000
)

// version matches the version field of an OpenAPI or Swagger document.
var version = regexp.MustCompile(`(?m)^["']?(openapi|swagger)["']?\s*:\s*["']?[23]\.|^\s*\{?\s*"(openapi|swagger)"\s*:\s*"[23]\.|"(openapi|swagger)"\s*:\s*"[23]\.\d`)

// Schemas returns the OpenAPI and Swagger documents below a folder, as slash paths relative to it. Files with typical
// names come first, then those with the shortest paths. It skips folders of dependencies, of test data, and hidden
// ones.
func Schemas(dir string) ([]string, error) {
	var found []string
	looked := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && path == dir:
			return err
		case err != nil:
			return nil // a folder that cannot be read is skipped
		case d.IsDir() && path != dir && skipped(d.Name()):
			return fs.SkipDir
		case !d.Type().IsRegular() || !named(d.Name()):
			return nil
		}
		if looked++; looked > maxFiles {
			return fs.SkipAll
		}
		if isSchema(path) {
			relative, err := filepath.Rel(dir, path)
			if err != nil {
				return err
			}
			found = append(found, filepath.ToSlash(relative))
		}
		return nil
	})
	slices.SortFunc(found, compareSchemas)
	return found, err
}

// skipped reports whether folders of this name are skipped.
func skipped(name string) bool {
	switch name {
	case "vendor", "node_modules", "testdata", "dist":
		return true
	}
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
}

// named reports whether a file with this name may be a schema.
func named(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".yaml", ".yml", ".json":
		return true
	}
	return false
}

// isSchema reports whether a file begins like a schema.
func isSchema(path string) bool {
	info, err := os.Stat(path)
	if err != nil || info.Size() > maxSchemaBytes {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, headBytes)
	n, _ := f.Read(head)
	return version.Match(bytes.TrimPrefix(head[:n], []byte("\ufeff")))
}

func compareSchemas(a, b string) int {
	if x, y := plainName(a), plainName(b); x != y {
		if x {
			return -1
		}
		return 1
	}
	if n := strings.Count(a, "/") - strings.Count(b, "/"); n != 0 {
		return n
	}
	return strings.Compare(a, b)
}

// plainName reports whether a file has a typical name of a schema.
func plainName(path string) bool {
	name := strings.ToLower(path[strings.LastIndexByte(path, '/')+1:])
	return strings.Contains(name, "openapi") || strings.Contains(name, "swagger")
}
