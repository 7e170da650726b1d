package rest

import "strings"

// bodyKind is the family of a media type.
type bodyKind uint8

const (
	bodyBytes bodyKind = iota
	bodyText
	bodyJSON
	bodyXML
	bodyForm
	bodyMultipart
)

// kindOf sorts a media type. YAML is a superset of JSON and is sent as that.
func kindOf(mediaType string) bodyKind {
	t := essence(mediaType)
	switch {
	case t == "application/x-www-form-urlencoded":
		return bodyForm
	case strings.HasPrefix(t, "multipart/"):
		return bodyMultipart
	case strings.HasSuffix(t, "json"), t == "*/*", t == "application/*", t == "", strings.HasSuffix(t, "yaml"):
		return bodyJSON
	case strings.HasSuffix(t, "/xml"), strings.HasSuffix(t, "+xml"):
		return bodyXML
	case strings.HasPrefix(t, "text/"):
		return bodyText
	}
	return bodyBytes
}

// essence is a media type in lower case and without parameters.
func essence(mediaType string) string {
	t, _, _ := strings.Cut(mediaType, ";")
	return strings.ToLower(strings.TrimSpace(t))
}

// concrete returns the Content-Type for a declared media type or range.
func concrete(mediaType string) string {
	switch t := essence(mediaType); {
	case t == "" || t == "*/*" || t == "application/*":
		return "application/json"
	case t == "text/*":
		return "text/plain"
	case t == "image/*":
		return "image/png"
	case strings.HasSuffix(t, "*"):
		return "application/octet-stream"
	}
	return headerText(mediaType)
}
