package message

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

// The values of the style table of OpenAPI 3.1.1, 4.8.12.5.
var (
	tableArray  = []any{"blue", "black", "brown"}
	tableObject = value.Object{{Name: "R", Value: int64(100)}, {Name: "G", Value: int64(200)},
		{Name: "B", Value: int64(150)}}
)

func TestStylesOfPathParameters(t *testing.T) {
	for _, c := range []struct {
		name    string
		style   string
		explode bool
		value   any
		want    string
	}{
		{"matrix empty", "matrix", false, "", ";color"},
		{"matrix string", "matrix", false, "blue", ";color=blue"},
		{"matrix array", "matrix", false, tableArray, ";color=blue,black,brown"},
		{"matrix object", "matrix", false, tableObject, ";color=R,100,G,200,B,150"},
		{"matrix explode empty", "matrix", true, "", ";color"},
		{"matrix explode string", "matrix", true, "blue", ";color=blue"},
		{"matrix explode array", "matrix", true, tableArray, ";color=blue;color=black;color=brown"},
		{"matrix explode object", "matrix", true, tableObject, ";R=100;G=200;B=150"},
		{"label string", "label", false, "blue", ".blue"},
		{"label array", "label", false, tableArray, ".blue,black,brown"},
		{"label object", "label", false, tableObject, ".R,100,G,200,B,150"},
		{"label explode string", "label", true, "blue", ".blue"},
		{"label explode array", "label", true, tableArray, ".blue.black.brown"},
		{"label explode object", "label", true, tableObject, ".R=100.G=200.B=150"},
		{"simple string", "simple", false, "blue", "blue"},
		{"simple array", "simple", false, tableArray, "blue,black,brown"},
		{"simple object", "simple", false, tableObject, "R,100,G,200,B,150"},
		{"simple explode array", "simple", true, tableArray, "blue,black,brown"},
		{"simple explode object", "simple", true, tableObject, "R=100,G=200,B=150"},

		{"escaped text", "simple", false, "a/b c?d#e%f", "a%2Fb%20c%3Fd%23e%25f"},
		{"escaped element", "simple", false, []any{"a,b", "c/d"}, "a%2Cb,c%2Fd"},
		{"integer", "simple", false, int64(-7), "-7"},
		{"boolean", "simple", false, true, "true"},
		{"empty text keeps the route", "simple", false, "", "0"},
		{"one dot keeps the route", "simple", false, ".", ".0"},
		{"two dots keep the route", "simple", false, "..", "..0"},
		{"empty label keeps the route", "label", false, "", ".0"},
		{"null keeps the route", "simple", false, nil, "null"},
		{"empty array keeps the route", "simple", false, []any{}, "0"},
		{"array of a dot keeps the route", "simple", false, []any{"."}, ".0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &openapi.Parameter{Name: "color", In: openapi.InPath, Style: c.style, Explode: c.explode}
			assert.Equal(t, c.want, PathParam(p, c.value).Text)
		})
	}
}

func TestStylesOfQueryParameters(t *testing.T) {
	list := value.Object{{Name: "a", Value: []any{"x", "y"}}, {Name: "b", Value: value.Object{{Name: "c", Value: nil}}}}
	for _, c := range []struct {
		name  string
		spec  openapi.Parameter
		value any
		want  string
	}{
		{"form empty", openapi.Parameter{Style: "form"}, "", "color="},
		{"form string", openapi.Parameter{Style: "form"}, "blue", "color=blue"},
		{"form array", openapi.Parameter{Style: "form"}, tableArray, "color=blue,black,brown"},
		{"form object", openapi.Parameter{Style: "form"}, tableObject, "color=R,100,G,200,B,150"},
		{"form explode empty", openapi.Parameter{Style: "form", Explode: true}, "", "color="},
		{"form explode string", openapi.Parameter{Style: "form", Explode: true}, "blue", "color=blue"},
		{"form explode array", openapi.Parameter{Style: "form", Explode: true}, tableArray,
			"color=blue&color=black&color=brown"},
		{"form explode object", openapi.Parameter{Style: "form", Explode: true}, tableObject, "R=100&G=200&B=150"},
		{"space array", openapi.Parameter{Style: "spaceDelimited"}, tableArray, "color=blue%20black%20brown"},
		{"space object", openapi.Parameter{Style: "spaceDelimited"}, tableObject, "color=R%20100%20G%20200%20B%20150"},
		{"pipe array", openapi.Parameter{Style: "pipeDelimited"}, tableArray, "color=blue%7Cblack%7Cbrown"},
		{"pipe object", openapi.Parameter{Style: "pipeDelimited"}, tableObject, "color=R%7C100%7CG%7C200%7CB%7C150"},
		{"tab array", openapi.Parameter{Style: "tabDelimited"}, tableArray, "color=blue%09black%09brown"},
		{"deep object", openapi.Parameter{Style: "deepObject", Explode: true}, tableObject,
			"color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"},
		{"deep nested", openapi.Parameter{Style: "deepObject", Explode: true}, list,
			"color%5Ba%5D%5B0%5D=x&color%5Ba%5D%5B1%5D=y&color%5Bb%5D%5Bc%5D="},
		{"deep array", openapi.Parameter{Style: "deepObject", Explode: true}, tableArray,
			"color%5B0%5D=blue&color%5B1%5D=black&color%5B2%5D=brown"},

		{"escaped", openapi.Parameter{Style: "form"}, "a b&c=d+e#f;g", "color=a%20b%26c%3Dd%2Be%23f%3Bg"},
		{"reserved", openapi.Parameter{Style: "form", AllowReserved: true}, "a:/?[]@!$'()*,=b&c#d+e;f",
			"color=a:/?[]@!$'()*,=b%26c%23d%2Be%3Bf"},
		{"content", openapi.Parameter{ContentType: "application/json"}, tableObject,
			"color=%7B%22R%22%3A100,%22G%22%3A200,%22B%22%3A150%7D"},
		{"null", openapi.Parameter{Style: "form"}, nil, "color="},
		{"empty array", openapi.Parameter{Style: "form"}, []any{}, ""},
		{"empty array allowed", openapi.Parameter{Style: "form", AllowEmpty: true}, []any{}, "color="},
		{"empty array exploded", openapi.Parameter{Style: "form", Explode: true}, []any{}, ""},
		{"array of one empty text", openapi.Parameter{Style: "form"}, []any{""}, "color="},
		{"absent member", openapi.Parameter{Style: "form", Explode: true},
			value.Object{{Name: "R", Value: value.Absent}, {Name: "G", Value: "1"}}, "G=1"},
		{"nested object is JSON", openapi.Parameter{Style: "form", Explode: true},
			value.Object{{Name: "o", Value: tableObject[:1]}}, "o=%7B%22R%22%3A100%7D"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.spec.Name, c.spec.In = "color", openapi.InQuery
			e := Request{Path: []PathPiece{{Text: "/"}}}
			e.AddParam(&c.spec, c.value)
			_, query, _ := strings.Cut(string(e.Target(nil, "")), "?")
			assert.Equal(t, c.want, query)
		})
	}
}

func TestStylesOfHeadersAndCookies(t *testing.T) {
	for _, c := range []struct {
		name           string
		explode        bool
		value          any
		header, cookie string
	}{
		{"string", false, "blue", "blue", "color=blue"},
		{"array", false, tableArray, "blue,black,brown", "color=blue,black,brown"},
		{"array exploded", true, tableArray, "blue,black,brown", "color=blue; color=black; color=brown"},
		{"object", false, tableObject, "R,100,G,200,B,150", "color=R,100,G,200,B,150"},
		{"object exploded", true, tableObject, "R=100,G=200,B=150", "R=100; G=200; B=150"},
		{"commas of elements", false, []any{"a,b", "c"}, "a,b,c", "color=a%2Cb,c"},
		{"control characters", false, " a\r\nSet-Cookie: b\x00\tc ", "aSet-Cookie: b c",
			"color=%20a%0D%0ASet-Cookie:%20b%00%09c%20"},
		{"other characters", false, "a\u00e9\xff;\"\\", "a??;\"\\", "color=a%C3%A9%FF%3B%22%5C"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var e Request
			e.AddParam(&openapi.Parameter{Name: "color", In: openapi.InHeader, Style: "simple", Explode: c.explode},
				c.value)
			e.AddParam(&openapi.Parameter{Name: "color", In: openapi.InCookie, Style: "form", Explode: c.explode},
				c.value)
			require.Len(t, e.Headers, 1)
			assert.Equal(t, c.header, e.Headers[0].Value)
			assert.Equal(t, c.cookie, e.CookieText())
		})
	}
}

// drawText draws texts with the characters that break encoders.
func drawText(t *rapid.T, label string) string {
	return rapid.OneOf(
		rapid.String(),
		rapid.StringOf(rapid.SampledFrom([]rune("ab,;=&#?%/+ .|\t\r\n\"'<>\\[]{}\u00e9\u4e16\x00"))),
	).Draw(t, label)
}

func TestQueryDecodesToTheSameTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
			return drawText(t, "element")
		}), 1, 4).Draw(t, "list")
		values := make([]any, len(list))
		for i, s := range list {
			values[i] = s
		}
		reserved := rapid.Bool().Draw(t, "reserved")
		name := drawText(t, "name")
		e := Request{Path: []PathPiece{{Text: "/x"}}}
		e.AddParam(&openapi.Parameter{Name: name, In: openapi.InQuery, Style: "form", Explode: true,
			AllowReserved: reserved}, values)
		u, err := url.ParseRequestURI(string(e.Target(nil, "/base")))
		require.NoError(t, err)
		got, err := url.ParseQuery(u.RawQuery)
		require.NoError(t, err)
		assert.Equal(t, list, got[name])
		assert.Equal(t, "/base/x", u.Path)
	})
}

func TestPathDecodesToOneSegment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawText(t, "text")
		p := PathParam(&openapi.Parameter{Name: "id", In: openapi.InPath, Style: "simple"}, text)
		assert.NotContains(t, p.Text, "/")
		assert.NotContains(t, []string{"", ".", ".."}, p.Text)
		got, err := url.PathUnescape(p.Text)
		require.NoError(t, err)
		assert.Equal(t, p.Raw, got)
		if SafeSegment(text, "") == text {
			assert.Equal(t, text, got)
		}
	})
}

func TestHeadersAndCookiesAreValid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawText(t, "text")
		var e Request
		e.AddParam(&openapi.Parameter{Name: "X-A", In: openapi.InHeader, Style: "simple"}, text)
		e.AddParam(&openapi.Parameter{Name: drawText(t, "name"), In: openapi.InCookie, Style: "form"}, text)
		for _, b := range []byte(e.Headers[0].Value) {
			assert.True(t, b >= ' ' && b < 0x7f, "byte %#x", b)
		}
		cookies, err := http.ParseCookie(e.CookieText())
		require.NoError(t, err)
		require.Len(t, cookies, 1)
		got, err := url.PathUnescape(cookies[0].Value)
		require.NoError(t, err)
		assert.Equal(t, text, got)
	})
}

func FuzzParam(f *testing.F) {
	for _, style := range []string{"simple", "label", "matrix", "form", "spaceDelimited", "pipeDelimited",
		"tabDelimited", "deepObject", ""} {
		f.Add("color", style, "application/json", uint8(3), []byte(`{"a":["b",1,null],"c":{"d":true}}`))
		f.Add("c o", style, "", uint8(0), []byte(`[1.5,"\u0000\r\n/../"]`))
	}
	f.Fuzz(func(t *testing.T, name, style, kind string, flags uint8, data []byte) {
		value, err := value.ParseJSON(data)
		if err != nil {
			value = string(data)
		}
		p := openapi.Parameter{Name: name, Style: style, ContentType: kind, Explode: flags&1 > 0,
			AllowReserved: flags&2 > 0, AllowEmpty: flags&4 > 0}
		e := Request{Path: []PathPiece{{Text: "/"}, PathParam(&p, value)}}
		for _, p.In = range []string{openapi.InQuery, openapi.InHeader, openapi.InCookie} {
			e.AddParam(&p, value)
		}
		target := string(e.Target(nil, ""))
		u, err := url.ParseRequestURI(target)
		require.NoError(t, err, target)
		_, err = url.ParseQuery(u.RawQuery)
		require.NoError(t, err, target)
		assert.Equal(t, strings.Count(e.Path[1].Text, "/"), 0)
		assert.Equal(t, HeaderText(e.Headers[0].Value), e.Headers[0].Value)
		if len(e.Cookies) > 0 {
			_, err = http.ParseCookie(e.CookieText())
			require.NoError(t, err, e.CookieText())
		}
	})
}
