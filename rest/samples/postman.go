package samples

import (
	"encoding/json"
	"strings"
)

// postman has the fields that are read from a Postman collection
// (https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html).
type postman struct {
	Info *struct {
		PostmanID string `json:"_postman_id"`
		Schema    string
	}
	Item     []postmanItem
	Variable []keyed
}

// postmanItem is a request, or a folder of items.
type postmanItem struct {
	Item     []postmanItem
	Variable []keyed
	Request  json.RawMessage
	Response []struct {
		Code   int
		Header json.RawMessage
		Body   string
	}
}

type postmanRequest struct {
	Method string
	Header json.RawMessage // a list, or a text in old files
	URL    json.RawMessage // a text, or a postmanURL
	Body   struct {
		Mode, Raw            string
		URLEncoded, FormData []keyed
		GraphQL              json.RawMessage
		Options              struct{ Raw struct{ Language string } }
	}
}

type postmanURL struct {
	Raw      string
	Variable []keyed
}

// keyed is a name with a value in the form of Postman. A value may have any type.
type keyed struct {
	Key, ID, Type string
	Value         any
	Disabled      bool
}

// text returns the value as text; "" if it is no scalar.
func (k *keyed) text() string {
	switch v := k.Value.(type) {
	case string:
		return v
	case nil, []any, map[string]any:
		return ""
	default:
		data, _ := json.Marshal(v) //nolint:errcheck // a number or bool
		return string(data)
	}
}

// readPostman returns the requests of a collection. ok reports whether the data are one.
func readPostman(data []byte, s *secrets) (requests []Request, ok bool, err error) {
	var file postman
	if err := json.Unmarshal(data, &file); err != nil || file.Info == nil || file.Item == nil ||
		!strings.Contains(file.Info.Schema+file.Info.PostmanID, "-") && !strings.Contains(file.Info.Schema, "v2") {
		return nil, false, nil //nolint:nilerr // it is something else
	}
	p := postmanReader{secrets: s}
	p.items(file.Item, variables{}.with(s, file.Variable), 0)
	return p.requests, true, nil
}

// with returns the variables together with those of a list.
func (v variables) with(s *secrets, list []keyed) variables {
	out := variables{}
	for name, text := range v {
		out[name] = text
	}
	for i := range list {
		k := &list[i]
		if name := k.Key + k.ID; k.Type == "secret" {
			s.learn(k.text())
		} else if !k.Disabled && k.text() != "" {
			if k.Key != "" {
				name = k.Key
			}
			out.set(s, name, k.text())
		}
	}
	return out
}

// postmanReader gathers the requests of a collection.
type postmanReader struct {
	secrets  *secrets
	requests []Request
}

func (p *postmanReader) items(list []postmanItem, v variables, depth int) {
	for i := range list {
		item := &list[i]
		own := v
		if len(item.Variable) > 0 {
			own = v.with(p.secrets, item.Variable)
		}
		if depth < maxDepth {
			p.items(item.Item, own, depth+1)
		}
		if len(item.Request) > 0 && len(p.requests) <= maxSamples {
			p.request(item, own)
		}
	}
}

// request adds the request of an item.
func (p *postmanReader) request(item *postmanItem, v variables) {
	var in postmanRequest
	out := Request{Method: "GET"}
	if err := json.Unmarshal(item.Request, &out.URL); err != nil {
		if err := json.Unmarshal(item.Request, &in); err != nil {
			return
		}
		var ok bool
		if out.URL, ok = postmanAddress(in.URL, v); !ok {
			return
		}
	}
	if in.Method != "" {
		out.Method = strings.ToUpper(in.Method)
	}
	out.URL = v.resolve(out.URL)
	var headers []keyed
	_ = json.Unmarshal(in.Header, &headers) //nolint:errcheck // a text has none that are needed
	for i := range headers {
		h := &headers[i]
		if h.Disabled {
			continue
		}
		if out.Header = append(out.Header, Field{h.Key, v.resolve(h.text())}); strings.EqualFold(h.Key,
			"Content-Type") {
			out.Type = v.resolve(h.text())
		}
	}
	p.body(&in, &out, v)
	p.requests = append(p.requests, out)
}

// body sets the body of a request.
func (p *postmanReader) body(in *postmanRequest, out *Request, v variables) {
	switch in.Body.Mode {
	case "raw":
		out.Body = v.resolve(in.Body.Raw)
		if out.Type == "" {
			out.Type = map[string]string{"json": jsonType, "xml": xmlType}[in.Body.Options.Raw.Language]
		}
		if as := v.resolveJSON(in.Body.Raw); strings.Contains(out.Type, "json") ||
			out.Type == "" && json.Valid([]byte(as)) {
			out.Body = as
		}
		if out.Type == "" {
			out.Type = typeOf("", out.Body)
		}
	case "graphql":
		out.Type, out.Body = jsonType, v.resolveJSON(string(in.Body.GraphQL))
	case "urlencoded":
		out.Type, out.Body = formOf(urlencoded, plainFields(in.Body.URLEncoded, v))
	case "formdata":
		out.Type, out.Body = formOf(multipart, plainFields(in.Body.FormData, v))
	}
}

const multipart = "multipart/form-data"

// plainFields returns the fields of a form, without files, which are not in the collection.
func plainFields(list []keyed, v variables) (out []pair) {
	for i := range list {
		if k := &list[i]; !k.Disabled && k.Type != "file" {
			out = append(out, pair{v.resolve(k.Key), v.resolve(k.text())})
		}
	}
	return out
}

// postmanAddress returns the URL of a request with the variables of its path.
func postmanAddress(data json.RawMessage, v variables) (string, bool) {
	var text string
	if json.Unmarshal(data, &text) == nil {
		return text, true
	}
	var in postmanURL
	if json.Unmarshal(data, &in) != nil || in.Raw == "" {
		return "", false
	}
	known := variables{}
	for i := range in.Variable {
		if k := &in.Variable[i]; k.text() != "" {
			known[k.Key] = v.resolve(k.text())
		}
	}
	return known.inPath(in.Raw), true
}

// inPath replaces the segments ":name" of a URL by values.
func (v variables) inPath(address string) string {
	path, query, _ := strings.Cut(address, "?")
	segments := strings.Split(path, "/")
	for i, s := range segments {
		if name, ok := strings.CutPrefix(s, ":"); ok && name != "" {
			if segments[i] = Unknown; v[name] != "" {
				segments[i] = strings.ReplaceAll(v[name], "/", "%2F")
			}
		}
	}
	if path = strings.Join(segments, "/"); query != "" {
		path += "?" + query
	}
	return path
}
