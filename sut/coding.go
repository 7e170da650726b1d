package sut

import (
	"bytes"
	"compress/gzip"
	"mime"
	"net/http"
	"strings"
	"time"
)

// decoder removes the content coding from bodies (RFC 9110, section 8.4). It
// reuses its memory.
type decoder struct {
	from  bytes.Reader
	zip   gzip.Reader
	plain []byte
}

// decode replaces the body of a response by its decoded form, of at most limit bytes. It does not change a body with an
// unknown coding, or one that is not in the coding that its header names.
func (d *decoder) decode(r *Response, limit int) {
	coding := strings.ToLower(strings.TrimSpace(r.Header.Get("Content-Encoding")))
	if coding == "" || coding == "identity" || len(r.Body) == 0 {
		return
	}
	if coding != "gzip" && coding != "x-gzip" {
		r.Encoded = true
		return
	}
	d.from.Reset(r.Body)
	if d.zip.Reset(&d.from) != nil {
		r.Encoded = true
		return
	}
	plain, more, err := readLimited(&d.zip, d.plain[:0], limit)
	d.plain = plain
	if err != nil && !r.Truncated {
		r.Encoded = true
		return
	}
	r.Body, r.Gzip, r.Truncated = plain, true, r.Truncated || more
}

// isStream reports whether an answer does not end by itself, such as server-sent events. Its client leaves after some
// bytes.
func isStream(h http.Header) bool {
	values := h["Content-Type"]
	if len(values) == 0 || len(values[0]) < len("text/event-stream") {
		return false
	}
	kind, _, err := mime.ParseMediaType(values[0])
	return err == nil && (kind == "text/event-stream" || kind == "multipart/x-mixed-replace")
}

// streamTime is how long a stream may take from its beginning to its first bytes. In this process the bytes either come
// at once or wait for an event that does not happen.
const (
	streamTime       = 10 * time.Millisecond
	remoteStreamTime = 200 * time.Millisecond
)
