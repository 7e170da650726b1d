package act

import (
	"strings"

	"github.com/evoke-go/evoke/page/internal/visitor"
)

// Upload is the kind of the act that gives a file to a field.
const Upload = "upload"

// File is a file of the user.
type File struct {
	Name string `json:"name"`
	Type string `json:"type"`
	Text string `json:"text"`
}

// formats are small files of common types. A field without "accept" gets the first. It is read-only.
var formats = []File{
	{"file.txt", "text/plain", "text"}, {"file.csv", "text/csv", "a,b\n1,2\n"}, {"file.json", "application/json", "{}"},
	{"file.xml", "application/xml", "<a/>"}, {"file.html", "text/html", "<p>text"},
	{"file.svg", "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>`},
}

// formatOf returns a file of the first known type that a field accepts.
func formatOf(e *visitor.Element) File {
	first, _, _ := strings.Cut(e.Accept, ",")
	first = strings.ToLower(strings.TrimSpace(first))
	for _, f := range formats {
		family, _, _ := strings.Cut(f.Type, "/")
		ends := strings.HasPrefix(first, ".") && strings.HasSuffix(f.Name, first)
		if ends || first == f.Type || first == family+"/*" {
			return f
		}
	}
	out := formats[0]
	if strings.HasPrefix(first, ".") {
		out.Name, out.Type = "file"+first, ""
	} else if _, kind, is := strings.Cut(first, "/"); is && kind != "*" {
		out.Name, out.Type = "file."+kind, first
	}
	return out
}

// File returns the file that the act gives to a field; nil for other acts.
func (a *Act) File() *File {
	if a.Kind != Upload {
		return nil
	}
	out := formatOf(&a.Element)
	out.Text, _ = a.Given().(string)
	return &out
}

// Sent returns the value sent to the page: a file, the value of the act, or nil.
func (a *Act) Sent() any {
	if f := a.File(); f != nil {
		return f
	}
	return a.Given()
}
