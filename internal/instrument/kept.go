package instrument

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// kept is what the cache has of one program (or test binary), in whatever state of its sources. It makes the next build
// fast, but is not needed.
type kept struct {
	cache *cache
	key   string
	// Exports are the files of export data, by the surface of their package.
	Exports map[string]string
	// Surfaces are the surfaces of files, by the hash of their content.
	Surfaces map[string]string
	// Failed are the linkers with which the program could not be linked.
	Failed []string
	// Sum is the SHA-256 of the binary.
	Sum string
}

// kept returns what the cache has under a key.
func (c *cache) kept(key string) *kept {
	k := &kept{cache: c, key: key}
	data, err := os.ReadFile(k.path(".json"))
	if err != nil || json.Unmarshal(data, k) != nil {
		return &kept{cache: c, key: key}
	}
	if info, err := os.Stat(k.path(".json")); err == nil {
		used(k.path(".json"), info)
	}
	return k
}

func (k *kept) path(suffix string) string {
	return filepath.Join(k.cache.dir, programsFolder, k.key+suffix)
}

// known reports whether types may be known without compiling.
func (k *kept) known() bool { return len(k.Exports) > 0 }

// learn adds what the next run should know.
func (k *kept) learn(exports, surfaces map[string]string) error {
	if maps.Equal(exports, k.Exports) && maps.Equal(surfaces, k.Surfaces) {
		return nil
	}
	k.Exports, k.Surfaces = exports, surfaces
	return k.write()
}

// avoid adds a linker that failed.
func (k *kept) avoid(linker string) error {
	k.Failed = append(k.Failed, linker)
	return k.write()
}

func (k *kept) write() error {
	data, err := json.Marshal(k)
	if err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	return writeWhole(k.path(".json"), data)
}

// binary is the suffix of binaries in the cache.
const binary = ".exe"

// workshop is a folder in which one process builds a program: other processes may build the same program at the same
// time. At first it has the binary of the last build, which the go command does not link again if nothing has changed.
type workshop struct {
	kept      *kept
	dir, path string
	before    os.FileInfo // of the binary of the last build, nil for none
}

// open makes a workshop.
func (k *kept) open() (*workshop, error) {
	dir, err := os.MkdirTemp(filepath.Join(k.cache.dir, programsFolder), "new-*")
	if err != nil {
		return nil, cacheError(err)
	}
	w := &workshop{kept: k, dir: dir, path: filepath.Join(dir, "program.exe")}
	if k.whole() {
		_ = os.Link(k.path(binary), w.path) // without the link the go command links again
		w.before, _ = os.Lstat(w.path)
	}
	return w, nil
}

// whole reports whether the binary exists and is the one that was kept: no crash left a part of it, and nobody changed
// it. The go command refuses to replace a file that is not a program.
func (k *kept) whole() bool {
	info, err := os.Stat(k.path(binary))
	if err != nil || !info.Mode().IsRegular() || k.Sum == "" {
		return false
	}
	if sum, err := sumOf(k.path(binary)); err != nil || sum != k.Sum {
		return false
	}
	_, err = buildinfo.ReadFile(k.path(binary))
	return err == nil
}

// sumOf returns the SHA-256 of a file.
func sumOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// deliver links or copies the program to out, and keeps it. Nobody writes to either file: the go command replaces a
// binary that it builds anew.
func (w *workshop) deliver(out string) error {
	if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
		return fmt.Errorf("build: %w", err)
	}
	if err := os.Remove(out); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("build: %w", err)
	}
	if os.Link(w.path, out) != nil { // another disk
		if err := copyProgram(w.path, out); err != nil {
			return fmt.Errorf("build: %w", err)
		}
	}
	return w.keep()
}

// keep leaves the program in the cache for the next build.
func (w *workshop) keep() error {
	info, err := os.Stat(w.path)
	if err != nil {
		return cacheError(err)
	}
	linked := w.before == nil || !os.SameFile(w.before, info)
	if linked {
		if w.kept.Sum, err = sumOf(w.path); err != nil {
			return cacheError(err)
		}
	}
	if err := os.Rename(w.path, w.kept.path(binary)); err != nil {
		return cacheError(err)
	}
	w.kept.cache.trimPrograms()
	if !linked {
		return nil
	}
	return w.kept.write()
}

func copyProgram(from, to string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	if err := copyFile(from, to); err != nil {
		return err
	}
	return os.Chmod(to, info.Mode())
}

// close removes the folder of the workshop. A folder that stays is removed when the cache is trimmed.
func (w *workshop) close() { _ = os.RemoveAll(w.dir) }

// keptPrograms is the number of binaries that are kept: those of the last builds.
const keptPrograms = 8

// trimPrograms deletes binaries, which are large. Failures leave them for the
// next time.
func (c *cache) trimPrograms() {
	paths, err := filepath.Glob(filepath.Join(c.dir, programsFolder, "*"+binary))
	if err != nil || len(paths) <= keptPrograms {
		return
	}
	built := map[string]time.Time{}
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil {
			built[path] = info.ModTime()
		}
	}
	slices.SortFunc(paths, func(a, b string) int { return built[b].Compare(built[a]) })
	for _, path := range paths[keptPrograms:] {
		_ = os.Remove(path)
	}
}
