package resource

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
)

// Resource has the operations of one path of a schema.
type Resource struct {
	Index int // index in Resources.All
	Path  string

	ops       []*api.Operation
	templates []*Template // templates that apply to the resource
}

// Resources has the resources of an API, in the order of their first operations.
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
		r.templates = all.templatesFor(r)
	}
	return all
}

// operationWith returns the operation of the resource with a method such as "POST", nil for none.
func (r *Resource) operationWith(method string) *api.Operation {
	i := slices.IndexFunc(r.ops, func(op *api.Operation) bool { return op.Spec.Method == method })
	if i < 0 {
		return nil
	}
	return r.ops[i]
}

// mayHaveDependents reports whether calls on the resource may have an effect on calls on other resources: at least one
// of its templates is not independent.
func (r *Resource) mayHaveDependents() bool {
	return slices.ContainsFunc(r.templates, func(t *Template) bool { return !t.Independent })
}

// countTemplates returns the number of templates that apply, and how many of them are not independent.
func (r *Resource) countTemplates() (all, dependent int) {
	for _, t := range r.templates {
		if !t.Independent {
			dependent++
		}
	}
	return len(r.templates), dependent
}

// putRate is the share of creations by PUT if a POST can create the resource as well (Zhang 2021, Table 1).
const putRate = 0.2

// creatorsOf returns the POST and the PUT that create the resource of a path, nil for none. They are operations of the
// resource itself, or else of the closest ancestor with a POST or a PUT.
func (all *Resources) creatorsOf(path string) (post, put *api.Operation) {
	for at := path; at != "" && post == nil && put == nil; at = parentPath(at) {
		found := all.byPath[at]
		if found == nil {
			continue
		}
		post, put = found.operationWith("POST"), found.operationWith("PUT")
		if above := all.byPath[parentPath(at)]; post == nil && put != nil && above != nil {
			post = above.operationWith("POST") // PUT /things/{id} beside POST /things
		}
	}
	return post, put
}

// isCreatable reports whether an operation creates the resource of a path.
func (all *Resources) isCreatable(path string) bool {
	post, put := all.creatorsOf(path)
	return post != nil || put != nil
}

// creationSteps returns the calls that create the resource of a path. The calls that a creator needs come before it
// (Arcuri 2019, Section 5.2.6).
func (all *Resources) creationSteps(r *rand.Rand, path string) []Step {
	var chain []Step
	for path != "" && len(chain) < maxChain {
		op, put := all.creatorsOf(path)
		if op == nil || put != nil && r.Float64() < putRate {
			op = put
		}
		if op == nil {
			break
		}
		chain = append(chain, Step{op, true})
		path = neededPath(op.Spec.Path)
	}
	slices.Reverse(chain)
	return chain
}

// maxChain bounds the calls that create a resource.
const maxChain = 8

// neededPath returns the path of the resource that has to exist before a call can create a resource at a path: the path
// up to its last parameter. A parameter at the end does not count, because the creation itself chooses it. needs
// returns "" for none.
func neededPath(path string) string {
	if strings.HasSuffix(path, "}") {
		path = parentPath(path)
	}
	return path[:strings.LastIndexByte(path, '}')+1]
}

// parentPath returns a path without its last segment, "" for none.
func parentPath(path string) string {
	return path[:max(0, strings.LastIndexByte(path, '/'))]
}
