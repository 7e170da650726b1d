package openapi

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"
)

// ref returns the text of the "$ref" of a mapping, if it is one.
func (a at) ref() (string, bool) {
	if !a.isMap() {
		return "", false
	}
	v := a.get("$ref")
	return v.text(), v.isString()
}

// follow takes one step along a reference. The name is the same for every
// spelling of a reference to the same place.
func (r *reader) follow(text string, from *source) (target at, name string, err error) {
	location, fragment, _ := strings.Cut(text, "#")
	file, err := r.open(location, from)
	if err != nil {
		return at{}, "", err
	}
	n := unwrap(file.find(fragment))
	if n == nil {
		return at{}, "", fmt.Errorf("there is no such place")
	}
	return at{n, file}, file.label + "#" + fragment, nil
}

// deref follows references until something else comes. Where that fails, it
// warns and returns a place that is not ok. What names the sort of thing.
func (r *reader) deref(a at, what string) at {
	start := a
	var seen map[*yaml.Node]bool
	for {
		text, ok := a.ref()
		if !ok {
			return a
		}
		if seen[a.node] {
			r.warn("%s: the reference %s only leads to itself", what, text)
			return at{file: start.file}
		}
		if seen == nil {
			seen = map[*yaml.Node]bool{}
		}
		seen[a.node] = true
		next, _, err := r.follow(text, a.file)
		if err != nil {
			r.warnRef(text, a.file, err)
			return at{file: start.file}
		}
		a = next
	}
}

// warnRef reports a broken reference, once however often it is used.
func (r *reader) warnRef(text string, from *source, err error) {
	key := from.label + " " + text
	if r.broken[key] {
		return
	}
	r.broken[key] = true
	r.warn("the reference %s cannot be resolved: %s", text, oneLine(err.Error()))
}
