package instrument

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/evoke-go/evoke/internal/instrument/mutate"
	"github.com/evoke-go/evoke/internal/instrument/rewrite"
)

// filesRuntime is the import path of the package that replaces functions of package os that change files.
const filesRuntime = DefaultRuntime + "/files"

// inputsRuntime is the import path of the package that notes what a program reads of requests.
const inputsRuntime = DefaultRuntime + "/inputs"

// openedRuntime is the import path of the package that notes the resources that a program opens.
const openedRuntime = DefaultRuntime + "/opened"

// own is the source of this package and of the packages that rewrite: a remembered file depends on the code that made
// it, and only its source tells two states of that code apart reliably.
//
//go:embed *.go rewrite/*.go mutate/*.go
var own embed.FS

var ownDigest = sync.OnceValues(func() (string, error) {
	var text bytes.Buffer
	for _, pattern := range []string{"*.go", "rewrite/*.go", "mutate/*.go"} {
		names, err := fs.Glob(own, pattern)
		if err != nil {
			return "", err
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			content, err := own.ReadFile(name)
			if err != nil {
				return "", err
			}
			text.Write(content)
		}
	}
	return digest(text.Bytes()), nil
})

// remembered is what the cache knows of a rewritten package: the files of the cache, by the paths that they replace.
type remembered struct {
	Files                  map[string]string
	Statements, Conditions int
	Compared               int            // for a library, see [rewrite.Result]
	Replaced               map[string]int // replaced calls, by the function
	Notes                  []Note
}

// worker rewrites packages, or finds them rewritten in the cache.
type worker struct {
	cache    *cache
	typing   *typing
	runtime  string
	replaced *replacements
	compiled bool // all imports are compiled
	library  bool // the packages are not covered, their comparisons are heard
	overflow bool // see Options
	steps    bool
}

// all returns packages with probes. It rewrites those that have changed.
func (w *worker) all(ctx context.Context, packages []*listed) ([]*remembered, error) {
	all, paths := make([]*remembered, len(packages)), make([]string, len(packages))
	for i, p := range packages {
		key, err := w.key(p)
		if err != nil {
			return nil, err
		}
		paths[i] = filepath.Join(w.cache.dir, packagesFolder, key+".json")
		all[i] = w.recall(paths[i])
		w.typing.whole[p.ImportPath] = all[i] == nil
	}
	if err := w.checkReplacements(); err != nil {
		return nil, err
	}
	for i, p := range packages {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if all[i] != nil {
			continue
		}
		var err error
		if all[i], err = w.rewrite(p); err != nil {
			return nil, err
		}
		data, err := json.Marshal(all[i])
		if err != nil {
			return nil, fmt.Errorf("rewriting %s: %w", p.path(), err)
		}
		if err := writeWhole(paths[i], data); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// checkReplacements checks the user's rows. It has packages compiled first whose types are not known.
func (w *worker) checkReplacements() error {
	w.typing.lacks = false
	err := w.replaced.check(w.typing)
	if !w.compiled && w.typing.lacks {
		return errUncompiled
	}
	return err
}

func (w *worker) key(p *listed) (string, error) {
	text, err := ownDigest()
	if err != nil {
		return "", fmt.Errorf("rewriting %s: %w", p.path(), err)
	}
	replaced := fmt.Sprint(w.replaced.of(p)) // maps print in order
	parts := []string{w.typing.prints.whole(p), w.typing.version(p), w.runtime, text, runtime.Version(), replaced,
		strconv.FormatBool(w.library), strconv.FormatBool(w.overflow), strconv.FormatBool(w.steps)}
	return digest([]byte(strings.Join(parts, "\n"))), nil
}

// recall reads what was remembered under a path. It returns nil if nothing was, or if a file was trimmed.
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

// rewrite puts probes into a package. A problem of a single package becomes a note; errors are those of the cache. As
// long as not all imports are compiled, the problem may be in the code itself, which the go command reports best.
func (w *worker) rewrite(p *listed) (*remembered, error) {
	s, err := w.typing.source(p, p.ForTest)
	if !w.compiled && (err != nil || w.typing.lacks) {
		return nil, errUncompiled
	}
	if err != nil {
		return &remembered{Notes: []Note{{p.path(), firstLine(err)}}}, nil
	}
	var made *rewrite.Result
	if w.runtime == mutate.Runtime {
		made = mutate.Probed(s, p.Dir, rewrite.Options{Runtime: DefaultRuntime, Files: filesRuntime}, w.typing.again(p))
	} else {
		o := rewrite.Options{Runtime: w.runtime, Replaced: w.replaced.of(p), Library: w.library}
		if w.runtime == DefaultRuntime && !w.library {
			o.Steps, o.Overflow = w.steps, w.overflow && !p.Standard
			o.Files, o.Inputs, o.Opened = filesRuntime, inputsRuntime, openedRuntime
		}
		made = rewrite.Rewrite(s, o)
	}
	if !w.compiled && w.typing.lacks {
		return nil, errUncompiled
	}
	r := &remembered{Files: map[string]string{}, Statements: made.Statements, Conditions: made.Conditions,
		Compared: made.Compared, Replaced: made.Replaced}
	if w.library && made.Texts+made.Stops == 0 {
		return &remembered{}, nil
	}
	for _, n := range made.Notes {
		r.Notes = append(r.Notes, Note(n))
	}
	files := overlay(r.Files)
	for path, content := range made.Files {
		if err := files.add(w.cache, path, content); err != nil {
			return nil, err
		}
	}
	if len(made.Extra) > 0 {
		return r, files.add(w.cache, filepath.Join(p.Dir, rewrite.ExtraFile), made.Extra)
	}
	return r, nil
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}
