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

// Unmarshal returns a function that calls f and notes the text and the type of the value. mediaType is that of the
// text.
func Unmarshal(mediaType string, f func(data []byte, v any) error) func(data []byte, v any) error {
	if !noted.hears.Load() {
		return f
	}
	return func(data []byte, v any) error {
		Decoded(mediaType, data, v)
		return f(data, v)
	}
}

// Decoded notes that a text is decoded into a value. Replacements of decoders call it before the decoder.
func Decoded(mediaType string, data []byte, v any) {
	if noted.hears.Load() {
		decoded(mediaType, string(data[:min(len(data), maxData)]), v)
	}
}

func decoded(mediaType, data string, v any) {
	text := Schema(reflect.TypeOf(v), tagOf(mediaType))
	if text == "" {
		return
	}
	r := Read{Place: Body, Name: mediaType, Type: text, Decoded: true, Data: data}
	if claim := noted.claim.Load(); claim != nil && (*claim)(r) {
		return
	}
	if noted.on.Load() {
		noted.note(r)
	}
}

// Claim gives each text that is decoded from now on to f, with its type, before it is noted. If f returns true, the
// text came from elsewhere and is not noted. f may be called by several goroutines at the same time; nil ends it.
// Texts are given to f whether notes are on or not.
func Claim(f func(Read) bool) {
	noted.claim.Store(&f)
	if f == nil {
		noted.claim.Store(nil)
	}
	noted.listen()
}

// tagOf returns the key of struct tags for a media type, such as "json".
func tagOf(mediaType string) string {
	switch {
	case strings.Contains(mediaType, "json"):
		return "json"
	case strings.Contains(mediaType, "xml"):
		return "xml"
	}
	return "form"
}

// Decoder returns a function that makes a decoder by calling f, and notes the bytes that the decoder reads.
func Decoder[D any](f func(io.Reader) D) func(io.Reader) D {
	if !noted.hears.Load() {
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

// Decode returns the method Decode of a decoder. The returned function also notes the type of the first value that it
// decodes.
func Decode[D interface{ Decode(v any) error }](mediaType string, d D) func(v any) error {
	if !noted.hears.Load() || !reflect.TypeOf(d).Comparable() {
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

// Bind notes that a part of the request is decoded into a value, and returns the value. what lists the parts, with
// commas between them: media types of the body, and the places [Query], [Header] and [Form]. After a colon follows the
// key of the struct tags, if it is not the usual one. A "!" at the end says that fields without this tag are not
// decoded.
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
