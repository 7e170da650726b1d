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

// Operation is an operation of the schema, prepared for the search. All its calls share it. After New, these parts
// change: Template and Found (by [API.Find]), Told and the needs that follow from it (by [API.Tell]), Gifts, Writers,
// cookies, and the counts of Admission.
type Operation struct {
	Index    int
	Spec     *openapi.Operation
	Template *genotype.Call
	Targets  *operationTargets
	// Chooses says that a call of the operation may create a resource under an id that it chooses in its path.
	Chooses bool
	// Needs are groups of operations. The operation needs one creator of each group: one group for the path, one for
	// each Foreign parameter, and one for each reference.
	Needs [][]*Operation
	// Chained says that a part of a call may come from an earlier answer.
	Chained bool
	// Following has the bits of the inputs that may follow earlier answers.
	Following uint64
	// References are the references outside of the path.
	References References
	// Makes is the collection of the last element in the path, "" for none.
	Makes string
	// Links are the links of the schema that concern the operation.
	Links Links
	// Admission knows who may call the operation, nil if it does not matter.
	Admission *Admission
	relatives
	vocabulary
}

// relatives are the operations that use the same resources.
type relatives struct {
	// Creators are the operations whose answers may contain the ids that the operation needs.
	Creators []*Operation
	// Siblings are the operations that may change the state of the resource in the path.
	Siblings []*Operation
	// Twice are the groups of Needs from which a call needs two elements or more.
	Twice [][]*Operation
	// Told are the inputs that refusals showed to be references.
	Told []Told
	// Insisted has the bits of the references for which refusals showed that only ids from answers work.
	Insisted uint64
	// Joined are operations that create, in another collection, the elements that this operation puts into its
	// collection. Only the first samples call one of them before.
	Joined []*Operation
	// Foreign has the path parameters that name elements of another collection than the one before them: {userId} in
	// "/groups/{group}/members/{userId}" with the collection "/users".
	Foreign map[string]string
	// Gifts are places in answers of the operation that have the ids of elements, although no name in the schema says
	// so.
	Gifts []Gift
	// Keys has, by collection, the plain name of the path parameter that stands for an element: "code" for "/products"
	// if there is "/products/{code}". All operations share the map.
	Keys map[string]string
	// Writers are operations on other resources that were seen to write SQL tables which this operation reads. The
	// slice is replaced as a whole.
	Writers []Writer
}

// Writer is an operation that another operation needs with a probability, above 0 and at most 1.
type Writer struct {
	Op          *Operation
	Probability float64
}

// vocabulary has the plain names that a call sends outside of its path, and the plain names in a successful answer.
type vocabulary struct {
	Sends, answers []string
	// Cookies are the names of the cookies that calls take from earlier answers. Sets are the names of the cookies that
	// answers set for other operations.
	Cookies, Sets []string
	// Found are the inputs that the program reads and the schema does not declare,
	// in the order in which they were found.
	Found  []genotype.Input
	looked map[string]bool // keys of all inputs that were considered
}

// newOperation prepares an operation of the schema for the search.
func newOperation(index int, spec *openapi.Operation, b *genotype.Builder, r *fitness.Registry) *Operation {
	o := &Operation{
		Index:    index,
		Spec:     spec,
		Template: b.Call(spec),
		Targets:  newOperationTargets(r, spec),
		Chained:  strings.Contains(spec.Path, "{"),
	}
	for i := range o.Template.Params {
		if o.Template.Params[i].InPath() {
			o.Following |= Bit(i)
		}
	}
	if prefixes := collections(spec.Path); len(prefixes) > 0 {
		o.Makes = prefixes[0]
	}
	o.Sends, o.answers = sentNames(spec), answerNames(spec)
	return o
}

// Declared returns the declared response for a status, and its media type for a content type. A result is nil if the
// schema does not declare it.
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

// ResponseFor returns the declared response for a status: the exact status, else its range, else the default. It
// returns nil for none.
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

// NeedsCredential reports whether the schema asks for a credential in every call of an operation.
func NeedsCredential(op *openapi.Operation) bool {
	for _, alternative := range op.Security {
		if len(alternative) == 0 {
			return false
		}
	}
	return len(op.Security) > 0
}

// findCreators finds the operations that may create the resources in the path of each operation. It looks for a POST on
// the collection, with or without further static segments ("/books" or "/books/create" for "/books/{id}"). If there is
// none, it takes a PUT or POST on the path of an element, whose id the caller chooses. Else it takes a POST on a
// collection with the same noun ("/authors/{id}/books"), else a POST whose answer has the name of the parameter.
func findCreators(ops []*Operation) {
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
				others = creatorsElsewhere(ops, o, prefix)
			}
		}
		if len(o.Creators) > 0 {
			o.Needs = [][]*Operation{o.Creators}
		}
		o.Joined = others
		about := o.Spec.Path[:strings.LastIndexByte(o.Spec.Path, '}')+1]
		o.Siblings = Select(ops, func(c *Operation) bool {
			rest, below := strings.CutPrefix(c.Spec.Path, about)
			return about != "" && below && (rest == "" || rest[0] == '/') && isChanging(c.Spec.Method)
		})
	}
}

// keysOf returns, by collection, the plain name of the path parameter that stands for an element.
func keysOf(ops []*Operation) map[string]string {
	keys := map[string]string{}
	for _, o := range ops {
		if last := LastParam(o.Spec.Path); last != "" {
			keys[BeforeParam(o.Spec.Path, last)] = words.Plain(last)
		}
	}
	return keys
}

// makersOf returns the operations that may create the elements of a collection. path begins with prefix, the path of
// the collection.
func makersOf(ops []*Operation, path, prefix string) []*Operation {
	makers := Select(ops, func(c *Operation) bool {
		return c.Spec.Method == "POST" && Creates(c.Spec.Path, prefix)
	})
	if len(makers) == 0 {
		makers = Select(ops, func(c *Operation) bool { return PutsInto(c.Spec, prefix) })
		for _, c := range makers {
			c.Chooses = true
		}
	}
	if len(makers) == 0 {
		makers = Select(ops, func(c *Operation) bool {
			return c.Spec.Method == "POST" && SameNoun(c.Spec.Path, prefix)
		})
	}
	if len(makers) == 0 {
		makers = answeringOperations(ops, path, prefix)
	}
	return makers
}

// creatorsElsewhere returns the operations that create elements of a collection with the same noun elsewhere. If only
// one operation puts elements into a collection, the element may have to exist before: PUT "/users/{id}" creates it for
// PUT "/groups/{group}/users/{id}".
func creatorsElsewhere(ops []*Operation, o *Operation, prefix string) []*Operation {
	_, param, _ := strings.Cut(o.Spec.Path[len(prefix):], "{")
	return Select(ops, func(c *Operation) bool {
		own := collections(c.Spec.Path)
		return c != o && len(own) > 0 && SameNoun(own[0], prefix) && PutsInto(c.Spec, own[0]) &&
			strings.HasSuffix(c.Spec.Path, "{"+param)
	})
}

// answeringOperations returns the POST operations whose answers have a member with the name of the path parameter after
// a prefix: a POST that creates a user may answer the username for "/profiles/{username}".
func answeringOperations(ops []*Operation, path, prefix string) []*Operation {
	param, _, _ := strings.Cut(path[len(prefix)+len("/{"):], "}")
	name := words.Plain(param)
	if name == "id" || name == "name" {
		return nil
	}
	return Select(ops, func(c *Operation) bool {
		return c.Spec.Method == "POST" && slices.Contains(c.answers, name)
	})
}

// maxCreators bounds the operations that Select returns.
const maxCreators = 100

// Select returns the first operations that satisfy a condition, at most maxCreators.
func Select(ops []*Operation, condition func(*Operation) bool) []*Operation {
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
