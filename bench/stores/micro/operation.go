package micro

import (
	"encoding/json"
	"slices"
	"strings"
)

// operation is a call with its parameters.
type operation struct {
	method, path string
	parameters   []parameter
	statuses     []string
}

// parameter is part of a path or of a query. A query need not have it.
type parameter struct{ name, in, kind string }

// parse reads "GET /desks/{floor:integer}?name:string&day:date 299 404": method, path, query, statuses.
func parse(text string) operation {
	words := strings.Fields(text)
	path, query, _ := strings.Cut(words[1], "?")
	op := operation{method: words[0], statuses: words[2:]}
	for {
		before, after, found := strings.Cut(path, "{")
		op.path += before
		if !found {
			break
		}
		inside, rest, _ := strings.Cut(after, "}")
		name, kind, _ := strings.Cut(inside, ":")
		op.path += "{" + name + "}"
		op.parameters = append(op.parameters, parameter{name, "path", kind})
		path = rest
	}
	for part := range strings.SplitSeq(query, "&") {
		if name, kind, found := strings.Cut(part, ":"); found {
			op.parameters = append(op.parameters, parameter{name, "query", kind})
		}
	}
	return op
}

type object = map[string]any

// openAPI returns the document of a service with this operation alone.
func (o operation) openAPI(title string) string {
	parameters := []object{}
	bad := false
	for _, p := range o.parameters {
		bad = bad || p.kind != "string"
		schema := object{"type": p.kind}
		switch p.kind {
		case "date":
			schema = object{"type": "string", "format": "date"}
		case "integer":
			schema["format"] = "int64"
		}
		required := p.in == "path" || p.kind != "string"
		parameters = append(parameters, object{"name": p.name, "in": p.in, "required": required, "schema": schema})
	}
	responses := object{}
	statuses := slices.Clone(o.statuses)
	if bad {
		statuses = append(statuses, "400")
	}
	for _, s := range statuses {
		responses[s] = object{"description": descriptions[s]}
	}
	doc, err := json.MarshalIndent(object{
		"openapi": "3.0.3",
		"info":    object{"title": title, "version": "1.0.0"},
		"paths": object{o.path: object{strings.ToLower(o.method): object{
			"operationId": strings.ToLower(o.method), "parameters": parameters, "responses": responses,
		}}},
	}, "", "  ")
	if err != nil {
		panic(err)
	}
	return string(doc)
}

// descriptions are those of the statuses.
var descriptions = object{
	"204": "Nothing to say.",
	"299": "The condition holds.",
	"400": "A parameter cannot be read.",
	"404": "There is no such row.",
	"409": "The condition does not hold.",
}
