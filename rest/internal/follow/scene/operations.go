package scene

import (
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
)

// Operations are those of an API, to be asked which of them does something to a resource. A resource is told by the
// template of its path.
type Operations []*api.Operation

// Verb returns the method of an operation, and PUT or PATCH for a POST that does the same.
func (ops Operations) Verb(op *api.Operation) string {
	if op.Spec.Method != "POST" {
		return op.Spec.Method
	}
	all := make([]*openapi.Operation, len(ops))
	for i, o := range ops {
		all[i] = o.Spec
	}
	return api.Verb(op.Spec, all)
}

// Item returns the path template of the resource that an operation is about: its path up to the last
// parameter; for a POST on a collection that of an element, if an operation has it.
func (ops Operations) Item(op *openapi.Operation) string {
	if op.Method == "POST" && api.LastParam(op.Path) == "" {
		if at := ops.Element(op.Path); at != "" {
			return at
		}
	}
	if i := strings.LastIndexByte(op.Path, '}'); i >= 0 {
		return op.Path[:i+1]
	}
	return ""
}

// Element returns the path template of the elements of a collection: one below it, or else one whose collection stands
// at the root and has the same name, as "/tasks/{id}" has for "/projects/{id}/tasks", or is called alike, as
// "/task/{id}" for "/tasks"; "" for none.
func (ops Operations) Element(collection string) string {
	apart := ""
	for _, other := range ops {
		at := other.Spec.Path
		if api.LastParam(at) == "" {
			continue
		}
		dir := path.Dir(at)
		if dir == collection {
			return at
		}
		sameName := path.Base(dir) == path.Base(collection) && !strings.Contains(dir, "{")
		if apart == "" && (sameName || api.CalledAlike(dir, collection)) {
			apart = at
		}
	}
	return apart
}

// Find returns the operation of a method on a path template, nil for none.
func (ops Operations) Find(method, template string) *api.Operation {
	i := slices.IndexFunc(ops, func(op *api.Operation) bool {
		return op.Spec.Path == template && (op.Spec.Method == method || ops.Verb(op) == method)
	})
	if i < 0 || template == "" {
		return nil
	}
	return ops[i]
}

// Below returns the operations of a method below a path template.
func (ops Operations) Below(method, template string) (out []*api.Operation) {
	for _, op := range ops {
		if template != "" && op.Spec.Method == method && strings.HasPrefix(op.Spec.Path, template+"/") {
			out = append(out, op)
		}
	}
	return out
}

// List returns the operation that lists what is made at a path template: at the same one, or at one that is called
// alike; nil for none.
func (ops Operations) List(template string) *api.Operation {
	if op := ops.Find("GET", template); op != nil {
		return op
	}
	i := slices.IndexFunc(ops, func(op *api.Operation) bool {
		return op.Spec.Method == "GET" && api.CalledAlike(op.Spec.Path, template)
	})
	if i < 0 {
		return nil
	}
	return ops[i]
}

// Lister returns the operation that lists the elements of a collection: of the collection that the path template names,
// or of the collection that a single item belongs to. It returns nil if there is no such operation.
func (ops Operations) Lister(template, item string) *api.Operation {
	if op := ops.List(template); op != nil &&
		(item == "" || api.LastParam(op.Spec.Path) == "" && ops.Element(op.Spec.Path) == item) {
		return op
	}
	if item == "" {
		return nil
	}
	if op := ops.Find("GET", path.Dir(item)); op != nil {
		return op
	}
	for _, op := range ops {
		if op.Spec.Method == "GET" && api.LastParam(op.Spec.Path) == "" && ops.Element(op.Spec.Path) == item {
			return op
		}
	}
	return nil
}

// Changes returns the operations that change a resource or something below it.
func (ops Operations) Changes(item string) (out []*api.Operation) {
	for _, o := range ops {
		if o.Spec.Method != "GET" && (o.Spec.Path == item || slices.Contains(ops.Below(o.Spec.Method, item), o)) {
			out = append(out, o)
		}
	}
	return out
}

// WhoAmI returns the operations by which users may learn who they are: reads at a path without parameters that is no
// list of elements.
func (ops Operations) WhoAmI() (who []*api.Operation) {
	for _, op := range ops {
		if op.Spec.Method == "GET" && !strings.Contains(op.Spec.Path, "{") && ops.Element(op.Spec.Path) == "" {
			who = append(who, op)
		}
	}
	return who
}
