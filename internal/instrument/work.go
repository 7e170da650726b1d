package instrument

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/version"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// workspace makes a go.work in the cache from the user's one, changed by arguments of go work edit, and returns the go
// command that uses it.
func workspace(ctx context.Context, c *goCommand, store *cache, o overlay, edits ...string) (*goCommand, error) {
	from := c.vars.GOWORK
	out, err := c.output(ctx, "work", "edit", "-json", o.actual(from))
	if err != nil {
		return nil, err
	}
	var file struct {
		Use     []struct{ DiskPath string }
		Replace []struct {
			Old, New struct{ Path, Version string }
		}
	}
	if err := json.Unmarshal(out, &file); err != nil {
		return nil, fmt.Errorf("go work edit: %w", err)
	}
	args := []string{"work", "edit", "-print"}
	for _, use := range file.Use {
		args = append(args, "-dropuse="+use.DiskPath,
			"-use="+inDir(filepath.Dir(from), filepath.FromSlash(use.DiskPath)))
	}
	for _, r := range file.Replace {
		if r.New.Version == "" {
			args = append(args,
				replacement(r.Old.Path, r.Old.Version, inDir(filepath.Dir(from), filepath.FromSlash(r.New.Path))))
		}
	}
	content, err := c.output(ctx, append(append(args, edits...), o.actual(from))...)
	if err != nil {
		return nil, err
	}
	sums, err := os.ReadFile(o.actual(strings.TrimSuffix(from, ".work") + ".work.sum"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("workspace: %w", err)
	}
	return useWorkspace(c, store, bytes.ReplaceAll(content, []byte(atSign), []byte("@")), sums)
}

// atSign stands for @ in the arguments of go work edit, which would take the text after @ for a version. In the file
// itself @ is allowed.
const atSign = "--at--"

// replacement returns the argument that replaces a module by a folder.
func replacement(path, release, folder string) string {
	if release != "" {
		path += "@" + release
	}
	return "-replace=" + path + "=" + strings.ReplaceAll(folder, "@", atSign)
}

// useWorkspace stores a go.work and its go.work.sum, and returns the go command that uses them.
func useWorkspace(c *goCommand, store *cache, content, sums []byte) (*goCommand, error) {
	dir := filepath.Join(store.dir, workFolder, digest(content, sums))
	path := filepath.Join(dir, "go.work")
	if info, err := os.Stat(path); err == nil {
		if folder, err := os.Stat(dir); err == nil {
			used(dir, folder)
		}
		used(path, info)
	} else if err := writeWorkspace(dir, content, sums); err != nil {
		return nil, err
	}
	changed := c.with("GOWORK", path)
	changed.vars.GOWORK = path
	return changed, nil
}

func writeWorkspace(dir string, content, sums []byte) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return cacheError(err)
	}
	if len(sums) > 0 {
		if err := writeWhole(filepath.Join(dir, "go.work.sum"), sums); err != nil {
			return err
		}
	}
	return writeWhole(filepath.Join(dir, "go.work"), content)
}

// joined returns a go command whose modules include the one in the folder engine: with the user's workspace and the
// engine, or with a new workspace of the user's module and the engine.
func joined(
	ctx context.Context, c *goCommand, store *cache, o overlay, s *settings, engine string,
) (*goCommand, error) {
	if s.modfile != "" {
		return nil, fmt.Errorf("%w: -modfile=%s: a module that does not require the engine's cannot have it "+
			"with -modfile", ErrFlags, s.modfile)
	}
	needs, err := readMod(ctx, c, filepath.Join(engine, "go.mod"))
	if err != nil {
		return nil, err
	}
	if c.vars.GOWORK != "" {
		var file modFile
		out, err := c.output(ctx, "work", "edit", "-json", o.actual(c.vars.GOWORK))
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(out, &file); err != nil {
			return nil, fmt.Errorf("go work edit: %w", err)
		}
		return workspace(ctx, c, store, o, "-go="+later(file.Go, needs.Go), "-use="+engine)
	}
	user, err := readMod(ctx, c, o.actual(c.vars.GOMOD))
	if err != nil {
		return nil, err
	}
	text := fmt.Sprintf("go %s\n\n%s\nuse (\n\t%q\n\t%q\n)\n", later(user.Go, needs.Go), user.settings(),
		filepath.Dir(c.vars.GOMOD), engine)
	return useWorkspace(c, store, []byte(text), nil)
}

// modFile is a go.mod in the output of go mod edit -json.
type modFile struct {
	Go      string
	Require []required
	Godebug []struct{ Key, Value string }
}

// required is a module that a go.mod requires.
type required struct{ Path, Version string }

func readMod(ctx context.Context, c *goCommand, path string) (*modFile, error) {
	out, err := c.output(ctx, "mod", "edit", "-json", path)
	if err != nil {
		return nil, err
	}
	file := new(modFile)
	if err := json.Unmarshal(out, file); err != nil {
		return nil, fmt.Errorf("go mod edit: %w", err)
	}
	return file, nil
}

// settings returns the lines that keep the behaviour of the standard library that the module's Go version asks for. In
// a workspace the version in go.work would count.
func (m *modFile) settings() string {
	var text strings.Builder
	for _, setting := range m.Godebug {
		fmt.Fprintf(&text, "godebug %s=%s\n", setting.Key, setting.Value)
	}
	return text.String() + m.defaults("")
}

// defaults returns the line that keeps the behaviour of a Go version if another version counts, "" for none.
func (m *modFile) defaults(release string) string {
	for _, setting := range m.Godebug {
		if setting.Key == "default" {
			return ""
		}
	}
	if m.Go == release {
		return ""
	}
	return fmt.Sprintf("godebug default=%s\n", "go"+later(strings.TrimPrefix(version.Lang("go"+m.Go), "go"), "1.20"))
}

// later returns the later of two versions of Go without "go" before them.
func later(a, b string) string {
	if version.Compare("go"+a, "go"+b) < 0 {
		return b
	}
	return a
}
