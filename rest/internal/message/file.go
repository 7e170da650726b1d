package message

import (
	"encoding/json"
	"net/http"
	"strings"
)

// Sample is the content of a small file that programs for its kind read.
type Sample struct{ MediaType, Content string }

// Samples are files of the kinds that services ask for most, the plainest
// first. They are as short as their kind allows.
func Samples() []Sample {
	return []Sample{
		{"text/plain", "text\n"},
		{"image/png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\b\x00\x00\x00\x00:~\x9bU" +
			"\x00\x00\x00\nIDATx\xdac`\x00\x00\x00\x02\x00\x01\xe5'\xde\xfc\x00\x00\x00\x00IEND\xaeB`\x82"},
		{"text/csv", "id,name\n1,one\n"},
		{"application/json", "{}"},
		{"image/gif", "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff" +
			",\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"},
		{"application/xml", "<?xml version=\"1.0\"?><a/>"},
		{"application/pdf", "%PDF-1.4\n%%EOF\n"},
		{"application/zip", "PK\x05\x06" + strings.Repeat("\x00", 18)},
	}
}

func (s Sample) Fits(wanted string) bool {
	group, any := strings.CutSuffix(wanted, "/*")
	switch {
	case wanted == "", wanted == "*/*", wanted == "application/octet-stream":
		return true
	case any:
		return strings.HasPrefix(s.MediaType, group+"/")
	}
	return s.MediaType == wanted
}

// Endings are the usual ends of the names of files, by media type.
var Endings = map[string]string{
	"image/png": ".png", "image/gif": ".gif", "image/jpeg": ".jpg", "image/webp": ".webp", "application/pdf": ".pdf",
	"application/zip": ".zip",
	"text/html":       ".html", "text/csv": ".csv", "text/plain": ".txt", "application/json": ".json",
	"application/xml": ".xml",
}

// FileType returns the media type of the content of a file, and the usual end
// of its name, "" if there is none.
func FileType(content []byte) (mediaType, ending string) {
	if len(content) == 0 {
		return "application/octet-stream", ""
	}
	mediaType = Essence(http.DetectContentType(content))
	switch text := string(content); {
	case mediaType == "text/xml":
		mediaType = "application/xml"
	case strings.HasPrefix(text, "PK\x05\x06"):
		mediaType = "application/zip"
	case mediaType != "text/plain":
	case strings.ContainsAny(text[:1], "{[") && json.Valid(content):
		mediaType = "application/json"
	case isTable(text):
		mediaType = "text/csv"
	}
	ending, known := Endings[mediaType]
	if !known {
		mediaType = "application/octet-stream"
	}
	return mediaType, ending
}

// isTable reports whether each of at least two lines has as many commas as the
// first, and that has some.
func isTable(text string) bool {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	commas := strings.Count(lines[0], ",")
	for _, line := range lines {
		if strings.Count(line, ",") != commas {
			return false
		}
	}
	return commas > 0 && len(lines) > 1
}
