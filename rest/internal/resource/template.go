package resource

import (
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/rest/internal/api"
)

// Template is a meaningful sequence of calls on one resource: a row of Table 1 of
// Zhang 2021.
type Template struct {
	Number int // in the table
	// Method is that of the call which the template is about.
	Method string
	// Create says that the resource is created before.
	Create bool
	// Independent says that the calls have no effect on calls on other resources.
	Independent bool
}

// table returns the templates.
func table() []*Template {
	return []*Template{
		{1, "GET", false, true},
		{2, "PATCH", false, true},
		{3, "DELETE", false, true},
		{4, "PUT", false, true},
		{5, "POST", false, false},
		{6, "POST", true, false},
		{7, "GET", true, false},
		{8, "PUT", true, false},
		{9, "PATCH", true, false},
		{10, "DELETE", true, false},
	}
}

// reads are the methods that change nothing besides GET. A template of GET stands
// for them as well.
var reads = [...]string{"HEAD", "OPTIONS", "TRACE"}

// applicable returns the templates of a resource.
func (all *Resources) applicable(r *Resource) []*Template {
	return slices.DeleteFunc(table(), func(t *Template) bool {
		return len(r.called(t.Method)) == 0 || t.Create && !all.creates(r.Path)
	})
}

// called returns the operations of a resource that a template with a method may
// call.
func (r *Resource) called(method string) []*api.Operation {
	return slices.DeleteFunc(slices.Clone(r.ops), func(op *api.Operation) bool {
		m := op.Spec.Method
		return m != method && !(method == "GET" && slices.Contains(reads[:], m))
	})
}

// Step is a call that a template asks for.
type Step struct {
	Op *api.Operation
	// Needed says that those after it make no sense without its success.
	Needed bool
}

// steps returns the calls of a template on a resource.
func (all *Resources) steps(r *rand.Rand, on *Resource, t *Template) []Step {
	var out []Step
	if t.Create {
		for _, op := range all.creating(r, on.Path) {
			out = append(out, Step{op, true})
		}
	}
	choice := on.called(t.Method)
	op := choice[r.IntN(len(choice))]
	if !t.Create { // the resource need not be there, but what is around it
		for _, maker := range all.creating(r, around(op)) {
			out = append(out, Step{maker, true})
		}
	}
	out = append(out, Step{op, false})
	if t.Create && t.Method == "PATCH" && r.IntN(2) == 0 {
		out = append(out, Step{op, false})
	}
	return out
}

// around returns the path of the resource that has to be there for a POST to
// create something below it.
func around(op *api.Operation) string {
	if op.Spec.Method != "POST" {
		return ""
	}
	return needs(op.Spec.Path)
}
