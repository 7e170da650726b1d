package decode_test

import (
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/calls/decode"
)

type order struct {
	N    int      `json:"n" xml:"n"`
	Tags []string `json:"tags" xml:"tags"`
}

// call is a function and its replacement, with texts each of which is nearer to a valid one than the text before it.
type call struct {
	name    string
	plain   func(s string) []any
	near    func(at probe.Call, s string) []any
	nearing []string
}

// into returns calls of functions that decode into a value.
func into(
	name string, plain func([]byte, any) error, near func(probe.Call, func([]byte, any) error, []byte, any) error,
	nearing ...string,
) call {
	return call{name, func(s string) []any { var o order; err := plain([]byte(s), &o); return []any{o, err} },
		func(at probe.Call, s string) []any {
			var o order
			err := near(at, plain, []byte(s), &o)
			return []any{o, err}
		}, nearing}
}

// from returns calls of decoders that read a reader.
func from(
	name string, decoder func(s string) func(any) error, near func(probe.Call, func(any) error, any) error,
	nearing ...string,
) call {
	return call{name, func(s string) []any { var o order; err := decoder(s)(&o); return []any{o, err} },
		func(at probe.Call, s string) []any {
			var o order
			err := near(at, decoder(s), &o)
			return []any{o, err}
		}, nearing}
}

// base64Calls returns the calls of a base64 encoding.
func base64Calls(name string, enc *base64.Encoding, nearing ...string) []call {
	return []call{
		{name, func(s string) []any { v, err := enc.DecodeString(s); return []any{v, err} },
			func(at probe.Call, s string) []any { v, err := decode.Base64(at, enc, s); return []any{v, err} }, nearing},
		{name + " in place", func(s string) []any {
			b := []byte(s)
			n, err := enc.Decode(b, b)
			return []any{b, n, err}
		},
			func(at probe.Call, s string) []any {
				b := []byte(s)
				n, err := decode.Base64Into(at, enc, b, b)
				return []any{b, n, err}
			}, nearing},
	}
}

func calls() []call {
	reader := func(s string) *csv.Reader { return csv.NewReader(strings.NewReader(s)) }
	own := base64.NewEncoding("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789()").WithPadding('*')
	list := []call{
		into("json.Unmarshal", json.Unmarshal, decode.JSON, "order", "{\"n\":", "{\"n\":7", "{\"n\":7]",
			"{\"n\":\"7\"}", "{\"n\":7}"),
		into("xml.Unmarshal", xml.Unmarshal, decode.XML, "", "order", "<order", "<order>7</order", "<order>7</order>"),
		{"json.Valid", func(s string) []any { return []any{json.Valid([]byte(s))} },
			func(at probe.Call, s string) []any { return []any{decode.ValidJSON(at, json.Valid, []byte(s))} },
			[]string{"order", "{\"n\":", "[}", "[", "[]"}},
		from("json.Decoder", func(s string) func(any) error { return json.NewDecoder(strings.NewReader(s)).Decode },
			decode.Stream,
			"", "order", "{\"n\":,", "{\"n\":\"7\"}", "{\"n\":7}"),
		from("xml.Decoder", func(s string) func(any) error { return xml.NewDecoder(strings.NewReader(s)).Decode },
			decode.XMLStream,
			"", "<order", "<order>\n\n<", "<order>7</order>"),
		{"csv.Read", func(s string) []any { v, err := reader(s).Read(); return []any{v, err} },
			func(at probe.Call, s string) []any { v, err := decode.CSV(at, reader(s).Read); return []any{v, err} },
			[]string{"", `a"`, `a,b"`, "a,b"}},
		{"csv.ReadAll", func(s string) []any { v, err := reader(s).ReadAll(); return []any{v, err} },
			func(at probe.Call, s string) []any { v, err := decode.CSV(at, reader(s).ReadAll); return []any{v, err} },
			[]string{`a"`, "a\nb,c", "a,b\nc,d"}},
	}
	list = append(list, base64Calls("base64", base64.StdEncoding, "-----", "a-Y=", "a,Y=", "a/Y=")...)
	list = append(list, base64Calls("raw base64", base64.RawStdEncoding, "-----", "a-Y", "a,Y", "a/Y")...)
	list = append(list, base64Calls("base64 of URLs", base64.URLEncoding, "~~~~~", "a+Y=", "a,Y=", "a-Y=")...)
	return append(list, base64Calls("own base64", own, "~~~~~", "a+Y*", "a)Y*")...)
}

// outcome writes what a call returned or panicked with.
func outcome(f func() []any) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint("panic: ", r)
		}
	}()
	return fmt.Sprintf("%+v", f())
}

// TestNearing: each text has a higher score than the one before, and the last is decoded.
func TestNearing(t *testing.T) {
	for _, c := range calls() {
		t.Run(c.name, func(t *testing.T) {
			before := 0.0
			for i, s := range c.nearing {
				at := probe.NewCall()
				c.near(at, s)
				toTrue, toFalse := at.Sides()
				assert.Greater(t, toTrue, before, s)
				if last := i == len(c.nearing)-1; last {
					assert.Equal(t, [2]float64{1, heuristics.Close(1)}, [2]float64{toTrue, toFalse}, s)
				} else {
					assert.Less(t, toTrue, 1.0, s)
					assert.Equal(t, 1.0, toFalse, s)
				}
				before = toTrue
			}
		})
	}
}

func TestVariant(t *testing.T) {
	for name, enc := range map[string]*base64.Encoding{
		"": base64.StdEncoding, "raw": base64.RawStdEncoding, "url": base64.URLEncoding,
		"rawurl": base64.RawURLEncoding.Strict(),
	} {
		variant, known := decode.Variant(enc)
		assert.True(t, known)
		assert.Equal(t, name, variant)
	}
	_, known := decode.Variant(base64.StdEncoding.WithPadding('*'))
	assert.False(t, known)
}

// FuzzReplacements compares each replacement with its function.
func FuzzReplacements(f *testing.F) {
	for _, c := range calls() {
		for _, s := range c.nearing {
			f.Add(s)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, c := range calls() {
			want := outcome(func() []any { return c.plain(s) })
			assert.Equal(t, want, outcome(func() []any { return c.near(probe.NewCall(), s) }), c.name)
			assert.Equal(t, want, outcome(func() []any { return c.near(probe.Call{}, s) }), c.name)
		}
	})
}

// TestNilIsKept: calls that panic or fail without a value still do so.
func TestNilIsKept(t *testing.T) {
	for _, v := range []any{nil, order{}, (*order)(nil)} {
		assert.Equal(t, json.Unmarshal([]byte("{}"), v), decode.JSON(probe.NewCall(), json.Unmarshal, []byte("{}"), v))
	}
	var enc *base64.Encoding
	assert.Panics(t, func() { _, _ = decode.Base64(probe.NewCall(), enc, "YQ==") })
	s, err := decode.Base64(probe.NewCall(), base64.StdEncoding, "")
	assert.NoError(t, err)
	assert.Empty(t, s)
}

func BenchmarkJSON(b *testing.B) {
	for name, text := range map[string]string{"valid": `{"n":7,"tags":["a","b"]}`,
		"not valid": `{"n":7,"tags":["a","b"`} {
		b.Run(name+"/plain", func(b *testing.B) {
			for b.Loop() {
				var o order
				_ = json.Unmarshal([]byte(text), &o)
			}
		})
		b.Run(name+"/news", func(b *testing.B) {
			for b.Loop() {
				var o order
				_ = decode.JSON(probe.NewCall(), json.Unmarshal, []byte(text), &o)
			}
		})
	}
}
