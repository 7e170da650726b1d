package neighbour

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe/inputs"
)

type rate struct {
	Rate float64 `json:"rate" xml:"rate"`
}

type order struct {
	ID int `json:"id"`
}

// TestTypesOfAnswers: a decoded text that is that of an answer tells the type of the answer, and is no input.
func TestTypesOfAnswers(t *testing.T) {
	c := client(t)
	inputs.Watch(true)
	Watch(Options{})
	decode := func(r io.Reader, v any) error {
		return inputs.Decode("application/json", inputs.Decoder(json.NewDecoder)(r))(v)
	}
	fetch := func(address string) io.ReadCloser {
		resp, err := c.Get(address)
		require.NoError(t, err)
		t.Cleanup(func() { _ = resp.Body.Close() })
		return resp.Body
	}
	long := `{"rate": 1, "note": "` + strings.Repeat("x", 5000) + `"} `
	xmlText := "<a><rate>2</rate></a>"
	Arrange([]Answer{{URL: "http://a.example", Body: []byte("{}")}, {URL: "http://b.example", Body: []byte("{}\n")},
		{URL: "http://long.example", Body: []byte(long)}, {URL: "http://xml.example", Body: []byte(xmlText)}})
	require.NoError(t, decode(fetch("http://a.example"), &rate{}))
	require.NoError(t, decode(io.LimitReader(fetch("http://long.example"), 1<<20), &rate{}))
	text, err := io.ReadAll(fetch("http://b.example"))
	require.NoError(t, err)
	require.NoError(t, inputs.Unmarshal("application/json", json.Unmarshal)([]byte("{}"), &order{}))
	require.NoError(t, inputs.Unmarshal("application/json", json.Unmarshal)(text, &order{}))
	require.NoError(t, inputs.Unmarshal("application/json", json.Unmarshal)([]byte("{}"), &map[string]int{}))
	text, err = io.ReadAll(fetch("http://xml.example"))
	require.NoError(t, err)
	require.NoError(t, inputs.Unmarshal("application/xml", xml.Unmarshal)(text, &rate{}))
	_ = fetch("http://a.example/unread")
	require.NoError(t, decode(strings.NewReader(`{"id": 7}`), &order{}), "not of an answer")

	number := `{"type":"object","properties":{"rate":{"type":"number","format":"double"}}}`
	id := `{"type":"object","properties":{"id":{"type":"integer","format":"int64"}}}`
	asked := func(address, schema, media string) Asked {
		return Asked{Method: "GET", URL: address, Schema: schema, Media: media, Answered: true, Own: true}
	}
	assert.Equal(t, []Asked{asked("http://a.example", number, "application/json"),
		asked("http://a.example/unread", "", ""), asked("http://b.example", id, "application/json"),
		asked("http://long.example", number, "application/json"),
		asked("http://xml.example", number, "application/xml")}, Take(nil))
	assert.Equal(t, []string{"{}", `{"id": 7}`}, texts(inputs.Take(nil)), "the map is of another text")
	require.NoError(t, decode(strings.NewReader("{}"), &rate{}))
	assert.Equal(t, []string{"{}"}, texts(inputs.Take(nil)), "the answers are those of an earlier round")
}

func texts(reads []inputs.Read) (all []string) {
	for _, r := range reads {
		all = append(all, r.Data)
	}
	return all
}

// TestTypesAreKnownWithoutInputs: the types of answers are noted also where nobody notes inputs.
func TestTypesAreKnownWithoutInputs(t *testing.T) {
	c := client(t)
	inputs.Watch(false)
	Watch(Options{})
	Arrange([]Answer{{Body: []byte("[]")}})
	for range 3 {
		Drop()
		resp, err := c.Get("http://a.example")
		require.NoError(t, err)
		require.NoError(t, inputs.Decode("application/json", inputs.Decoder(json.NewDecoder)(resp.Body))(&[]int{}))
		asked := Take(nil)
		require.Len(t, asked, 1)
		assert.Contains(t, asked[0].Schema, `"array"`)
		assert.Empty(t, inputs.Take(nil))
	}
	Stop()
	require.NoError(t, inputs.Unmarshal("application/json", json.Unmarshal)([]byte("[]"), &[]int{}))
	assert.Empty(t, inputs.Take(nil))
}

// TestHeadersOfAnswers: the names of headers that are read from an answer belong to the answer, whether inputs are
// noted or not.
func TestHeadersOfAnswers(t *testing.T) {
	c := client(t)
	Watch(Options{})
	for _, on := range []bool{false, true} {
		inputs.Watch(on)
		Arrange([]Answer{{}})
		query := inputs.From(inputs.Query, map[string][]string{})
		for _, names := range [][]string{{"x-scan", "Location"}, {"Location"}, nil} {
			resp, err := c.Get("http://a.example")
			require.NoError(t, err)
			for _, name := range names {
				assert.Equal(t, name, inputs.Of(resp.Header, name))
			}
			inputs.Names("", resp.Header, "Age")
		}
		_ = inputs.Of(query, "page")
		_ = inputs.Of(http.Header{}, "other")
		asked := Asked{Method: "GET", URL: "http://a.example", Answered: true, Own: true, Again: true,
			Headers: "Age,Location,X-Scan"}
		assert.Equal(t, []Asked{asked}, Take(nil))
		assert.Equal(t, on, len(inputs.Take(nil)) == 1)
	}
}

// TestTypesOfEqualRequests: one request whose answer is decoded into several types is there for each.
func TestTypesOfEqualRequests(t *testing.T) {
	c := client(t)
	Watch(Options{})
	Arrange([]Answer{{Body: []byte("1")}})
	for _, v := range []any{new(int), new(bool), nil, new(int)} {
		resp, err := c.Get("http://a.example")
		require.NoError(t, err)
		inputs.Of(resp.Header, "Age")
		if v != nil {
			_ = inputs.Decode("application/json", inputs.Decoder(json.NewDecoder)(resp.Body))(v)
		}
	}
	got := Take(nil)
	require.Len(t, got, 2)
	assert.Contains(t, got[0].Schema, "boolean")
	assert.Contains(t, got[1].Schema, "integer")
	assert.Equal(t, "Age", got[0].Headers)
	assert.Equal(t, "Age", got[1].Headers)
}

// Example answers a request of a program, and tells what the program asked.
func Example() {
	defer Stop()
	Watch(Options{})
	Arrange([]Answer{{Method: "GET", URL: "http://rates.example/DE", Body: []byte(`{"rate": 1.5}`)}})
	c := http.Client{Transport: asking{&http.Transport{}}} // in a program that Evoke builds: any transport
	for _, address := range []string{"http://rates.example/DE?in=EUR", "http://rates.example/FR"} {
		resp, err := c.Get(address)
		if err != nil {
			fmt.Println(err)
			continue
		}
		text, _ := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		fmt.Println(resp.Status, string(text))
	}
	for _, a := range Take(nil) {
		fmt.Println(a.Method, a.URL, a.Answered)
	}
	// Output:
	// 200 OK {"rate": 1.5}
	// Get "http://rates.example/FR": dial tcp rates.example:80: connect: connection refused
	// GET http://rates.example/DE?in=EUR true
	// GET http://rates.example/FR false
}

func BenchmarkRoundTrip(b *testing.B) {
	b.Cleanup(Stop)
	c := &http.Client{Transport: asking{&http.Transport{}}}
	Arrange([]Answer{{URL: "http://a.example/x", Body: []byte("{}")}})
	for b.Loop() {
		resp, err := c.Get("http://a.example/x")
		if err != nil {
			b.Fatal(err)
		}
		_ = resp.Body.Close()
	}
}
