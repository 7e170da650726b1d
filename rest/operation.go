package rest

import (
	"mime"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// operation is one operation of the schema, ready for the search. It is shared
// by all its calls and not changed after it was made.
type operation struct {
	index    int
	spec     *openapi.Operation
	template *genotype.Call
	targets  *operationTargets
	// creators are the operations whose answers may name the resources that
	// this one's path needs.
	creators []*operation
	// chooses says that it may create a resource under an id in its path.
	chooses bool
	// needs are the creators by what they make: one group for the path, one for
	// each reference.
	needs [][]*operation
	// siblings may change the state of what the path leads to.
	siblings []*operation
	// chained says that a part of the call may come from an earlier answer.
	chained bool
	// following are the parts that may, as follow has them.
	following uint64
	// references are those outside of the path.
	references []reference
	// makes is the collection that the path's last element is of, "" for none.
	makes string
	// sends and answers are the plain names of what a call sends outside of its
	// path and of what a success answers.
	sends, answers []string
}

func newOperation(index int, spec *openapi.Operation, b *genotype.Builder, r *fitness.Registry) *operation {
	o := &operation{
		index:    index,
		spec:     spec,
		template: b.Call(spec),
		targets:  newOperationTargets(r, spec),
		chained:  strings.Contains(spec.Path, "{"),
	}
	o.following = inPath(o.template)
	if prefixes := collections(spec.Path); len(prefixes) > 0 {
		o.makes = prefixes[0]
	}
	o.sends, o.answers = o.names(), answerNames(spec)
	return o
}

// declared returns the declared response that a status and a content type
// fall under, and its media type; nil where there is none.
func (o *operation) declared(status int, contentType string) (*openapi.Response, *openapi.MediaType) {
	response := responseFor(o.spec, status)
	if response == nil || contentType == "" {
		return response, nil
	}
	kind, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return response, nil
	}
	for _, m := range response.Content {
		if ok, err := path.Match(strings.ToLower(m.Type), kind); ok && err == nil {
			return response, m
		}
	}
	return response, nil
}

// responseFor returns the declared response of a status: the exact one, else
// its range, else the default.
func responseFor(op *openapi.Operation, status int) *openapi.Response {
	code := strconv.Itoa(status)
	for _, want := range []string{code, code[:1] + "XX", "default"} {
		i := slices.IndexFunc(op.Responses, func(r *openapi.Response) bool {
			return strings.EqualFold(r.Status, want)
		})
		if i >= 0 {
			return op.Responses[i]
		}
	}
	return nil
}

// relate finds for each operation those that may create what its path needs:
// a POST whose path is that of the collection, with static segments after it
// at most ("/books" or "/books/create" for "/books/{id}"); where there is none,
// a POST or PUT on the path of one element, whose id the caller chooses, else a
// POST on a collection of the same name elsewhere ("/authors/{id}/books").
func relate(ops []*operation) {
	for _, o := range ops {
		for _, prefix := range collections(o.spec.Path) {
			makers := creators(ops, func(c *operation) bool {
				return c.spec.Method == "POST" && creates(c.spec.Path, prefix)
			})
			if len(makers) == 0 {
				makers = creators(ops, func(c *operation) bool { return c.putsInto(prefix) })
				for _, c := range makers {
					c.chooses = true
				}
			}
			if len(makers) == 0 {
				makers = creators(ops, func(c *operation) bool {
					return c.spec.Method == "POST" && sameNoun(c.spec.Path, prefix)
				})
			}
			for _, c := range makers {
				if c != o {
					o.creators = append(o.creators, c)
				}
			}
		}
		if len(o.creators) > 0 {
			o.needs = [][]*operation{o.creators}
		}
		about := o.spec.Path[:strings.LastIndexByte(o.spec.Path, '}')+1]
		o.siblings = creators(ops, func(c *operation) bool {
			rest, below := strings.CutPrefix(c.spec.Path, about)
			return about != "" && below && (rest == "" || rest[0] == '/') && changes(c.spec.Method)
		})
	}
}

// changes reports whether calls of a method are made for what they change.
func changes(method string) bool { return method == "POST" || method == "PUT" || method == "PATCH" }

// creators returns the operations that satisfy a condition.
func creators(ops []*operation, condition func(*operation) bool) []*operation {
	var out []*operation
	for _, c := range ops {
		if condition(c) {
			out = append(out, c)
		}
	}
	return out
}

// putsInto reports whether an operation writes one element of a collection:
// PUT or POST on "/books/{id}" for "/books".
func (o *operation) putsInto(collection string) bool {
	rest, ok := strings.CutPrefix(o.spec.Path, collection+"/{")
	return ok && strings.IndexByte(rest, '}') == len(rest)-1 && (o.spec.Method == "PUT" || o.spec.Method == "POST")
}

// collections returns the part of a path before each of its parameters, the
// longest first: "/a/{x}/b/{y}" gives "/a/{x}/b" and "/a".
func collections(template string) []string {
	var out []string
	for i := range len(template) {
		if template[i] == '{' && i > 0 && template[i-1] == '/' {
			out = append(out, template[:i-1])
		}
	}
	slices.Reverse(out)
	return out
}

// creates reports whether a POST on a path adds to a collection.
func creates(template, collection string) bool {
	rest, ok := strings.CutPrefix(template, collection)
	return ok && !strings.Contains(rest, "{") && (rest == "" || rest[0] == '/')
}

// sameNoun reports whether two paths end in the same static segment, as
// "/authors/{id}/books" and "/books": most likely two ways to the same elements.
func sameNoun(a, b string) bool {
	noun := path.Base(a)
	return a != b && !strings.Contains(noun, "{") && noun == path.Base(b)
}

// filter keeps the operations that the options ask for.
func filter(ops []*openapi.Operation, o Options) []*openapi.Operation {
	var kept []*openapi.Operation
	for _, op := range ops {
		if len(o.Include) > 0 && !matchesAny(op, o.Include) || matchesAny(op, o.Exclude) {
			continue
		}
		if len(o.Tags) > 0 && !slices.ContainsFunc(op.Tags, func(t string) bool { return slices.Contains(o.Tags, t) }) {
			continue
		}
		kept = append(kept, op)
	}
	return kept
}

func matchesAny(op *openapi.Operation, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		name := p
		if method, path, ok := strings.Cut(p, " "); ok {
			name = strings.ToUpper(method) + " " + path
		}
		return wildcard(name, op.Name()) || wildcard(p, op.Path) || op.ID != "" && wildcard(p, op.ID)
	})
}

// wildcard matches with * for any run of characters, slashes included.
func wildcard(pattern, s string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == s
	}
	s, ok := strings.CutPrefix(s, parts[0])
	if !ok {
		return false
	}
	last := len(parts) - 1
	for _, part := range parts[1:last] {
		_, after, found := strings.Cut(s, part)
		if !found {
			return false
		}
		s = after
	}
	return strings.HasSuffix(s, parts[last])
}
