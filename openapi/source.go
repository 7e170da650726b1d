package openapi

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/value"
)

// place is the place from which a document was read, and where its relative references start.
type place struct {
	url  *url.URL // set for documents from the network
	dir  string   // otherwise the folder of the root document; "" if unknown
	name string   // the slash path of a file relative to dir; "" for bytes
}

// source is one file that was read.
type source struct {
	place
	// label is the name of the file in messages and in Schema.Ref; "" for the root.
	label   string
	root    *node
	meter   *meter
	anchors map[string]*node // by $anchor; collected at the first search
	found   map[string]*node // by fragment; a cache, because most fragments are searched often
	indices map[*node]map[string]*node
}

// resolve returns the place of a location relative to this file, and a canonical name for it.
func (s *source) resolve(location string) (place, string, error) {
	u, err := url.Parse(location)
	switch {
	case err != nil:
		return place{}, "", errors.New("it is not a valid reference")
	case isRemote(location):
		return place{url: u}, plainURL(u), nil
	case s.url != nil:
		u = s.url.ResolveReference(u)
		if !isRemote(u.String()) {
			return place{}, "", fmt.Errorf("the scheme %q is not supported", u.Scheme)
		}
		return place{url: u}, plainURL(u), nil
	case u.Scheme != "" && len(u.Scheme) > 1:
		return place{}, "", fmt.Errorf("the scheme %q is not supported", u.Scheme)
	case s.dir == "":
		return place{}, "", errors.New("the document has no folder to look in")
	}
	name := path.Join(path.Dir(s.name), filepath.ToSlash(u.Path))
	if path.IsAbs(u.Path) {
		return place{dir: path.Dir(u.Path), name: path.Base(u.Path)}, u.Path, nil
	}
	return place{dir: s.dir, name: name}, name, nil
}

// find returns the node of a fragment: a JSON pointer, an anchor, or "" for the whole file. It returns nil if there is
// none.
func (s *source) find(fragment string) *node {
	n, ok := s.found[fragment]
	if !ok {
		n = s.search(fragment)
		if s.found == nil {
			s.found = map[string]*node{}
		}
		s.found[fragment] = n
	}
	return n
}

func (s *source) search(fragment string) *node {
	if decoded, err := url.PathUnescape(fragment); err == nil {
		fragment = decoded
	}
	if fragment == "" || fragment == "/" {
		return s.root
	}
	if !strings.HasPrefix(fragment, "/") {
		return s.anchor(fragment)
	}
	a := at{s.root, s}
	for _, token := range value.Steps(fragment) {
		a = a.child(token)
		if a.node == nil {
			return nil
		}
	}
	return a.node
}

// child returns a member of a mapping or an element of a list.
func (a at) child(token string) at {
	if !a.isList() {
		return a.lookup(token)
	}
	i, err := strconv.Atoi(token)
	if err != nil || i < 0 || i >= len(a.node.Content) {
		return at{file: a.file}
	}
	return at{a.node.Content[i], a.file}
}

// large is the size from which a mapping gets an index. Many documents have thousands of references into a mapping of
// thousands of schemas.
const large = 32

// lookup is get with an index for large mappings.
func (a at) lookup(key string) at {
	if !a.isMap() || len(a.node.Content) < large {
		return a.get(key)
	}
	index, ok := a.file.indices[a.node]
	if !ok {
		index = make(map[string]*node, len(a.node.Content)/2)
		for k, v := range a.members() {
			if _, again := index[k]; !again {
				index[k] = v.node
			}
		}
		if a.file.indices == nil {
			a.file.indices = map[*node]map[string]*node{}
		}
		a.file.indices[a.node] = index
	}
	return at{index[key], a.file}
}

func (s *source) anchor(name string) *node {
	if s.anchors == nil {
		s.anchors = map[string]*node{}
		collectAnchors(s.root, s.anchors, map[*node]bool{}, 0)
	}
	return s.anchors[name]
}

// collectAnchors visits each node once, because aliases make the tree a graph.
func collectAnchors(n *node, all map[string]*node, seen map[*node]bool, depth int) {
	if n == nil || depth > maxDepth || len(n.Content) == 0 || seen[n] {
		return
	}
	seen[n] = true
	for i, c := range n.Content {
		isKey := n.Kind == mapping && i%2 == 0
		if isKey && c.Value == "$anchor" && i+1 < len(n.Content) {
			if name := n.Content[i+1].Value; all[name] == nil {
				all[name] = n
			}
		}
		if !isKey {
			collectAnchors(c, all, seen, depth+1)
		}
	}
}

// plainURL returns a URL without credentials, for messages and files.
func plainURL(u *url.URL) string {
	plain := *u
	plain.User = nil
	return plain.String()
}

func isRemote(location string) bool {
	l := strings.ToLower(location)
	return strings.HasPrefix(l, "http://") || strings.HasPrefix(l, "https://")
}
