package openapi

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// files are the root document and the files that it refers to. It resolves references between them.
type files struct {
	*notes
	// fetch returns the bytes of another file.
	fetch  func(place) ([]byte, error)
	root   *source
	loaded map[string]loaded
	meter  *meter
	broken map[string]bool // references with a warning
	// refused is the message about the first reference that leads out of the fence.
	refused string
}

// loaded is a file, or the error of reading it.
type loaded struct {
	source *source
	err    error
}

func newFiles(fetch func(place) ([]byte, error), p place, root *node, m *meter) *files {
	f := &files{
		notes:  &notes{warned: map[Warning]bool{}},
		fetch:  fetch,
		root:   &source{place: p, root: root, meter: m},
		loaded: map[string]loaded{},
		meter:  m,
		broken: map[string]bool{},
	}
	// Other files may refer to the root.
	if p.url != nil {
		f.loaded[plainURL(p.url)] = loaded{source: f.root}
	} else if p.name != "" {
		f.loaded[p.name] = loaded{source: f.root}
	}
	return f
}

// top returns the root of the root document.
func (f *files) top() at { return at{f.root.root, f.root} }

// open returns the file in the part of a reference before the "#".
func (f *files) open(location string, from *source) (*source, error) {
	if location == "" {
		return from, nil
	}
	p, key, err := from.resolve(location)
	if err != nil {
		return nil, err
	}
	if s, ok := f.loaded[key]; ok {
		return s.source, s.err
	}
	s, err := f.load(p, key)
	f.loaded[key] = loaded{s, err}
	return s, err
}

func (f *files) load(p place, key string) (*source, error) {
	data, err := f.fetch(p)
	if errors.Is(err, fs.ErrNotExist) {
		// Without the folder, which differs between machines.
		return nil, fmt.Errorf("there is no file %s", key)
	}
	if err != nil {
		return nil, err
	}
	root, err := parse(data, f.meter)
	if err != nil {
		return nil, err
	}
	f.meter.left += len(data)
	return &source{place: p, label: key, root: root, meter: f.meter}, nil
}

// ref returns the "$ref" of a mapping, if it has one.
func (a at) ref() (string, bool) {
	if !a.isMap() {
		return "", false
	}
	v := a.get("$ref")
	return v.text(), v.isString()
}

// follow resolves one reference. The returned name is the same for all spellings of references to the same place.
func (f *files) follow(text string, from *source) (target at, name string, err error) {
	location, fragment, _ := strings.Cut(text, "#")
	file, err := f.open(location, from)
	if err != nil {
		return at{}, "", err
	}
	n := file.find(fragment)
	if n == nil {
		return at{}, "", fmt.Errorf("there is no such place")
	}
	return at{n, file}, file.label + "#" + fragment, nil
}

// deref follows references to a place that is no reference. If it cannot, it warns, calling the place what, and returns
// a place that is not ok.
func (f *files) deref(a at, what string) at {
	start := a
	var seen map[*node]bool
	for {
		text, ok := a.ref()
		if !ok {
			return a
		}
		if seen[a.node] {
			f.warn("%s: the reference %s only leads to itself", what, text)
			return at{file: start.file}
		}
		if seen == nil {
			seen = map[*node]bool{}
		}
		seen[a.node] = true
		next, _, err := f.follow(text, a.file)
		if err != nil {
			f.warnRef(text, a.file, err)
			return at{file: start.file}
		}
		a = next
	}
}

// warnRef warns of a broken reference, once even if the document uses it often.
func (f *files) warnRef(text string, from *source, err error) {
	key := from.label + " " + text
	if f.broken[key] {
		return
	}
	f.broken[key] = true
	var refused *refusal
	if errors.As(err, &refused) {
		reason := fmt.Sprintf("the reference %s is refused: %s", text, oneLine(err.Error()))
		f.refused = cmp.Or(f.refused, reason)
		f.warn("%s", reason)
		return
	}
	f.warn("the reference %s cannot be resolved: %s", text, oneLine(err.Error()))
}
