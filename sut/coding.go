package sut

import (
	"bytes"
	"compress/gzip"
	"mime"
	"net/http"
	"strings"
	"time"
)

// decoder frees bodies from their content coding (RFC 9110, section 8.4). It
// keeps its memory for the next one.
type decoder struct {
	from  bytes.Reader
	zip   gzip.Reader
	plain []byte
}

// decode changes the body of a response to what it stands for, at most limit
// bytes of it. What is not of the coding that it claims stays as it is.
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
		return
	}
	plain, more, err := readLimited(&d.zip, d.plain[:0], limit)
	d.plain = plain
	if err != nil && !r.Truncated {
		return
	}
	r.Body, r.Gzip, r.Truncated = plain, true, r.Truncated || more
}

// isStream reports whether an answer has no end by itself: its client leaves
// when it has seen enough.
func isStream(h http.Header) bool {
	values := h["Content-Type"]
	if len(values) == 0 || len(values[0]) < len("text/event-stream") {
		return false
	}
	kind, _, err := mime.ParseMediaType(values[0])
	return err == nil && (kind == "text/event-stream" || kind == "multipart/x-mixed-replace")
}

// streamTime is how long a stream that has begun may take to its first bytes.
// In a process they are there at once or wait for something that does not come.
const (
	streamTime       = 10 * time.Millisecond
	remoteStreamTime = 200 * time.Millisecond
)
