package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/probe"
)

// engine is the module of Evoke, where probe and heuristics are.
const engine = "github.com/evoke-go/evoke"

// workspace copies a module into dir, so that it becomes the main module and
// its own tests can run, next to a module that has nothing but the runtime of
// the probes. A workspace of both gives the copy the runtime without a change
// of its go.mod, its language version or its dependencies.
func (s subject) workspace(ctx context.Context, dir string) (string, error) {
	from, err := download(ctx, s.Module+"@"+s.Version)
	if err != nil {
		return "", err
	}
	to := filepath.Join(dir, folderName(s.Module))
	if err := copyTree(from, to); err != nil {
		return "", fmt.Errorf("copy %s: %w", s.name(), err)
	}
	if err := onlyModule(to, s.Module); err != nil {
		return "", err
	}
	root, err := engineDir(ctx)
	if err != nil {
		return "", err
	}
	folders, err := runtimeFolders(ctx)
	if err != nil {
		return "", err
	}
	for _, name := range folders {
		if err := copyPackage(filepath.Join(root, name), filepath.Join(dir, "evoke", name)); err != nil {
			return "", err
		}
	}
	return to, errors.Join(
		write(filepath.Join(dir, "evoke", "go.mod"), "module "+engine+"\n\ngo 1.26.0\n"),
		write(filepath.Join(dir, "go.work"), "go 1.26.0\n\nuse (\n\t./"+folderName(s.Module)+"\n\t./evoke\n)\n"),
	)
}

// runtimeFolders returns the folders of the runtime and of the functions that stand in
// for others, with those of the packages that they need.
func runtimeFolders(ctx context.Context) ([]string, error) {
	packages := []string{engine + "/probe", engine + "/probe/files", engine + "/probe/inputs", engine + "/probe/opened"}
	for _, row := range probe.Replacements() {
		packages = append(packages, row.With[:strings.LastIndexByte(row.With, '.')])
	}
	slices.Sort(packages)
	out, err := exec.CommandContext(ctx, "go",
		append([]string{"list", "-deps"}, slices.Compact(packages)...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list -deps: %w", err)
	}
	var folders []string
	for path := range strings.Lines(string(out)) {
		if folder, ours := strings.CutPrefix(strings.TrimSpace(path), engine+"/"); ours {
			folders = append(folders, folder)
		}
	}
	return folders, nil
}

// folderName is how a clone of the repository is called; tests look at that.
func folderName(module string) string {
	return path.Base(major.ReplaceAllString(module, ""))
}

// download returns the folder of a module in the module cache.
func download(ctx context.Context, module string) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "mod", "download", "-json", module).Output()
	var got struct{ Dir, Error string }
	if err := json.Unmarshal(out, &got); err == nil && got.Error != "" {
		return "", errors.New(got.Error)
	}
	if err != nil {
		return "", fmt.Errorf("go mod download %s: %w", module, err)
	}
	return got.Dir, nil
}

// engineDir returns the folder of the module of Evoke.
func engineDir(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", engine).Output()
	if err != nil {
		return "", fmt.Errorf("go list -m %s: %w", engine, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// copyTree copies a folder of the module cache; the copies can be written.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), content, 0o644)
	})
}

// copyPackage copies the files of one package without its tests.
func copyPackage(from, to string) error {
	files, err := packageFiles(from)
	if err != nil {
		return err
	}
	for name, content := range files {
		if err := write(filepath.Join(to, name), content); err != nil {
			return err
		}
	}
	return nil
}

// packageFiles returns the Go and assembler files of a folder but its tests.
func packageFiles(dir string) (map[string]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, e := range entries {
		name := e.Name()
		source := strings.HasSuffix(name, ".go") || strings.HasSuffix(name, ".s")
		if !source || strings.HasSuffix(name, "_test.go") {
			continue
		}
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		out[name] = string(content)
	}
	return out, nil
}

var major = regexp.MustCompile(`/v[0-9]+$`)

var replaces = regexp.MustCompile(`(?m)^replace .*=> \.\.?/.*\n`)

// onlyModule makes a go.mod where an old module has none, and drops what
// points to folders that are not part of the module.
func onlyModule(dir, module string) error {
	name := filepath.Join(dir, "go.mod")
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return write(name, "module "+module+"\n\ngo 1.16\n")
	}
	if err != nil {
		return err
	}
	return write(name, replaces.ReplaceAllString(string(text), ""))
}

// write writes a file with the folders above it.
func write(name, content string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(content), 0o644)
}
