package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// object is a page of the study.
type object struct {
	Name string `json:"-"`
	// Is says what it is, and who wrote it.
	Is string `json:"is"`
	// Page is the address of the page on its site. Default: "/".
	Page string `json:"page"`
	// Study are patterns for the paths of the scripts that count. All others are libraries.
	Study []string `json:"study"`
	// Needs are files that fetch.sh brings.
	Needs []string `json:"needs"`

	site fs.FS
}

// objectsIn returns the objects of a folder, those with some names alone if there are any.
func objectsIn(dir, fetched string, names []string) (out []object, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if len(names) > 0 && !slices.Contains(names, e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name(), "object.json"))
		if err != nil {
			return nil, err
		}
		o := object{Name: e.Name(), Page: "/"}
		if err := json.Unmarshal(text, &o); err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name(), err)
		}
		own, theirs := os.DirFS(filepath.Join(dir, o.Name)), os.DirFS(filepath.Join(fetched, o.Name))
		o.site = layers{own, theirs}
		out = append(out, o)
	}
	if len(out) < len(names) {
		return nil, fmt.Errorf("%s has only %d of the objects %s", dir, len(out), strings.Join(names, ", "))
	}
	return out, nil
}

// lacks is the first file that the object needs and that is not there, "" for none.
func (o *object) lacks() string {
	for _, name := range o.Needs {
		if _, err := fs.Stat(o.site, name); err != nil {
			return name
		}
	}
	return ""
}

// counts reports whether the script at a path of the site is one of those under study.
func (o *object) counts(at string) bool {
	return slices.ContainsFunc(o.Study, func(pattern string) bool {
		is, _ := path.Match(pattern, strings.TrimPrefix(at, "/"))
		return is
	})
}

// layers are file systems that lie upon each other: the first one that has a file gives it.
type layers []fs.FS

// Open implements [fs.FS].
func (l layers) Open(name string) (f fs.File, err error) {
	for _, layer := range l {
		if f, err = layer.Open(name); err == nil {
			return f, nil
		}
	}
	return nil, err
}
