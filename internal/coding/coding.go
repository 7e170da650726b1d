// Package coding reads the bodies of answers: it takes off their content codings (RFC 9110, section 8.4) and turns
// their charset into UTF-8.
package coding

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"mime"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/encoding/ianaindex"
)

// MaxBody bounds what a body is unpacked to, in bytes.
const MaxBody = 16 << 20

const maxCodings = 5

// ErrUnknown means that a body may be fine, and that this package cannot read it.
var ErrUnknown = errors.New("cannot be read")

// Codings returns the content codings that a header lists, in the order in which they were applied.
func Codings(header string) (out []string) {
	for name := range strings.SplitSeq(strings.ToLower(header), ",") {
		if name = strings.TrimSpace(name); name != "" && name != "identity" {
			out = append(out, name)
		}
	}
	return out
}

// Unpack takes off the content codings of a body, the last one first. An error is one line that follows "the body".
func Unpack(header string, body []byte) ([]byte, error) {
	all := Codings(header)
	if len(all) > maxCodings {
		return nil, fmt.Errorf("%w: it has %d content codings", ErrUnknown, len(all))
	}
	for _, name := range slices.Backward(all) {
		plain, err := unpack(name, body)
		switch {
		case errors.Is(err, ErrUnknown):
			return nil, err
		case errors.Is(err, io.ErrUnexpectedEOF):
			return nil, fmt.Errorf("ends in the middle of its content coding %s", name)
		case err != nil:
			return nil, fmt.Errorf("does not have its content coding %s", name)
		}
		body = plain
	}
	return body, nil
}

func unpack(name string, body []byte) ([]byte, error) {
	from, err := reader(name, body)
	if err != nil {
		return nil, atEnd(err)
	}
	defer func() { _ = from.Close() }()
	plain, err := io.ReadAll(io.LimitReader(from, MaxBody+1))
	switch {
	case err != nil:
		return nil, atEnd(err)
	case len(plain) > MaxBody:
		return nil, fmt.Errorf("%w: unpacked it has more than %d MB", ErrUnknown, MaxBody>>20)
	}
	return plain, nil
}

// atEnd is for readers that say the end of their input in two ways.
func atEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func reader(name string, body []byte) (io.ReadCloser, error) {
	from := bytes.NewReader(body)
	switch name {
	case "gzip", "x-gzip":
		return gzip.NewReader(from)
	case "deflate": // of zlib, and bare where somebody took the name to the letter
		if r, err := zlib.NewReader(from); err == nil {
			return r, nil
		}
		return flate.NewReader(bytes.NewReader(body)), nil
	case "br":
		return io.NopCloser(brotli.NewReader(from)), nil
	case "zstd":
		d, err := zstd.NewReader(from, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(4*MaxBody))
		if err != nil {
			return nil, err
		}
		return d.IOReadCloser(), nil
	}
	return nil, fmt.Errorf("%w: nobody knows its content coding %q", ErrUnknown, name)
}

// Charset returns the charset that a content type declares, in small letters, "" for none and for UTF-8.
func Charset(contentType string) string {
	if strings.IndexByte(contentType, ';') < 0 {
		return "" // most have no parameters, and this is asked for each answer many times
	}
	_, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		return ""
	}
	switch name := strings.ToLower(params["charset"]); name {
	case "utf-8", "utf8", "us-ascii":
		return ""
	default:
		return name
	}
}

// Latin1 is the charset whose bytes are the first characters of Unicode.
const Latin1 = "iso-8859-1"

// UTF8 turns a body of the charset that its content type declares into UTF-8.
func UTF8(contentType string, body []byte) ([]byte, error) {
	name := Charset(contentType)
	if name == "" {
		return body, nil
	}
	e, err := ianaindex.IANA.Encoding(name)
	if err != nil || e == nil {
		return nil, fmt.Errorf("%w: nobody knows its charset %q", ErrUnknown, name)
	}
	plain, err := e.NewDecoder().Bytes(body)
	if err != nil {
		return nil, fmt.Errorf("does not have its charset %s", name)
	}
	return plain, nil
}
