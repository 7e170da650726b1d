package resource

import (
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/rest/internal/api"
)

// Template is a meaningful sequence of calls on one resource: a row of Table 1 of Zhang 2021.
type Template struct {
	Number int // number of the row in the table
	// Method is the method of the last call, which the template is about.
	Method string
	// Create says that calls before create the resource.
	Create bool
	// Independent says that the calls have no effect on calls on other resources.
	Independent bool
}

// allTemplates returns the templates.
func allTemplates() []*Template {
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

// readingMethods are the methods beside GET that change nothing. A template of GET stands for them as well.
var readingMethods = [...]string{"HEAD", "OPTIONS", "TRACE"}

// templatesFor returns the templates that apply to a resource.
func (all *Resources) templatesFor(r *Resource) []*Template {
	return slices.DeleteFunc(allTemplates(), func(t *Template) bool {
		return len(r.operationsFor(t.Method)) == 0 || t.Create && !all.isCreatable(r.Path)
	})
}

// operationsFor returns the operations of a resource that a template with a method may call.
func (r *Resource) operationsFor(method string) []*api.Operation {
	return slices.DeleteFunc(slices.Clone(r.ops), func(op *api.Operation) bool {
		m := op.Spec.Method
		return m != method && !(method == "GET" && slices.Contains(readingMethods[:], m))
	})
}

// Step is a call that a template asks for.
type Step struct {
	Op *api.Operation
	// Needed says that the calls after it make no sense if it fails.
	Needed bool
}

// stepsOf returns the calls of a template on a resource.
func (all *Resources) stepsOf(r *rand.Rand, on *Resource, t *Template) []Step {
	var out []Step
	if t.Create {
		out = all.creationSteps(r, on.Path)
	}
	choice := on.operationsFor(t.Method)
	op := choice[r.IntN(len(choice))]
	if !t.Create && op.Spec.Method == "POST" { // a POST creates the resource, below another resource that has to exist
		out = all.creationSteps(r, neededPath(op.Spec.Path))
	}
	out = append(out, Step{op, false})
	if t.Create && t.Method == "PATCH" && r.IntN(2) == 0 {
		out = append(out, Step{op, false})
	}
	return out
}
