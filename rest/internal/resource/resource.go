package resource

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
)

// Resource is what one path of a schema leads to.
type Resource struct {
	Index int // among all resources
	Path  string

	ops       []*api.Operation
	templates []*Template // those that apply
}

// Resources are those of an API in the order of their first operations.
type Resources struct {
	All    []*Resource
	byPath map[string]*Resource
}

// Of finds the resources of operations, and the templates that apply to each.
func Of(ops []*api.Operation) *Resources {
	all := &Resources{byPath: map[string]*Resource{}}
	for _, op := range ops {
		r := all.byPath[op.Spec.Path]
		if r == nil {
			r = &Resource{Index: len(all.All), Path: op.Spec.Path}
			all.byPath[r.Path] = r
			all.All = append(all.All, r)
		}
		r.ops = append(r.ops, op)
	}
	for _, r := range all.All {
		r.templates = all.applicable(r)
	}
	return all
}

// by returns the operation of the resource with a method such as POST, nil for none.
func (r *Resource) by(method string) *api.Operation {
	i := slices.IndexFunc(r.ops, func(op *api.Operation) bool { return op.Spec.Method == method })
	if i < 0 {
		return nil
	}
	return r.ops[i]
}

// dependent reports whether calls on the resource may have an effect on calls on other resources: one of its templates
// is not independent.
func (r *Resource) dependent() bool {
	return slices.ContainsFunc(r.templates, func(t *Template) bool { return !t.Independent })
}

// count returns the number of templates that apply, and the number of those that are not independent.
func (r *Resource) count() (all, dependent int) {
	for _, t := range r.templates {
		if !t.Independent {
			dependent++
		}
	}
	return len(r.templates), dependent
}

// putRate is the share of creations by PUT where a POST could do it as well
// (Zhang 2021, Table 1).
const putRate = 0.2

// creator returns the operation that creates a resource: a POST on it or on its
// closest ancestor that has one, or a PUT on the resource or that ancestor. It
// returns nil if there is none.
func (all *Resources) creator(r *rand.Rand, path string) *api.Operation {
	for at := path; at != ""; at = parent(at) {
		found := all.byPath[at]
		if found == nil {
			continue
		}
		post, put := found.by("POST"), found.by("PUT")
		if above := all.byPath[parent(at)]; post == nil && put != nil && above != nil {
			post = above.by("POST") // PUT /things/{id} beside POST /things
		}
		switch {
		case post == nil && put == nil:
		case post == nil || put != nil && r.Float64() < putRate:
			return put
		default:
			return post
		}
	}
	return nil
}

// creates reports whether something creates the resource of a path.
func (all *Resources) creates(path string) bool {
	for at := path; at != ""; at = parent(at) {
		if found := all.byPath[at]; found != nil && (found.by("POST") != nil || found.by("PUT") != nil) {
			return true
		}
	}
	return false
}

// creating returns the calls that create the resource of a path, those that its
// creator needs first (Arcuri 2019, Section 5.2.6).
func (all *Resources) creating(r *rand.Rand, path string) []*api.Operation {
	var chain []*api.Operation
	for path != "" && len(chain) < maxChain {
		op := all.creator(r, path)
		if op == nil {
			break
		}
		chain = append(chain, op)
		path = needs(op.Spec.Path)
	}
	slices.Reverse(chain)
	return chain
}

// maxChain bounds the creations of one another that a call needs.
const maxChain = 8

// needs returns the path of the resource that has to be there before a resource
// can be created at a path: all up to its last parameter, but for one at the end,
// which the creation itself chooses. It returns "" for none.
func needs(path string) string {
	if strings.HasSuffix(path, "}") {
		path = parent(path)
	}
	return path[:strings.LastIndexByte(path, '}')+1]
}

// parent returns a path without its last segment, "" for none.
func parent(path string) string {
	return path[:max(0, strings.LastIndexByte(path, '/'))]
}
