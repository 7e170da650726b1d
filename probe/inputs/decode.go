package inputs

import (
	"io"
	"reflect"
	"strings"
)

// stream is what a decoder has read.
type stream struct {
	io.Reader
	data []byte
	told bool
}

// Read implements io.Reader.
func (s *stream) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if room := maxData - len(s.data); n > 0 && room > 0 {
		s.data = append(s.data, p[:min(n, room)]...)
	}
	return n, err
}

// Unmarshal returns a function that does what f does, and notes the type and the
// text. mediaType is that of the text.
func Unmarshal(mediaType string, f func(data []byte, v any) error) func(data []byte, v any) error {
	if !noted.on.Load() {
		return f
	}
	return func(data []byte, v any) error {
		Decoded(mediaType, data, v)
		return f(data, v)
	}
}

// Decoded notes that a text is decoded into a value. A function that stands in for a
// decoder calls it before the decoder.
func Decoded(mediaType string, data []byte, v any) {
	if noted.on.Load() {
		decoded(mediaType, string(data[:min(len(data), maxData)]), v)
	}
}

func decoded(mediaType, data string, v any) {
	if text := Schema(reflect.TypeOf(v), tagOf(mediaType)); text != "" {
		noted.note(Read{Place: Body, Name: mediaType, Type: text, Decoded: true, Data: data})
	}
}

// tagOf returns the key of the tags of fields for a media type.
func tagOf(mediaType string) string {
	switch {
	case strings.Contains(mediaType, "json"):
		return "json"
	case strings.Contains(mediaType, "xml"):
		return "xml"
	}
	return "form"
}

// Decoder returns a function that makes a decoder as f does, and notes what the
// decoder reads.
func Decoder[D any](f func(io.Reader) D) func(io.Reader) D {
	if !noted.on.Load() {
		return f
	}
	return func(r io.Reader) D {
		if r == nil {
			return f(r)
		}
		s := &stream{Reader: r}
		d := f(s)
		noted.mu.Lock()
		defer noted.mu.Unlock()
		if noted.streams == nil {
			noted.streams = map[any]*stream{}
		}
		if reflect.TypeOf(d).Comparable() && len(noted.streams) < most {
			noted.streams[d] = s
		}
		return d
	}
}

// Decode returns the method of a decoder, which also notes the type of the first
// value that it decodes.
func Decode[D interface{ Decode(v any) error }](mediaType string, d D) func(v any) error {
	if !noted.on.Load() || !reflect.TypeOf(d).Comparable() {
		return d.Decode
	}
	return func(v any) error {
		noted.mu.Lock()
		s := noted.streams[d]
		noted.mu.Unlock()
		first := s != nil && !s.told
		if first {
			s.told = true
			defer func() { decoded(mediaType, string(s.data), v) }()
		}
		return d.Decode(v)
	}
}

// Bind notes that a part of the request is decoded into a value, which it returns.
// what says which parts: media types of the body, and the places [Query], [Header]
// and [Form], with a comma between them. What stands behind a colon is the key of
// the tags. An exclamation mark at the end says that fields without it stay as they
// are.
func Bind[V any](what string, v V) V {
	if !noted.on.Load() {
		return v
	}
	t := reflect.TypeOf(any(v))
	for part := range strings.SplitSeq(what, ",") {
		part, tagged := strings.CutSuffix(part, "!")
		place, tag, _ := strings.Cut(part, ":")
		if strings.Contains(place, "/") {
			if text := Schema(t, tagOf(place)); text != "" && (!tagged || len(members(t, tagOf(place), true)) > 0) {
				noted.note(Read{Place: Body, Name: place, Type: text})
			}
			continue
		}
		for _, m := range members(t, tag, tagged) {
			noted.note(Read{Place: place, Name: m.name, Type: m.text})
		}
	}
	return v
}
