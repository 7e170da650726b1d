package samples

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"mime"
	parts "mime/multipart"
	"net/url"
	"strings"
)

// har has the fields that are read from a HAR file (HTTP Archive 1.2, http://www.softwareishard.com/blog/har-12-spec/).
type har struct {
	Log *struct{ Entries []harEntry }
}

type harEntry struct {
	Request   harRequest
	Response  harResponse
	Started   string  `json:"startedDateTime"`
	Time      float64 // in milliseconds, below 0 if unknown
	FromCache string  `json:"_fromCache"` // set by Chromium
}

type harRequest struct {
	Method, URL string
	Headers     []pair
	PostData    struct {
		MimeType, Text string
		Params         []pair
	}
}

type harResponse struct {
	Status  int
	Headers []pair
	Content struct {
		Size           float64
		Text, Encoding string
	}
}

// pair is a name with a value, as HAR files write it.
type pair struct{ Name, Value string }

// pseudo reports whether a header is a pseudo-header of HTTP/2.
func pseudo(h pair) bool { return strings.HasPrefix(h.Name, ":") }

// parseHAR parses a HAR file. A file without a log is none.
func parseHAR(data []byte) (out har, err error) {
	err = json.Unmarshal(data, &out)
	return out, err
}

// readHAR returns the requests of a HAR file. ok reports whether it is one.
func readHAR(data []byte) (requests []Request, ok bool, err error) {
	file, err := parseHAR(data)
	if err != nil || file.Log == nil {
		return nil, false, err
	}
	for i := range file.Log.Entries {
		e := &file.Log.Entries[i]
		out := e.Request.plain()
		out.Answer = e.Response.answer()
		requests = append(requests, out)
	}
	return requests, true, nil
}

// plain returns a request without an answer.
func (r *harRequest) plain() Request {
	out := Request{Method: strings.ToUpper(r.Method), URL: r.URL}
	for _, h := range r.Headers {
		if !pseudo(h) {
			out.Header = append(out.Header, Field(h))
		}
	}
	post := &r.PostData
	out.Type, out.Body = post.MimeType, post.Text
	switch isParts := strings.HasPrefix(post.MimeType, multipart); {
	case isParts && len(post.Params) == 0:
		out.Type, out.Body = formOf(multipart, fieldsOf(post.MimeType, post.Text))
	case isParts || post.Text == "" && len(post.Params) > 0:
		out.Type, out.Body = formOf(post.MimeType, post.Params)
	}
	return out
}

// answer returns the parts of an answer that later requests may use; nil if there was no answer.
func (r *harResponse) answer() *Answer {
	if r.Status == 0 { // the request was blocked or interrupted
		return nil
	}
	out := &Answer{Status: r.Status, Body: r.Content.Text}
	if r.Content.Encoding == "base64" {
		plain, err := base64.StdEncoding.DecodeString(r.Content.Text)
		if out.Body = string(plain); err != nil {
			out.Body = ""
		}
	}
	for _, h := range r.Headers {
		if strings.EqualFold(h.Name, "Location") {
			out.Location = h.Value
		}
	}
	return out
}

// fieldsOf returns the fields of a multipart form, without files.
func fieldsOf(mediaType, body string) (out []pair) {
	_, params, err := mime.ParseMediaType(mediaType)
	if err != nil {
		return nil
	}
	reader := parts.NewReader(strings.NewReader(body), params["boundary"])
	for len(out) < maxFields {
		p, err := reader.NextPart()
		if err != nil {
			break
		}
		data, err := io.ReadAll(p)
		if err == nil && p.FileName() == "" && p.FormName() != "" {
			out = append(out, pair{p.FormName(), string(data)})
		}
	}
	return out
}

// maxFields bounds the number of fields of a form.
const maxFields = 1000

// formOf returns the fields of a form as an encoded body, with its media type. A multipart form has the same encoding
// here, but keeps its own type.
func formOf(mediaType string, fields []pair) (kind, body string) {
	var parts []string
	for _, f := range fields {
		parts = append(parts, escaped(f.Name)+"="+escaped(f.Value))
	}
	if kind, _, _ = strings.Cut(mediaType, ";"); kind == "" {
		kind = urlencoded
	}
	return kind, strings.Join(parts, "&")
}

const urlencoded = "application/x-www-form-urlencoded"

// escaped escapes a text for a query or form. It does not change Unknown.
func escaped(text string) string {
	if strings.Contains(text, Unknown) {
		return Unknown
	}
	return url.QueryEscape(text)
}
