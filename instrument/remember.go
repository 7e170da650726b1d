package instrument

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// own is the text of this package: the rewriter that made a file is part of
// what a remembered file depends on, and nothing else tells two states of it
// apart reliably.
//
//go:embed *.go
var own embed.FS

var ownDigest = sync.OnceValues(func() (string, error) {
	entries, err := own.ReadDir(".")
	if err != nil {
		return "", err
	}
	var text bytes.Buffer
	for _, entry := range entries {
		if strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		content, err := own.ReadFile(entry.Name())
		if err != nil {
			return "", err
		}
		text.Write(content)
	}
	return digest(text.Bytes()), nil
})

// remembered is what the cache knows of a rewritten package: the files of the
// cache by the paths they stand in for.
type remembered struct {
	Files                  map[string]string
	Statements, Conditions int
	Notes                  []Note
}

// worker rewrites packages, or finds them rewritten.
type worker struct {
	cache   *cache
	typing  *typing
	runtime string
}

// rewritten returns a package with probes. A compiled package's export data
// lies in a file named by a hash of all that went into it, so an equal name
// means equal sources.
func (w *worker) rewritten(p *listed) (*remembered, error) {
	key, err := w.key(p)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(w.cache.dir, packagesFolder, key+".json")
	if r := w.recall(path); r != nil {
		return r, nil
	}
	r, err := w.rewrite(p)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("rewriting %s: %w", p.path(), err)
	}
	return r, writeWhole(path, data)
}

func (w *worker) key(p *listed) (string, error) {
	text, err := ownDigest()
	if err != nil {
		return "", fmt.Errorf("rewriting %s: %w", p.path(), err)
	}
	parts := append(p.files(), p.path(), w.typing.version(p), w.runtime, p.Export, text, runtime.Version())
	return digest([]byte(strings.Join(parts, "\n"))), nil
}

// recall reads what was remembered under a path, nil if there is nothing or
// something was trimmed.
func (w *worker) recall(path string) *remembered {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	r := new(remembered)
	if json.Unmarshal(data, r) != nil {
		return nil
	}
	for _, file := range r.Files {
		info, err := os.Stat(file)
		if err != nil {
			return nil
		}
		used(file, info)
	}
	if info, err := os.Stat(path); err == nil {
		used(path, info)
	}
	return r
}

// rewrite puts probes into a package. What is wrong with a single package is a
// note; errors are those of the cache.
func (w *worker) rewrite(p *listed) (*remembered, error) {
	s, err := w.typing.source(p)
	if err != nil {
		return &remembered{Notes: []Note{{p.path(), firstLine(err)}}}, nil
	}
	made := rewrite(s, w.runtime)
	r := &remembered{Files: map[string]string{}, Statements: made.statements, Conditions: made.conditions, Notes: made.notes}
	files := overlay(r.Files)
	for path, content := range made.files {
		if err := files.add(w.cache, path, content); err != nil {
			return nil, err
		}
	}
	if len(made.extra) > 0 {
		return r, files.add(w.cache, filepath.Join(p.Dir, extraFile), made.extra)
	}
	return r, nil
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}
