package certmill

import (
	"bytes"
	_ "embed" // the document
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"
)

// Schema is the OpenAPI document. Requests are checked against it.
//
//go:embed openapi.yaml
var Schema []byte

// contract has the rules of the document for each operation, such as "POST /orders".
type contract map[string]*operation

type operation struct {
	body   *jsonschema.Schema // nil for none
	params []param
}

type param struct {
	name, in, kind string
	schema         *jsonschema.Schema
}

// theContract is what the document says. A broken document stops the program at its start.
var theContract = readContract()

func readContract() contract {
	var root map[string]any
	must(yaml.Unmarshal(Schema, &root))
	text, err := json.Marshal(root)
	must(err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	must(err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	must(c.AddResource("mem:///certmill", doc))
	// compile returns the schema at a JSON pointer.
	compile := func(keys ...string) *jsonschema.Schema {
		at := "mem:///certmill#"
		for _, k := range keys {
			at += "/" + strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(k)
		}
		s, err := c.Compile(at)
		must(err)
		return s
	}
	find := func(ref string) (keys []string, v map[string]any) {
		keys, v = strings.Split(strings.TrimPrefix(ref, "#/"), "/"), root
		for _, k := range keys {
			v = v[k].(map[string]any)
		}
		return keys, v
	}
	out := contract{}
	for path, item := range root["paths"].(map[string]any) {
		item := item.(map[string]any)
		for method, v := range item {
			op, ok := v.(map[string]any)
			if !ok {
				continue // parameters of the path, which are texts
			}
			o := &operation{}
			if op["requestBody"] != nil {
				o.body = compile("paths", path, method, "requestBody", "content", "application/json", "schema")
			}
			params, _ := op["parameters"].([]any)
			for i, p := range params {
				p, at := p.(map[string]any), []string{"paths", path, method, "parameters", strconv.Itoa(i)}
				if ref, ok := p["$ref"].(string); ok {
					at, p = find(ref)
				}
				s := p["schema"].(map[string]any)
				if ref, ok := s["$ref"].(string); ok {
					_, s = find(ref)
				}
				kind, _ := s["type"].(string)
				o.params = append(o.params, param{p["name"].(string), p["in"].(string), kind,
					compile(append(at, "schema")...)})
			}
			out[strings.ToUpper(method)+" "+path] = o
		}
	}
	return out
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// check returns the body of a request that keeps the document.
func (o *operation) check(r *http.Request) ([]byte, error) {
	for _, p := range o.params {
		values := r.URL.Query()[p.name]
		if p.in == "header" {
			values = r.Header.Values(p.name)
		}
		for _, text := range values {
			var v any = text
			if p.kind == "integer" {
				n, err := strconv.Atoi(text)
				if err != nil {
					return nil, invalid(p.name, "must be a whole number")
				}
				v = n
			}
			if p.schema.Validate(v) != nil {
				return nil, invalid(p.name, "breaks the rules of the document")
			}
		}
	}
	if o.body == nil {
		return nil, nil
	}
	body, _ := io.ReadAll(r.Body)
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return nil, &fault{400, "no_json", "the body is no JSON", ""}
	}
	if err, ok := o.body.Validate(v).(*jsonschema.ValidationError); ok {
		for len(err.Causes) > 0 {
			err = err.Causes[0]
		}
		return nil, invalid("/"+strings.Join(err.InstanceLocation, "/"), "breaks the rules of the document")
	}
	return body, nil
}
