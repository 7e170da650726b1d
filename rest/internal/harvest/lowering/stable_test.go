package lowering

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/internal/effects"
	"github.com/evoke-go/evoke/suite"
)

func noProse(string) bool { return false }

var testNow = time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)

func TestStableChecks(t *testing.T) {
	long := "[" + strings.TrimSuffix(strings.Repeat("1,", 100), ",") + "]"
	tests := map[string]struct {
		contentType string
		bodies      []string
		want        []suite.Check
	}{
		"all the same": {"application/json", []string{`{"a": 1}`, `{"a":1}`}, []suite.Check{
			{Pointer: "/a", Op: suite.Equal, Value: int64(1)},
		}},
		"an object in an object": {"application/json", []string{`{"a": {"b": 1, "c": {}}}`, `{"a": {"c": {}, "b": 1}}`},
			[]suite.Check{
				{Pointer: "/a/b", Op: suite.Equal, Value: int64(1)},
				{Pointer: "/a/c", Op: suite.HasType, Value: suite.TypeObject},
			}},
		"a list of scalars": {"application/json", []string{`{"a": ["x", 1]}`, `{"a": ["x", 1]}`}, []suite.Check{
			{Pointer: "/a", Op: suite.Equal, Value: []any{"x", int64(1)}},
		}},
		"no elements":  {"application/json", []string{`[]`, `[]`}, []suite.Check{{Op: suite.Length, Value: int64(0)}}},
		"another type": {"application/json", []string{`{"a": 1}`, `{"a": null}`}, nil},
		"a field differs": {"application/json; charset=utf-8", []string{`{"a": 1, "b": 1}`, `{"a": 1, "b": 2}`},
			[]suite.Check{
				{Pointer: "/a", Op: suite.Equal, Value: int64(1)},
				{Pointer: "/b", Op: suite.HasType, Value: suite.TypeNumber},
			}},
		"a field is missing once": {"application/json", []string{`{"a": 1, "b": 1}`, `{"a": 1}`}, []suite.Check{
			{Pointer: "/a", Op: suite.Equal, Value: int64(1)},
		}},
		"deep in an array": {"application/problem+json", []string{`[{"id": "x", "n": 1}]`, `[{"id": "y", "n": 1}]`},
			[]suite.Check{
				{Op: suite.Length, Value: int64(1)},
				{Pointer: "/*/id", Op: suite.HasType, Value: suite.TypeString},
				{Pointer: "/0/n", Op: suite.Equal, Value: int64(1)},
			}},
		"the first element is another": {"application/json",
			[]string{`[null, {"id": "x", "n": 1}]`, `[null, {"id": "y", "n": 1}]`}, []suite.Check{
				{Op: suite.Length, Value: int64(2)},
				{Pointer: "/0", Op: suite.Equal, Value: nil},
				{Pointer: "/1/n", Op: suite.Equal, Value: int64(1)},
			}},
		"lengths differ": {"application/json", []string{`[1]`, `[1,2]`}, nil},
		"other kinds":    {"application/json", []string{`{"a":1}`, `[1]`}, nil},
		"the present time": {"application/json",
			[]string{`{"at": "2026-03-14T15:09:20Z"}`, `{"at": "2026-03-14T15:09:20Z"}`}, []suite.Check{
				{Pointer: "/at", Op: suite.HasType, Value: suite.TypeString},
			}},
		"the present in epoch seconds": {"application/json",
			[]string{`{"at": ` + strconv.FormatInt(testNow.Unix()-5, 10) + `}`,
				`{"at": ` + strconv.FormatInt(testNow.Unix()-5, 10) + `}`},
			[]suite.Check{{Pointer: "/at", Op: suite.HasType, Value: suite.TypeNumber}}},
		"the present in milliseconds as text": {"application/json",
			[]string{`"` + strconv.FormatInt(testNow.UnixMilli(), 10) + `"`,
				`"` + strconv.FormatInt(testNow.UnixMilli(), 10) + `"`},
			[]suite.Check{{Op: suite.HasType, Value: suite.TypeString}}},
		"a time of day near now": {"application/json",
			[]string{`{"creationTime": "1509", "n": 1}`, `{"creationTime": "1509", "n": 1}`}, []suite.Check{
				{Pointer: "/creationTime", Op: suite.HasType, Value: suite.TypeString},
				{Pointer: "/n", Op: suite.Equal, Value: int64(1)},
			}},
		"digits that are no time": {"application/json", []string{`{"code": "1509"}`, `{"code": "1509"}`}, []suite.Check{
			{Pointer: "/code", Op: suite.Equal, Value: "1509"},
		}},
		"another time of day": {"application/json", []string{`{"openTime": "0215"}`, `{"openTime": "0215"}`},
			[]suite.Check{
				{Pointer: "/openTime", Op: suite.Equal, Value: "0215"},
			}},
		"another time is a value": {"application/json", []string{`"2001-03-14"`, `"2001-03-14"`}, []suite.Check{
			{Op: suite.Equal, Value: "2001-03-14"},
		}},
		"large array": {"application/json", []string{long, long}, []suite.Check{
			{Op: suite.Length, Value: int64(100)},
			{Pointer: "/0", Op: suite.Equal, Value: int64(1)},
			{Pointer: "/1", Op: suite.Equal, Value: int64(1)},
			{Pointer: "/2", Op: suite.Equal, Value: int64(1)},
		}},
		"JSON without its type": {"text/plain; charset=utf-8", []string{`{"a": 1, "b": 1}`, `{"a": 1, "b": 2}`},
			[]suite.Check{
				{Pointer: "/a", Op: suite.Equal, Value: int64(1)},
				{Pointer: "/b", Op: suite.HasType, Value: suite.TypeNumber},
			}},
		"text in brackets": {"text/plain", []string{"[warn] a", "[warn] a"},
			[]suite.Check{{Op: suite.Whole, Value: "[warn] a"}}},
		"a number as text": {"text/plain", []string{"1.50", "1.50"}, []suite.Check{{Op: suite.Whole, Value: "1.50"}}},
		"text": {"text/plain", []string{"hello", "hello"},
			[]suite.Check{{Op: suite.Whole, Value: "hello"}}},
		"text differs":   {"text/plain", []string{"hello", "hullo"}, nil},
		"broken JSON":    {"application/json", []string{"{", "{"}, []suite.Check{{Op: suite.Whole, Value: "{"}}},
		"empty":          {"application/json", []string{"", ""}, []suite.Check{{Op: suite.Empty}}},
		"empty only now": {"", []string{"", "x"}, nil},
		"null":           {"application/json", []string{"null", "null"}, []suite.Check{{Op: suite.Equal}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var bodies [][]byte
			for _, b := range tt.bodies {
				bodies = append(bodies, []byte(b))
			}
			assert.Equal(t, tt.want, Checks(bodies, tt.contentType, testNow, noProse, effects.Seen{}, nil))
		})
	}
}

func TestStableChecksAreBounded(t *testing.T) {
	var a, b strings.Builder
	for i := range 200 {
		a.WriteString(`,"k` + strconv.Itoa(i) + `":` + strconv.Itoa(i))
		b.WriteString(`,"k` + strconv.Itoa(i) + `":` + strconv.Itoa(i))
	}
	first, second := `{"x":1`+a.String()+`}`, `{"x":2`+b.String()+`}`
	assert.Len(t, Checks([][]byte{[]byte(first), []byte(second)}, "application/json", testNow, noProse,
		effects.Seen{}, nil), maxChecks)
}

func TestProseIsAssertedByItsType(t *testing.T) {
	prose := func(text string) bool { return strings.HasPrefix(text, "json: ") }
	body := []byte(`{"code": 3, "error": "json: no", "details": ["json: no", "own words"], "short": ["own words"]}`)
	assert.Equal(t, []suite.Check{
		{Pointer: "/code", Op: suite.Equal, Value: int64(3)},
		{Pointer: "/error", Op: suite.HasType, Value: suite.TypeString},
		{Pointer: "/details", Op: suite.Length, Value: int64(2)},
		{Pointer: "/details/*", Op: suite.HasType, Value: suite.TypeString},
		{Pointer: "/details/1", Op: suite.Equal, Value: "own words"},
		{Pointer: "/short", Op: suite.Equal, Value: []any{"own words"}},
	}, Checks([][]byte{body, body}, "application/json", testNow, prose, effects.Seen{}, nil))
	assert.Empty(t, Checks([][]byte{[]byte("json: no"), []byte("json: no")}, "text/plain",
		testNow, prose, effects.Seen{}, nil))
}
