package synthetic

import (
	"regexp"
	"strings"
)

// object is a JSON object. encoding/json sorts its members.
type object map[string]any

// schema is the Swagger 2.0 document, with the statuses that the originals'
// generator of documents declares: neither 400, nor 404 of PATCH and DELETE,
// nor 500. Operations that answer with a status only have no schema of content.
func (m *Model) schema() object {
	paths, definitions := object{}, object{}
	for _, c := range m.Classes {
		collection, item := object{}, object{}
		m.addOperation(collection, List, c.list())
		m.addOperation(collection, Post, c.post())
		m.addOperation(item, Get, c.get())
		m.addOperation(item, Put, c.put())
		m.addOperation(item, Patch, c.patch())
		m.addOperation(item, Delete, c.delete())
		for path, operations := range map[string]object{c.Collection(): collection, c.Item(): item} {
			if len(operations) > 0 {
				paths[path] = operations
			}
		}
		definitions[c.Name] = c.definition()
	}
	return object{
		"swagger": "2.0", "host": "localhost:8080", "basePath": "/", "paths": paths, "definitions": definitions,
		"info": object{"title": "Synthetic resource service " + m.Config.Name, "version": "2.0.0"},
	}
}

func (m *Model) addOperation(to object, method Method, operation object) {
	if !m.Has(method) {
		return
	}
	verb := strings.ToLower(string(method))
	if method == List {
		verb = "get"
	}
	to[verb] = operation
}

func (c *Class) list() object {
	all := object{"type": "array", "items": c.reference()}
	return c.operation("getAll", "GET", c.Collection(), nil, responses(all, "401", "403", "404"))
}

func (c *Class) post() object {
	return c.operation("create", "POST", c.Collection(), []object{c.body()}, responses(nil, "201", "401", "403", "404"))
}

func (c *Class) get() object {
	return c.operation("getById", "GET", c.Item(), nil, responses(c.reference(), "401", "403", "404"))
}

func (c *Class) put() object {
	return c.operation("createOrUpdate", "PUT", c.Item(), []object{c.body()},
		responses(nil, "201", "401", "403", "404"))
}

func (c *Class) patch() object {
	var query []object
	for _, p := range c.Params() {
		query = append(query, parameter("query", p, false))
	}
	return c.operation("updateByValues", "PATCH", c.Item(), query, responses(nil, "204", "401", "403"))
}

func (c *Class) delete() object {
	return c.operation("delete", "DELETE", c.Item(), nil, responses(nil, "204", "401", "403"))
}

var pathParameter = regexp.MustCompile(`\{(\w+)\}`)

// operation is one operation with the parameters of its path before the others.
func (c *Class) operation(name, verb, path string, parameters []object, responses object) object {
	all := []object{}
	for _, match := range pathParameter.FindAllStringSubmatch(path, -1) {
		all = append(all, parameter("path", Field{match[1], false}, true))
	}
	all = append(all, parameters...)
	o := object{
		"tags": []string{c.Lower() + "-rest-api"}, "operationId": name + c.Name + "Using" + verb,
		"produces": []string{"application/json"}, "parameters": all, "responses": responses,
	}
	if verb == "POST" || verb == "PUT" {
		o["consumes"] = []string{"application/json"}
	}
	return o
}

func parameter(in string, f Field, required bool) object {
	p := object{"in": in, "name": f.Name, "description": f.Name, "required": required}
	for key, value := range fieldType(f) {
		p[key] = value
	}
	return p
}

func fieldType(f Field) object {
	if f.Text {
		return object{"type": "string"}
	}
	return object{"type": "integer", "format": "int32"}
}

func (c *Class) body() object {
	return object{"in": "body", "name": c.Lower(), "description": c.Lower(), "required": true, "schema": c.reference()}
}

func (c *Class) reference() object { return object{"$ref": "#/definitions/" + c.Name} }

func (c *Class) definition() object {
	properties, required := object{}, []string{}
	for _, f := range c.Fields() {
		properties[f.Name] = fieldType(f)
		required = append(required, f.Name)
	}
	return object{"type": "object", "title": c.Name, "required": required, "properties": properties}
}

// responses are 200 and others. content is the schema of what 200 has, if any.
func responses(content object, others ...string) object {
	texts := map[string]string{
		"201": "Created", "204": "No Content", "401": "Unauthorized", "403": "Forbidden", "404": "Not Found",
	}
	ok := object{"description": "OK"}
	if content != nil {
		ok["schema"] = content
	}
	all := object{"200": ok}
	for _, status := range others {
		all[status] = object{"description": texts[status]}
	}
	return all
}
