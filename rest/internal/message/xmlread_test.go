package message

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

// TestParseXML reads what is written, for each place that metadata give a value.
func TestParseXML(t *testing.T) {
	named := func(s *openapi.Schema, x openapi.XML) *openapi.Schema { s.XML = &x; return s }
	list := func(x openapi.XML, items *openapi.Schema) *openapi.Schema {
		s := named(typed("array"), x)
		s.Items = items
		return s
	}
	in := func(s *openapi.Schema) *openapi.Schema { return objectOf(openapi.Property{Name: "a", Schema: s}) }
	two := value.Object{{Name: "a", Value: []any{"cat", "dog"}}}
	for name, c := range map[string]struct {
		schema *openapi.Schema
		value  any
	}{
		"list":             {in(list(openapi.XML{}, typed("string"))), two},
		"renamed elements": {in(list(openapi.XML{}, named(typed("string"), openapi.XML{Name: "pet"}))), two},
		"wrapped": {
			in(list(openapi.XML{Name: "pets", Wrapped: true}, named(typed("string"), openapi.XML{Name: "pet"}))), two,
		},
		"list as document": {list(openapi.XML{Name: "pets"}, typed("integer")), []any{int64(1), int64(2)}},
		"attribute": {in(named(typed("integer"), openapi.XML{Attribute: true, Prefix: "p", Namespace: "urn:p"})),
			value.Object{{Name: "a", Value: int64(7)}}},
		"element": {in(named(typed("boolean"), openapi.XML{Name: "b", Prefix: "p", Namespace: "urn:p"})),
			value.Object{{Name: "a", Value: true}}},
		"within": {in(in(typed("number"))),
			value.Object{{Name: "a", Value: value.Object{{Name: "a", Value: 1.5}}}}},
		"undeclared": {nil, value.Object{{Name: "x", Value: value.Object{{Name: "y", Value: " 1 "}}}}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := ParseXML(c.schema, appendXML(nil, c.schema, c.value))
			require.NoError(t, err)
			assert.Equal(t, c.value, got)
		})
	}
}

func TestParseXMLFails(t *testing.T) {
	for _, text := range []string{"", "a", "<a>", "<a></b>", strings.Repeat("<a>", 100) + strings.Repeat("</a>", 100),
		"<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>"} {
		_, err := ParseXML(nil, []byte(text))
		assert.ErrorContains(t, err, "xml: ", text)
	}
}

func FuzzParseXML(f *testing.F) {
	f.Add("<a b=\"1\"><c>x</c><c>y</c><d><e/></d></a>", true)
	f.Fuzz(func(t *testing.T, text string, wrapped bool) {
		items := typed("integer")
		s := typed("array")
		s.Items, s.XML = items, &openapi.XML{Wrapped: wrapped}
		o := objectOf(openapi.Property{Name: "c", Schema: s}, openapi.Property{Name: "d", Schema: objectOf()})
		if v, err := ParseXML(o, []byte(text)); err == nil {
			requireXML(t, appendXML(nil, o, v))
		}
	})
}
