package message

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

func TestKindOfMediaTypes(t *testing.T) {
	for mediaType, want := range map[string]struct {
		kind BodyKind
		sent string
	}{
		"application/json":                  {JSON, "application/json"},
		"Application/JSON; charset=utf-8":   {JSON, "Application/JSON; charset=utf-8"},
		"application/problem+json":          {JSON, "application/problem+json"},
		"application/merge-patch+json":      {JSON, "application/merge-patch+json"},
		"*/*":                               {JSON, "application/json"},
		"application/*":                     {JSON, "application/json"},
		"application/yaml":                  {JSON, "application/yaml"},
		"application/xml":                   {XML, "application/xml"},
		"text/xml":                          {XML, "text/xml"},
		"application/soap+xml":              {XML, "application/soap+xml"},
		"application/x-www-form-urlencoded": {Form, "application/x-www-form-urlencoded"},
		"multipart/form-data":               {Multipart, "multipart/form-data"},
		"text/plain":                        {PlainText, "text/plain"},
		"text/*":                            {PlainText, "text/plain"},
		"application/octet-stream":          {Bytes, "application/octet-stream"},
		"image/*":                           {Bytes, "image/png"},
		"audio/*":                           {Bytes, "application/octet-stream"},
		"a/b\r\nX: y":                       {Bytes, "a/bX: y"},
	} {
		t.Run(mediaType, func(t *testing.T) {
			assert.Equal(t, want.kind, KindOf(mediaType))
			assert.Equal(t, want.sent, Concrete(mediaType))
		})
	}
}

func typed(kind string) *openapi.Schema {
	s := openapi.NewSchema()
	s.Types = []string{kind}
	return s
}

func objectOf(properties ...openapi.Property) *openapi.Schema {
	s := typed("object")
	s.Properties = properties
	return s
}

func TestBodies(t *testing.T) {
	nested := value.Object{{Name: "a", Value: []any{int64(1), "x y"}}, {Name: "o", Value: tableObject[:1]},
		{Name: "n", Value: nil}, {Name: "gone", Value: value.Absent}}
	for _, c := range []struct {
		name  string
		media openapi.MediaType
		value any
		want  string
		json  bool
	}{
		{"json", openapi.MediaType{Type: "application/json"}, nested, `{"a":[1,"x y"],"o":{"R":100},"n":null}`, true},
		{"json text", openapi.MediaType{Type: "application/vnd.x+json"}, "a\"b", `"a\"b"`, true},
		{"form", openapi.MediaType{Type: "application/x-www-form-urlencoded"}, nested,
			"a=1&a=x%20y&o=%7B%22R%22%3A100%7D&n=", false},
		{"form with a style", openapi.MediaType{Type: "application/x-www-form-urlencoded",
			Encoding: map[string]openapi.Encoding{
				"a": {Style: "pipeDelimited"}, "o": {Style: "deepObject", Explode: true}}}, nested,
			"a=1%7Cx%20y&o%5BR%5D=100&n=", false},
		{"form with a content type", openapi.MediaType{Type: "application/x-www-form-urlencoded",
			Encoding: map[string]openapi.Encoding{
				"a": {ContentType: "application/json", Explode: true}}}, nested[:1], "a=%5B1,%22x%20y%22%5D", false},
		{"text", openapi.MediaType{Type: "text/plain"}, "a\r\nb", "a\r\nb", false},
		{"text of a number", openapi.MediaType{Type: "text/plain"}, int64(7), "7", false},
		{"text of an array", openapi.MediaType{Type: "text/csv"}, []any{true, json.Number("1.50")},
			"[true,1.50]", false},
		{"bytes", openapi.MediaType{Type: "application/octet-stream"}, "\xff\x00", "\xff\x00", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var e Request
			e.AddBody(&c.media, c.value)
			assert.Equal(t, c.want, string(e.Body))
			assert.Equal(t, c.json, e.JSONBody)
			assert.True(t, e.HasBody)
		})
	}
}

func TestMultipart(t *testing.T) {
	binary := typed("string")
	binary.Format = "binary"
	files := typed("array")
	files.Items = binary
	m := &openapi.MediaType{Type: "multipart/form-data", Schema: objectOf(
		openapi.Property{Name: "file", Schema: binary}, openapi.Property{Name: "files", Schema: files}),
		Encoding: map[string]openapi.Encoding{"picture": {ContentType: "image/*, text/plain"},
			"list": {ContentType: "application/json"}}}
	value := value.Object{
		{Name: "name", Value: "Ann"}, {Name: "file", Value: "\x00\xff--evoke-boundary"},
		{Name: "files", Value: []any{"a", "b"}}, {Name: "meta", Value: tableObject[:1]},
		{Name: "tags", Value: []any{"x", int64(2)}}, {Name: "picture", Value: "PNG"},
		{Name: "list", Value: []any{int64(1)}}, {Name: "gone", Value: value.Absent}, {Name: "q\"\\", Value: nil},
	}
	var e Request
	e.AddBody(m, value)
	assert.Equal(t, "multipart/form-data; boundary=evoke-boundary-1", e.ContentType,
		"a part contains the first boundary")
	var got []string
	for _, p := range readParts(t, &e) {
		got = append(got, strings.Join([]string{p.name, p.file, p.kind, p.data}, "|"))
	}
	assert.Equal(t, []string{
		"name|||Ann", "file|file|application/octet-stream|\x00\xff--evoke-boundary",
		"files|files.txt|text/plain|a", "files|files.txt|text/plain|b",
		`meta||application/json|{"R":100}`, "tags|||x", "tags|||2", "picture|picture.png|image/png|PNG",
		"list||application/json|[1]", `q"\|||`,
	}, got)
}

type part struct{ name, file, kind, data string }

func readParts(t require.TestingT, e *Request) []part {
	_, params, err := mime.ParseMediaType(e.ContentType)
	require.NoError(t, err)
	r := multipart.NewReader(bytes.NewReader(e.Body), params["boundary"])
	var out []part
	for {
		p, err := r.NextRawPart()
		if errors.Is(err, io.EOF) {
			return out
		}
		require.NoError(t, err)
		data, err := io.ReadAll(p)
		require.NoError(t, err)
		out = append(out, part{p.FormName(), p.FileName(), p.Header.Get("Content-Type"), string(data)})
	}
}

func TestXML(t *testing.T) {
	named := func(s *openapi.Schema, x openapi.XML) *openapi.Schema { s.XML = &x; return s }
	list := func(x openapi.XML, items *openapi.Schema) *openapi.Schema {
		s := named(typed("array"), x)
		s.Items = items
		return s
	}
	animals := func(s *openapi.Schema) *openapi.Schema { return objectOf(openapi.Property{Name: "animals", Schema: s}) }
	two := value.Object{{Name: "animals", Value: []any{"cat", "dog"}}}
	for _, c := range []struct {
		name   string
		schema *openapi.Schema
		value  any
		want   string
	}{
		// The examples of OpenAPI 3.1.1, 4.8.26.
		{"array", animals(list(openapi.XML{}, typed("string"))), two,
			"<root><animals>cat</animals><animals>dog</animals></root>"},
		{"renamed items", animals(list(openapi.XML{}, named(typed("string"), openapi.XML{Name: "animal"}))), two,
			"<root><animal>cat</animal><animal>dog</animal></root>"},
		{"name of an unwrapped array is ignored",
			animals(list(openapi.XML{Name: "aliens"}, named(typed("string"), openapi.XML{Name: "animal"}))), two,
			"<root><animal>cat</animal><animal>dog</animal></root>"},
		{"wrapped", animals(list(openapi.XML{Wrapped: true}, typed("string"))), two,
			"<root><animals><animals>cat</animals><animals>dog</animals></animals></root>"},
		{"wrapped and renamed", animals(
			list(openapi.XML{Name: "aliens", Wrapped: true}, named(typed("string"), openapi.XML{Name: "animal"})),
		), two, "<root><aliens><animal>cat</animal><animal>dog</animal></aliens></root>"},
		{"attribute and namespace", objectOf(
			openapi.Property{Name: "id", Schema: named(typed("integer"), openapi.XML{Attribute: true})},
			openapi.Property{Name: "name",
				Schema: named(typed("string"), openapi.XML{Namespace: "http://example.com/schema", Prefix: "sample"})}),
			value.Object{{Name: "id", Value: int64(7)}, {Name: "name", Value: "A<b"}},
			`<root id="7"><sample:name xmlns:sample="http://example.com/schema">A&lt;b</sample:name></root>`},
		{"prefixed attribute", objectOf(openapi.Property{Name: "id",
			Schema: named(typed("integer"), openapi.XML{Attribute: true, Prefix: "p", Namespace: "urn:p"})}),
			value.Object{{Name: "id", Value: int64(7)}}, `<root p:id="7" xmlns:p="urn:p"></root>`},
		{"root of a shared schema", &openapi.Schema{Ref: "#/components/schemas/Book",
			XML: &openapi.XML{Namespace: "urn:x"}}, value.Object{}, `<Book xmlns="urn:x"></Book>`},
		{"array as the document", list(openapi.XML{Name: "books"}, typed("string")), []any{"a"},
			"<books><item>a</item></books>"},
		{"names made valid", nil, value.Object{{Name: "1 a:b", Value: nil}, {Name: "xmlish", Value: true},
			{Name: "", Value: "\x00x"}, {Name: "gone", Value: value.Absent}},
			"<root><_1_a_b></_1_a_b><_xmlish>true</_xmlish><_>x</_></root>"},
		{"text", nil, "a & b", "<root>a &amp; b</root>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := appendXML(nil, c.schema, c.value)
			assert.Equal(t, c.want, string(got))
			requireXML(t, got)
		})
	}
}

// requireXML fails unless data is one well-formed document.
func requireXML(t require.TestingT, data []byte) {
	d := xml.NewDecoder(bytes.NewReader(data))
	for roots, depth := 0, 0; ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			require.Equal(t, 1, roots)
			return
		}
		require.NoError(t, err, "%q", data)
		switch token.(type) {
		case xml.StartElement:
			if depth++; depth == 1 {
				roots++
			}
		case xml.EndElement:
			depth--
		}
	}
}

// drawMembers draws a flat object with distinct names.
func drawMembers(t *rapid.T) value.Object {
	n := rapid.IntRange(0, 4).Draw(t, "members")
	seen := map[string]bool{}
	out := value.Object{}
	for range n {
		name := drawText(t, "name")
		if !seen[name] {
			seen[name] = true
			out = append(out, value.Member{Name: name, Value: drawText(t, "value")})
		}
	}
	return out
}

func TestFormDecodesToTheSameValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		members := drawMembers(t)
		var e Request
		e.AddBody(&openapi.MediaType{Type: "application/x-www-form-urlencoded"}, members)
		got, err := url.ParseQuery(string(e.Body))
		require.NoError(t, err)
		want := url.Values{}
		for _, m := range members {
			want.Set(m.Name, m.Value.(string))
		}
		assert.Equal(t, want, got)
	})
}

func TestMultipartDecodesToTheSameValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		members := drawMembers(t)
		members = append(members,
			value.Member{Name: "blob", Value: string(rapid.SliceOf(rapid.Byte()).Draw(t, "blob"))})
		if rapid.Bool().Draw(t, "tricky") {
			members = append(members, value.Member{Name: "tricky", Value: "\r\n--" + boundary + "--\r\n"})
		}
		var e Request
		e.AddBody(&openapi.MediaType{Type: "multipart/form-data"}, members)
		got := readParts(t, &e)
		require.Len(t, got, len(members))
		for i, m := range members {
			assert.Equal(t, m.Value, got[i].data)
		}
	})
}

func TestJSONDecodesToTheSameValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var v any = drawMembers(t)
		v = []any{v, rapid.Int64().Draw(t, "int"), rapid.Bool().Draw(t, "bool"), nil}
		var e Request
		e.AddBody(&openapi.MediaType{Type: "application/json"}, v)
		got, err := value.ParseJSON(e.Body)
		require.NoError(t, err)
		assert.True(t, value.Equal(v, got), "%s", e.Body)
		assert.True(t, json.Valid(e.Body))
	})
}

func FuzzForm(f *testing.F) {
	f.Add([]byte(`{"a":[1,{"b":null}],"c d":"&="}`), "deepObject", "application/json", true)
	f.Add([]byte(`[1]`), "", "", false)
	f.Fuzz(func(t *testing.T, data []byte, style, kind string, explode bool) {
		v, err := value.ParseJSON(data)
		if _, ok := v.(value.Object); err != nil || !ok {
			return
		}
		m := &openapi.MediaType{Type: "application/x-www-form-urlencoded", Encoding: map[string]openapi.Encoding{
			"a": {Style: style, ContentType: kind, Explode: explode}}}
		var e Request
		e.AddBody(m, v)
		_, err = url.ParseQuery(string(e.Body))
		require.NoError(t, err, "%s", e.Body)
	})
}

func FuzzMultipart(f *testing.F) {
	f.Add([]byte(`{"a":["--evoke-boundary",{"b":null}],"c\" d":"x"}`), "image/*")
	f.Add([]byte(`"a"`), "multipart/x")
	f.Fuzz(func(t *testing.T, data []byte, kind string) {
		value, err := value.ParseJSON(data)
		if err != nil {
			value = string(data)
		}
		m := &openapi.MediaType{Type: "multipart/form-data",
			Encoding: map[string]openapi.Encoding{"a": {ContentType: kind}}}
		var e Request
		e.AddBody(m, value)
		readParts(t, &e)
	})
}

func FuzzXML(f *testing.F) {
	f.Add([]byte(`{"a":["x",{"b":null}],"c:d":"<&>"}`), "name", "pre fix", "urn:x", uint8(1))
	f.Add([]byte(`[[1],"\u0000"]`), "", "xml", "", uint8(2))
	f.Fuzz(func(t *testing.T, data []byte, name, prefix, namespace string, flags uint8) {
		value, err := value.ParseJSON(data)
		if err != nil {
			value = string(data)
		}
		s := openapi.NewSchema()
		s.XML = &openapi.XML{Name: name, Prefix: prefix, Namespace: namespace,
			Attribute: flags&1 > 0, Wrapped: flags&2 > 0}
		s.Items = s
		s.Properties = []openapi.Property{{Name: "a", Schema: s}, {Name: "b", Schema: s}}
		requireXML(t, appendXML(nil, s, value))
	})
}

func FuzzJSON(f *testing.F) {
	f.Add([]byte(`{"a":["x",{"b":null}],"c:d":1e400}`))
	f.Add([]byte("\xff\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		value, err := value.ParseJSON(data)
		if err != nil {
			value = string(data)
		}
		var e Request
		e.AddBody(&openapi.MediaType{Type: "application/json"}, value)
		require.True(t, json.Valid(e.Body), "%q", e.Body)
	})
}

// TestFilesHaveNames: servers look at the ends of the names.
func TestFilesHaveNames(t *testing.T) {
	var w partWriter
	w.mark = "m"
	w.writeValue("photo", nil, "application/octet-stream", Samples()[1].Content)
	w.writeValue("table", nil, "application/zip", "a,b\n1,2\n")
	got, err := io.ReadAll(bytes.NewReader(w.out))
	require.NoError(t, err)
	assert.Contains(t, string(got), `name="photo"; filename="photo.png"`)
	assert.Contains(t, string(got), `name="table"; filename="table.zip"`+"\r\nContent-Type: application/zip\r\n")
}
