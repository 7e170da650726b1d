package samples

import (
	"encoding/json"
	"net/url"
	"path"
	"strings"
	"unicode/utf8"
)

const jsonType, xmlType, textType = "application/json", "application/xml", "text/plain"

// file reads a file that does not belong to a Bruno collection.
func (r *reader) file(name string, data []byte) {
	data = []byte(strings.TrimPrefix(string(data), "\ufeff"))
	text := string(data)
	kind := typeOf(name, text)
	switch {
	case strings.TrimSpace(text) == "":
		return
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		r.warn(name, "it is no text")
		return
	case path.Ext(name) == ".har":
		requests, ok, err := readHAR(data)
		if err != nil || !ok {
			r.warn(name, "it is no HAR file"+reasonOf(err))
		}
		r.record(name, requests)
		return
	case kind != jsonType:
	case !json.Valid(data):
		r.warn(name, "it is no JSON"+reasonOf(json.Unmarshal(data, new(any))))
		return
	case r.collection(name, data):
		return
	}
	r.body(name, kind, text)
}

func reasonOf(err error) string {
	if err == nil {
		return ""
	}
	return ": " + err.Error()
}

// collection reads a JSON file that contains requests, or that cannot be a sample of a body. It reports whether the
// file is one of these.
func (r *reader) collection(name string, data []byte) bool {
	if requests, ok, _ := readHAR(data); ok && requests != nil { //nolint:errcheck // it is a body then
		r.record(name, requests)
		return true
	}
	if requests, ok, _ := readPostman(data, &r.secrets); ok { //nolint:errcheck // it is a body then
		r.record(name, requests)
		return true
	}
	var other struct {
		OpenAPI, Swagger any
		Scope            any `json:"_postman_variable_scope"`
	}
	if json.Unmarshal(data, &other) != nil { // not an object
		return false
	}
	if other.Scope != nil {
		r.warn(name, "variables of an environment are left out, since they may be credentials")
	}
	return other.OpenAPI != nil || other.Swagger != nil || other.Scope != nil
}

// body adds a body without a request.
func (r *reader) body(name, kind, text string) {
	if text = r.secrets.stripBody(kind, text); r.admits(name, text) {
		r.set.Bodies = append(r.set.Bodies, Body{File: name, Type: kind, Data: text})
	}
}

// typeOf returns the media type of a text, by its file name or by its content.
func typeOf(name, text string) string {
	switch trimmed := strings.TrimSpace(text); {
	case path.Ext(name) == ".json":
		return jsonType
	case path.Ext(name) == ".xml":
		return xmlType
	case path.Ext(name) == ".form" || isForm(trimmed):
		return urlencoded
	case (strings.HasPrefix(trimmed, "{") || strings.HasPrefix(trimmed, "[")) && json.Valid([]byte(trimmed)):
		return jsonType
	case strings.HasPrefix(trimmed, "<") && strings.HasSuffix(trimmed, ">"):
		return xmlType
	}
	return textType
}

// isForm reports whether a text is one line of form fields: a=1&b=2.
func isForm(text string) bool {
	if strings.ContainsAny(text, " \n\t<>{}\"") || !strings.Contains(text, "=") {
		return false
	}
	for part := range strings.SplitSeq(text, "&") {
		if name, _, ok := strings.Cut(part, "="); !ok || name == "" {
			return false
		}
	}
	_, err := url.ParseQuery(text)
	return err == nil
}
