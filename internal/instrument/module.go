package instrument

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// modules redirects modules from the module cache, in which the go command accepts no overlay, to other folders.
type modules struct {
	cache    *cache
	tool     *goCommand
	overlay  overlay
	list     *listing
	modfile  string            // the go.mod that the go command uses, if there is no workspace
	tested   map[string]bool   // folders of modules whose tests run, in these folders
	folders  map[string]string // new folder, by the folder in the module cache
	replaces []string          // arguments for go mod edit
}

// place returns the path at which the build finds a file of a package.
func (m *modules) place(ctx context.Context, p *listed, path string) (string, error) {
	if p.Standard || p.Module == nil || !beneath(path, m.tool.vars.GOMODCACHE) {
		return path, nil
	}
	from := p.Module.Dir
	to, ok := m.folders[from]
	if !ok {
		var err error
		if to, err = m.redirect(ctx, p.Module); err != nil {
			return "", err
		}
		m.folders[from] = to
	}
	rel, err := filepath.Rel(from, path)
	return filepath.Join(to, rel), err
}

// redirect moves a module to a folder that exists only in the overlay, or to a copy for tools that run inside of
// folders.
func (m *modules) redirect(ctx context.Context, mod *listedModule) (string, error) {
	if mod.Main {
		return "", fmt.Errorf("%w: %s lies in the module cache, where nothing can be overlaid; copy it elsewhere",
			ErrFlags, mod.Path)
	}
	name, err := filepath.Rel(m.tool.vars.GOMODCACHE, mod.Dir)
	if err != nil {
		return "", fmt.Errorf("module %s: %w", mod.Path, err)
	}
	to := filepath.Join(m.cache.dir, virtualFolder, name)
	if m.needsFolder(mod) {
		// One level, so that the cache can be trimmed by module.
		to = filepath.Join(m.cache.dir, modulesFolder, strings.ReplaceAll(name, string(filepath.Separator), "+"))
		err = copyTree(mod.Dir, to)
	} else {
		err = m.mirror(mod.Dir, to)
	}
	if err != nil {
		return "", err
	}
	m.replaces = append(m.replaces, replacement(mod.Path, mod.Version, to))
	content, err := m.goMod(ctx, mod)
	if err != nil {
		return "", err
	}
	return to, m.overlay.add(m.cache, filepath.Join(to, "go.mod"), content)
}

// needsFolder reports whether a tool other than the compiler reads the module: cgo, the C compiler and the assembler
// run in the folder of the package, and so do tests.
func (m *modules) needsFolder(mod *listedModule) bool {
	if m.tested[mod.Dir] {
		return true
	}
	return slices.ContainsFunc(m.list.packages, func(p *listed) bool {
		return p.Module != nil && p.Module.Dir == mod.Dir && len(p.CgoFiles)+len(p.SFiles)+len(p.SysoFiles) > 0
	})
}

// mirror adds all files of the folder from to the overlay, in the folder to.
func (m *modules) mirror(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		rel, err := filepath.Rel(from, path)
		m.overlay[filepath.Join(to, rel)] = path
		return err
	})
}

// goMod returns the go.mod of a module for its new folder. The go command makes a go.mod for a module without one, and
// its module path has to be the required one, also if the module replaces another one.
func (m *modules) goMod(ctx context.Context, mod *listedModule) ([]byte, error) {
	if mod.Replace != nil && mod.Replace.Path != mod.Path {
		return m.tool.output(ctx, "mod", "edit", "-print", "-module="+mod.Path, mod.GoMod)
	}
	content, err := os.ReadFile(mod.GoMod)
	if err != nil {
		return nil, fmt.Errorf("module %s: %w", mod.Path, err)
	}
	return content, nil
}

// finish makes the main go.mod, or the workspace, lead to the new folders. It returns the go command for the build.
func (m *modules) finish(ctx context.Context) (*goCommand, error) {
	if len(m.replaces) == 0 {
		return m.tool, nil
	}
	if m.tool.vars.GOWORK != "" {
		return workspace(ctx, m.tool, m.cache, m.overlay, m.replaces...)
	}
	args := append([]string{"mod", "edit", "-print"}, m.replaces...)
	content, err := m.tool.output(ctx, append(args, m.overlay.actual(m.modfile))...)
	if err != nil {
		return nil, err
	}
	return m.tool, m.overlay.add(m.cache, m.modfile, bytes.ReplaceAll(content, []byte(atSign), []byte("@")))
}
