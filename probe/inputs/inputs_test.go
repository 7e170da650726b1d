package inputs_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe/inputs"
)

// watched switches the notes on for a test.
func watched(t *testing.T) {
	inputs.Watch(true)
	t.Cleanup(func() { inputs.Watch(false) })
}

func TestNames(t *testing.T) {
	watched(t)
	for range 3 {
		assert.Equal(t, "page", inputs.Name(inputs.Query, "page"))
	}
	assert.Equal(t, "X-Team", inputs.Name(inputs.Header, "X-Team"))
	assert.Empty(t, inputs.Name(inputs.Query, ""))
	want := []inputs.Read{{Place: "header", Name: "X-Team"}, {Place: "query", Name: "page"}}
	assert.Equal(t, want, inputs.Take(nil), "each once, in order")
	assert.Empty(t, inputs.Take(nil))
}

// TestMapsOfRequests: a name that is read from a map is noted only if the map was made of a request.
func TestMapsOfRequests(t *testing.T) {
	watched(t)
	own, query := url.Values{"a": {"1"}}, inputs.From(inputs.Query, url.Values{})
	assert.Equal(t, []string{"1"}, own[inputs.Of(own, "a")])
	assert.Empty(t, query.Get(inputs.Of(query, "b")))
	assert.Empty(t, http.Header(nil).Get(inputs.Of(http.Header(nil), "c")))
	assert.Equal(t, []inputs.Read{{Place: "query", Name: "b"}}, inputs.Take(nil))
	inputs.Of(query, "d")
	assert.Empty(t, inputs.Take(nil), "the map is of an earlier round")
}

// TestNamesOfLoops: names in a loop over a map are noted if the map is one of a request.
func TestNamesOfLoops(t *testing.T) {
	watched(t)
	own, query := url.Values{"a": {"1"}}, inputs.From(inputs.Query, url.Values{})
	assert.Equal(t, own, inputs.Names("", own, "x"))
	assert.Equal(t, query, inputs.Names("", query, "b", "a"))
	assert.Nil(t, inputs.Names(inputs.Header, http.Header(nil), "X-Team"))
	assert.Equal(t, []inputs.Read{{Place: "header", Name: "X-Team"}, {Place: "query", Name: "a"},
		{Place: "query", Name: "b"}}, inputs.Take(nil))
	inputs.Watch(false)
	inputs.Names(inputs.Header, http.Header(nil), "X-Late")
	assert.Empty(t, inputs.Take(nil))
}

// TestNothingIsNotedUnasked: without Watch the functions return their arguments.
func TestNothingIsNotedUnasked(t *testing.T) {
	inputs.Watch(false)
	inputs.Name(inputs.Query, "a")
	inputs.Of(inputs.From(inputs.Query, url.Values{}), "b")
	inputs.Bind("query:form", &struct{ A int }{})
	var v any
	require.NoError(t, inputs.Unmarshal("application/json", json.Unmarshal)([]byte("1"), &v))
	require.NoError(t, inputs.Decode("application/json", inputs.Decoder(json.NewDecoder)(strings.NewReader("2")))(&v))
	assert.Equal(t, 2.0, v)
	assert.Empty(t, inputs.Take(nil))
}

func TestAtMostSoManyNames(t *testing.T) {
	watched(t)
	for i := range 1000 {
		inputs.Name(inputs.Query, strings.Repeat("x", i+1))
	}
	assert.Len(t, inputs.Take(nil), 256)
}

// TestClaim: a text that is claimed is no note, and texts are given away whether notes are on or not.
func TestClaim(t *testing.T) {
	var given []string
	for _, on := range []bool{true, false} {
		inputs.Watch(on)
		t.Cleanup(func() { inputs.Watch(false) })
		inputs.Claim(func(r inputs.Read) bool {
			given = append(given, r.Data)
			return r.Data == "1"
		})
		t.Cleanup(func() { inputs.Claim(nil) })
		var n int
		for _, text := range []string{"1", "2"} {
			require.NoError(t, inputs.Unmarshal("application/json", json.Unmarshal)([]byte(text), &n))
			dec := inputs.Decoder(json.NewDecoder)(strings.NewReader(text))
			require.NoError(t, inputs.Decode("application/json", dec)(&n))
		}
		notes := inputs.Take(nil)
		assert.Equal(t, on, len(notes) == 1)
		assert.Equal(t, on, len(notes) == 1 && notes[0].Data == "2")
		inputs.Claim(nil)
		inputs.Decoded("application/json", []byte("3"), &n)
		inputs.Drop()
	}
	assert.Equal(t, []string{"1", "1", "2", "2", "1", "1", "2", "2"}, given)
}

type order struct {
	ID   int    `json:"id" xml:"no,attr"`
	Note string `json:"note"`
}

const orderType = `{"type":"object","properties":{"id":{"type":"integer","format":"int64"},"note":{"type":"string"}}}`

// TestDecoded: results and errors are those of the original, and the text is noted as far as it was read.
func TestDecoded(t *testing.T) {
	watched(t)
	for _, text := range []string{`{"id": 7}`, ``, `{"id": "x"}`, `[`, `{"id": 1} {"id": 2}`} {
		var got, want order
		err, expected := inputs.Unmarshal("application/json", json.Unmarshal)([]byte(text), &got),
			json.Unmarshal([]byte(text), &want)
		assert.Equal(t, expected, err)
		assert.Equal(t, want, got)
		read := inputs.Read{Place: "body", Name: "application/json", Type: orderType, Decoded: true, Data: text}
		assert.Equal(t, []inputs.Read{read}, inputs.Take(nil))

		got, want = order{}, order{}
		dec, original := inputs.Decoder(json.NewDecoder)(strings.NewReader(text)),
			json.NewDecoder(strings.NewReader(text))
		for range 2 {
			assert.Equal(t, original.Decode(&want), inputs.Decode("application/json", dec)(&got))
			assert.Equal(t, want, got)
		}
		assert.Equal(t, []inputs.Read{read}, inputs.Take(nil), "the first value alone")
	}
	assert.Equal(t, errBroken, inputs.Decode("application/json", inputs.Decoder(json.NewDecoder)(broken{}))(new(order)))
	assert.Len(t, inputs.Take(nil), 1)
	require.NoError(t, inputs.Decode("application/json", json.NewDecoder(strings.NewReader("{}")))(new(order)))
	assert.Empty(t, inputs.Take(nil), "nobody knows what this decoder reads")
	assert.Panics(t, func() { _ = inputs.Decode("application/json", inputs.Decoder(json.NewDecoder)(nil))(new(order)) })
	inputs.Drop()
	require.NoError(t, inputs.Unmarshal("application/xml", xml.Unmarshal)([]byte(`<order no="3"/>`), new(order)))
	assert.Contains(t, inputs.Take(nil)[0].Type, `"no":{"type":"integer","format":"int64","xml":{"attribute":true}}`)
	assert.Error(t, inputs.Unmarshal("application/json", json.Unmarshal)([]byte("1"), nil))
	assert.Empty(t, inputs.Take(nil))
}

var errBroken = errors.New("broken")

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errBroken }

var _ io.Reader = broken{}

func TestBound(t *testing.T) {
	watched(t)
	type page struct {
		Size int    `form:"size" binding:"min=1,max=50"`
		Sort string `form:"sort" binding:"oneof=asc desc"`
	}
	v := &page{}
	assert.Same(t, v, inputs.Bind("query:form", v))
	assert.Equal(t, []inputs.Read{
		{Place: "query", Name: "size", Type: `{"type":"integer","format":"int64","minimum":1,"maximum":50}`},
		{Place: "query", Name: "sort", Type: `{"type":"string","enum":["asc","desc"]}`},
	}, inputs.Take(nil))
	inputs.Bind("query:query,application/json", any(new(order)))
	reads := inputs.Take(nil)
	require.Len(t, reads, 3)
	assert.Equal(t, inputs.Read{Place: "body", Name: "application/json", Type: orderType}, reads[0])
	inputs.Bind("query:form!,application/x-www-form-urlencoded!", new(order))
	assert.Empty(t, inputs.Take(nil), "no field has the tag")
	inputs.Bind("query:form!,application/x-www-form-urlencoded!", v)
	assert.Len(t, inputs.Take(nil), 3)
	inputs.Bind("query:query,application/json", error(nil))
	assert.Empty(t, inputs.Take(nil))
}

type tree struct {
	Name  string           `json:"name"`
	Nodes []*tree          `json:"nodes"`
	By    map[string]*tree `json:"by"`
}

type base struct {
	Made time.Time `json:"made"`
}

type color string

func (c *color) UnmarshalText([]byte) error { return nil }

type own struct{}

func (*own) UnmarshalJSON([]byte) error { return nil }

func TestSchemas(t *testing.T) {
	for name, tt := range map[string]struct {
		v    any
		want string
	}{
		"scalars": {struct {
			A bool
			B *int32 `json:"b,omitempty"`
			C uint8
			D float64 `json:"-"`
			E int64   `json:",string"`
			f int
		}{}, `{"type":"object","properties":{"A":{"type":"boolean"},"b":{"type":["integer","null"],"format":"int32"},
			"C":{"type":"integer","minimum":0,"maximum":255},"E":{"type":"string","pattern":"^-?[0-9]{1,9}$"}}}`},
		"embedded": {struct {
			base
			*order
			In base `json:"in"`
		}{}, `{"type":"object","properties":{"made":{"type":"string","format":"date-time"},"id":{"type":"integer","format":"int64"},"note":{"type":"string"},
			"in":{"type":"object","properties":{"made":{"type":"string","format":"date-time"}}}}}`},
		"collections": {struct {
			L []string
			M map[string]int16
			B []byte
			A [2]bool
			I any
			R json.RawMessage
			N json.Number
			F func()
		}{}, `{"type":"object","properties":{"L":{"type":"array","items":{"type":"string"}},"M":{"type":"object","additionalProperties":{"type":"integer","minimum":-32768,"maximum":32767}},
			"B":{"type":"string","format":"byte"},"A":{"type":"array","items":{"type":"boolean"},"minItems":2,"maxItems":2},"I":{},"R":{},"N":{"type":"number"}}}`},
		"own decoding": {struct {
			C color
			O own
		}{}, `{"type":"object","properties":{"C":{"type":"string"},"O":{}}}`},
		"recursion": {tree{},
			`{"$ref":"#/$defs/tree0","$defs":{"tree0":{"type":"object","properties":{"name":{"type":"string"},
			"nodes":{"type":"array","items":{"$ref":"#/$defs/tree0"}},"by":{"type":"object","additionalProperties":{"$ref":"#/$defs/tree0"}}}}}}`},
		"rules": {struct {
			A string   `validate:"required,min=3,max=9"`
			B string   `validate:"email"`
			C string   `validate:"uuid4"`
			D string   `validate:"oneof=red 'dark blue'"`
			E string   `validate:"datetime=2006-01-02"`
			F string   `validate:"datetime=02.01.2006"`
			G float64  `validate:"gt=0,lt=1"`
			H int      `validate:"oneof=1 2"`
			I []string `validate:"min=1,dive,len=2"`
			J string   `validate:"alphanum|email"`
			K string   `binding:"startswith=ab."`
		}{}, `{"type":"object","properties":{"A":{"type":"string","minLength":3,"maxLength":9},"B":{"type":"string","format":"email"},"C":{"type":"string","format":"uuid"},
			"D":{"type":"string","enum":["red","dark blue"]},"E":{"type":"string","format":"date"},
			"F":{"type":"string","pattern":"^(0[1-9]|1[0-9]|2[0-8])\\.(0[1-9]|1[0-2])\\.20[0-9]{2}$"},"G":{"type":"number","format":"double","exclusiveMinimum":0,"exclusiveMaximum":1},
			"H":{"type":"integer","format":"int64","enum":[1,2]},"I":{"type":"array","items":{"type":"string","minLength":2,"maxLength":2},"minItems":1},"J":{"type":"string"},
			"K":{"type":"string","pattern":"^ab\\."}},"required":["A"]}`},
		"text":     {"", `{"type":"string"}`},
		"anything": {new(any), `{}`},
		"nothing":  {func() {}, ``},
	} {
		t.Run(name, func(t *testing.T) {
			got := inputs.Schema(typeOf(tt.v), "json")
			if tt.want == "" {
				assert.Empty(t, got)
				return
			}
			assert.JSONEq(t, tt.want, got)
			assert.Equal(t, got, inputs.Schema(typeOf(tt.v), "json"), "the same again")
		})
	}
	assert.Empty(t, inputs.Schema(nil, "json"))
}

func typeOf(v any) reflect.Type { return reflect.TypeOf(v) }
