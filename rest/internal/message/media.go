package message

import "strings"

// BodyKind is the family of a media type.
type BodyKind uint8

const (
	Bytes BodyKind = iota
	PlainText
	JSON
	XML
	Form
	Multipart
)

// KindOf returns the family of a media type. YAML counts as JSON, because each JSON text is YAML.
func KindOf(mediaType string) BodyKind {
	t := Essence(mediaType)
	switch {
	case t == "application/x-www-form-urlencoded":
		return Form
	case strings.HasPrefix(t, "multipart/"):
		return Multipart
	case strings.HasSuffix(t, "json"), t == "*/*", t == "application/*", t == "", strings.HasSuffix(t, "yaml"):
		return JSON
	case strings.HasSuffix(t, "/xml"), strings.HasSuffix(t, "+xml"):
		return XML
	case strings.HasPrefix(t, "text/"):
		return PlainText
	}
	return Bytes
}

// Essence returns a media type in lower case and without parameters.
func Essence(mediaType string) string {
	t, _, _ := strings.Cut(mediaType, ";")
	return strings.ToLower(strings.TrimSpace(t))
}

// Concrete returns the Content-Type for a declared media type or range.
func Concrete(mediaType string) string {
	switch t := Essence(mediaType); {
	case t == "" || t == "*/*" || t == "application/*":
		return "application/json"
	case t == "text/*":
		return "text/plain"
	case t == "image/*":
		return "image/png"
	case strings.HasSuffix(t, "*"):
		return "application/octet-stream"
	}
	return HeaderText(mediaType)
}
