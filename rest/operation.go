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
