package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// snapshot copies the source of the project, so that all runs of an experiment
// are made of one state: a white-box search builds its program again, and
// somebody may work on the source meanwhile. Its folder is named by what is in
// it and stays for some days, so that the next experiment on the same state
// finds its packages compiled.
func snapshot(root string) (dir, digest string, err error) {
	files, err := sources(root)
	if err != nil {
		return "", "", fmt.Errorf("copy of the source: %w", err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	cache = filepath.Join(cache, "evoke-experiment")
	digest = digestOf(files)
	dir = filepath.Join(cache, digest)
	if now := time.Now(); os.Chtimes(dir, now, now) == nil {
		return dir, digest, nil
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", "", fmt.Errorf("copy of the source: %w", err)
	}
	forget(cache)
	if err := writeTree(files, cache, dir); err != nil {
		return "", "", fmt.Errorf("copy of the source: %w", err)
	}
	return dir, digest, nil
}

// sources reads all files of the project but those that no program is built of:
// hidden ones, results of experiments and what runs write.
func sources(root string) (map[string][]byte, error) {
	files := map[string][]byte{}
	results := filepath.Join("bench", "results")
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		hidden := inside != "." && strings.HasPrefix(e.Name(), ".")
		switch {
		case e.IsDir() && (hidden || inside == results || strings.HasPrefix(e.Name(), "evoke-")):
			return fs.SkipDir
		case hidden || !e.Type().IsRegular():
			return nil
		}
		files[inside], err = os.ReadFile(path)
		return err
	})
	return files, err
}

func digestOf(files map[string][]byte) string {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		sum := sha256.Sum256(files[name])
		fmt.Fprintf(h, "%q %x\n", filepath.ToSlash(name), sum)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// writeTree writes files into a folder that appears as a whole.
func writeTree(files map[string][]byte, cache, dir string) error {
	part, err := os.MkdirTemp(cache, "part-")
	if err != nil {
		return err
	}
	for name, content := range files {
		path := filepath.Join(part, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, content, 0o644)); err != nil {
			return errors.Join(err, os.RemoveAll(part))
		}
	}
	if err := os.Rename(part, dir); err != nil {
		_ = os.RemoveAll(part)
		if _, there := os.Stat(dir); there != nil { // else another experiment was faster
			return err
		}
	}
	return nil
}

// keptFor is how long a copy stays after its last use.
const keptFor = 3 * 24 * time.Hour

// forget removes the copies that were not used for long. What cannot be removed
// now may be removed next time.
func forget(cache string) {
	entries, _ := os.ReadDir(cache)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > keptFor {
			_ = os.RemoveAll(filepath.Join(cache, e.Name()))
		}
	}
}
