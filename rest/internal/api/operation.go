package api

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

// Operation is one operation of the schema, ready for the search. It is shared
// by all its calls and not changed after it was made.
type Operation struct {
	Index    int
	Spec     *openapi.Operation
	Template *genotype.Call
	Targets  *operationTargets
	// Creators are the operations whose answers may name the resources that
	// this one's path needs.
	Creators []*Operation
	// Chooses says that it may create a resource under an id in its path.
	Chooses bool
	// Needs are the creators by what they make: one group for the path, one for
	// each reference.
	Needs [][]*Operation
	// Siblings may change the state of what the path leads to.
	Siblings []*Operation
	// Chained says that a part of the call may come from an earlier answer.
	Chained bool
	// Following are the parts that may, as follow has them.
	Following uint64
	// References are those outside of the path.
	References []Reference
	// Makes is the collection that the path's last element is of, "" for none.
	Makes string
	// Links are what the schema declares about it and others.
	Links Links
	vocabulary
}

// vocabulary are the plain names of what a call sends outside of its path and of
// what a success answers.
type vocabulary struct{ Sends, answers []string }

func newOperation(index int, spec *openapi.Operation, b *genotype.Builder, r *fitness.Registry) *Operation {
	o := &Operation{
		Index:    index,
		Spec:     spec,
		Template: b.Call(spec),
		Targets:  newOperationTargets(r, spec),
		Chained:  strings.Contains(spec.Path, "{"),
	}
	o.Following = inPath(o.Template)
	if prefixes := collections(spec.Path); len(prefixes) > 0 {
		o.Makes = prefixes[0]
	}
	o.Sends, o.answers = o.names(), answerNames(spec)
	return o
}

// Declared returns the declared response that a status and a content type
// fall under, and its media type; nil where there is none.
func (o *Operation) Declared(status int, contentType string) (*openapi.Response, *openapi.MediaType) {
	response := responseFor(o.Spec, status)
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
func relate(ops []*Operation) {
	for _, o := range ops {
		for _, prefix := range collections(o.Spec.Path) {
			makers := creators(ops, func(c *Operation) bool {
				return c.Spec.Method == "POST" && Creates(c.Spec.Path, prefix)
			})
			if len(makers) == 0 {
				makers = creators(ops, func(c *Operation) bool { return c.PutsInto(prefix) })
				for _, c := range makers {
					c.Chooses = true
				}
			}
			if len(makers) == 0 {
				makers = creators(ops, func(c *Operation) bool {
					return c.Spec.Method == "POST" && SameNoun(c.Spec.Path, prefix)
				})
			}
			for _, c := range makers {
				if c != o {
					o.Creators = append(o.Creators, c)
				}
			}
		}
		if len(o.Creators) > 0 {
			o.Needs = [][]*Operation{o.Creators}
		}
		about := o.Spec.Path[:strings.LastIndexByte(o.Spec.Path, '}')+1]
		o.Siblings = creators(ops, func(c *Operation) bool {
			rest, below := strings.CutPrefix(c.Spec.Path, about)
			return about != "" && below && (rest == "" || rest[0] == '/') && changes(c.Spec.Method)
		})
	}
}

// creators returns the operations that satisfy a condition.
func creators(ops []*Operation, condition func(*Operation) bool) []*Operation {
	var out []*Operation
	for _, c := range ops {
		if condition(c) {
			out = append(out, c)
		}
	}
	return out
}

// PutsInto reports whether an operation writes one element of a collection:
// PUT or POST on "/books/{id}" for "/books".
func (o *Operation) PutsInto(collection string) bool {
	rest, ok := strings.CutPrefix(o.Spec.Path, collection+"/{")
	return ok && strings.IndexByte(rest, '}') == len(rest)-1 && (o.Spec.Method == "PUT" || o.Spec.Method == "POST")
}
