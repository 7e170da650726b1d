package api

import (
	"mime"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// Operation is one operation of the schema, prepared for the search. All its
// calls share it. Once it is made, only Template and Found change, by [API.Find], Told and what follows from it, by
// [API.Tell], Writers, and what its Admission counts.
type Operation struct {
	Index    int
	Spec     *openapi.Operation
	Template *genotype.Call
	Targets  *operationTargets
	// Chooses says that the operation may create a resource under an id in its
	// path.
	Chooses bool
	// Needs are the creators in groups by what they make: one group for the path,
	// one for each of its Foreign parameters, and one for each reference.
	Needs [][]*Operation
	// Chained says that a part of the call may come from an earlier answer.
	Chained bool
	// Following has the bits of the parts that may follow earlier answers.
	Following uint64
	// References are the references outside of the path.
	References References
	// Makes is the collection to which the path's last element belongs, or "" for
	// none.
	Makes string
	// Links are the links of the schema that concern the operation.
	Links Links
	// Admission is who may call the operation, nil if nobody asks.
	Admission *Admission
	relatives
	vocabulary
}

// relatives are operations on the same resources.
type relatives struct {
	// Creators are the operations whose answers may contain the ids that the path
	// of this operation needs.
	Creators []*Operation
	// Siblings may change the state of the resource that the path leads to.
	Siblings []*Operation
	// Twice are the groups of Needs of which a call names two elements or more.
	Twice [][]*Operation
	// Told are the inputs that refusals told to be references.
	Told []Told
	// Insisted has the bits of the references of which refusals told that other values than ids of answers lead to
	// nothing.
	Insisted uint64
	// Joined are operations that make elsewhere what the operation puts into a
	// collection. Only first samples call one of them before.
	Joined []*Operation
	// Foreign are the parameters of the path that name elements of another collection than the one before them, with
	// that collection: "/users" of {userId} in "/groups/{group}/members/{userId}".
	Foreign map[string]string
	// Gifts are the ids of elements of collections that answers of the operation have, though
	// no name of the schema says so.
	Gifts []Gift
	// Keys are the plain names of the parameters that stand for an element in paths, by collection: "code" of
	// "/products" where there is "/products/{code}". All operations share them.
	Keys map[string]string
	// Writers were seen to write SQL tables that the operation reads, on other resources.
	// They are replaced as a whole.
	Writers []Writer
}

// Writer is an operation that another one may need, as surely as the probability says,
// above 0 and at most 1.
type Writer struct {
	Op          *Operation
	Probability float64
}

// vocabulary holds the plain names that a call sends outside of its path, and
// those that a success answers.
type vocabulary struct {
	Sends, answers []string
	// Cookies are the names of the cookies that its calls take from earlier answers. Sets are the names of the cookies
	// that its answers set for other operations.
	Cookies, Sets []string
	// Found are the inputs that the program reads and the schema does not declare,
	// in the order in which they were found.
	Found  []genotype.Input
	looked map[string]bool // inputs by their keys, found or not
}

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
	o.Sends, o.answers = sentNames(spec), answerNames(spec)
	return o
}

// Declared returns the declared response for a status and a content type, and
// its media type. Both are nil if there is none.
func Declared(op *openapi.Operation, status int, contentType string) (*openapi.Response, *openapi.MediaType) {
	response := ResponseFor(op, status)
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

// ResponseFor returns the declared response for a status: the exact one, or
// else its range, or else the default; nil for none.
func ResponseFor(op *openapi.Operation, status int) *openapi.Response {
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

// NeedsCredential reports whether the schema says that no call of an operation works without a credential.
func NeedsCredential(op *openapi.Operation) bool {
	for _, alternative := range op.Security {
		if len(alternative) == 0 {
			return false
		}
	}
	return len(op.Security) > 0
}

// relate finds the operations that may create what the path of an operation
// needs. It looks for a POST on the collection, or on the collection plus
// static segments ("/books" or "/books/create" for "/books/{id}"). If there is
// none, it takes a POST or PUT on the path of one element, whose id the caller
// chooses, or else a POST on a collection with the same name elsewhere
// ("/authors/{id}/books").
func relate(ops []*Operation) {
	keys := keysOf(ops)
	for _, o := range ops {
		o.Keys = keys
		var others []*Operation
		for _, prefix := range collections(o.Spec.Path) {
			makers := makersOf(ops, o.Spec.Path, prefix)
			for _, c := range makers {
				if c != o {
					o.Creators = append(o.Creators, c)
				}
			}
			if len(makers) == 1 && makers[0] == o {
				others = elsewhere(ops, o, prefix)
			}
		}
		if len(o.Creators) > 0 {
			o.Needs = [][]*Operation{o.Creators}
		}
		o.Joined = others
		about := o.Spec.Path[:strings.LastIndexByte(o.Spec.Path, '}')+1]
		o.Siblings = creators(ops, func(c *Operation) bool {
			rest, below := strings.CutPrefix(c.Spec.Path, about)
			return about != "" && below && (rest == "" || rest[0] == '/') && changes(c.Spec.Method)
		})
	}
}

// keysOf returns the plain names of the parameters that stand for elements of collections.
func keysOf(ops []*Operation) map[string]string {
	keys := map[string]string{}
	for _, o := range ops {
		if last := LastParam(o.Spec.Path); last != "" {
			keys[BeforeParam(o.Spec.Path, last)] = words.Plain(last)
		}
	}
	return keys
}

// makersOf returns the operations that may make the elements of a collection in a path.
func makersOf(ops []*Operation, path, prefix string) []*Operation {
	makers := creators(ops, func(c *Operation) bool {
		return c.Spec.Method == "POST" && Creates(c.Spec.Path, prefix)
	})
	if len(makers) == 0 {
		makers = creators(ops, func(c *Operation) bool { return PutsInto(c.Spec, prefix) })
		for _, c := range makers {
			c.Chooses = true
		}
	}
	if len(makers) == 0 {
		makers = creators(ops, func(c *Operation) bool {
			return c.Spec.Method == "POST" && SameNoun(c.Spec.Path, prefix)
		})
	}
	if len(makers) == 0 {
		makers = answering(ops, path, prefix)
	}
	return makers
}

// elsewhere returns the operations that make elements of a collection with the same last
// part elsewhere. What puts an element into one collection, and nothing else makes such an
// element there, may bring one that has to exist: "/users/{id}" for
// "/groups/{group}/users/{id}".
func elsewhere(ops []*Operation, o *Operation, prefix string) []*Operation {
	_, param, _ := strings.Cut(o.Spec.Path[len(prefix):], "{")
	return creators(ops, func(c *Operation) bool {
		own := collections(c.Spec.Path)
		return c != o && len(own) > 0 && SameNoun(own[0], prefix) && PutsInto(c.Spec, own[0]) &&
			strings.HasSuffix(c.Spec.Path, "{"+param)
	})
}

// answering returns the operations that make something and whose answers have a member
// with the name of the parameter after the prefix of a path: one that makes a user may
// answer the username for "/profiles/{username}".
func answering(ops []*Operation, path, prefix string) []*Operation {
	param, _, _ := strings.Cut(path[len(prefix)+len("/{"):], "}")
	name := words.Plain(param)
	if name == "id" || name == "name" {
		return nil
	}
	return creators(ops, func(c *Operation) bool { return c.Spec.Method == "POST" && slices.Contains(c.answers, name) })
}

// maxCreators bounds the operations that may make what one operation needs.
const maxCreators = 100

// creators returns the operations that satisfy a condition.
func creators(ops []*Operation, condition func(*Operation) bool) []*Operation {
	var out []*Operation
	for _, c := range ops {
		if len(out) == maxCreators {
			break
		}
		if condition(c) {
			out = append(out, c)
		}
	}
	return out
}

// PutsInto reports whether an operation writes one element of a collection:
// PUT or POST on "/books/{id}" for "/books".
func PutsInto(op *openapi.Operation, collection string) bool {
	rest, ok := strings.CutPrefix(op.Path, collection+"/{")
	return ok && strings.IndexByte(rest, '}') == len(rest)-1 && (op.Method == "PUT" || op.Method == "POST")
}
