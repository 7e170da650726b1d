package store_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/store"
)

func ExampleTable_Schema() {
	t := store.Table{Name: "members", Columns: []store.Column{
		{Name: "id", Type: "int", HasDefault: true},
		{Name: "title", Type: "varchar(20)"},
		{Name: "born", Type: "date", Nullable: true},
	}}
	fmt.Println(strings.ReplaceAll(t.Schema(), ",\"", ",\n\""))
	// Output:
	// {"type":"object",
	// "properties":{"id":{"type":"integer",
	// "minimum":-2147483648,
	// "maximum":2147483647},
	// "title":{"type":"string",
	// "maxLength":20},
	// "born":{"type":["string",
	// "null"],
	// "format":"date"}},
	// "required":["title"],
	// "additionalProperties":false}
}

// TestTypes: a type allows the values that it has in the databases.
func TestTypes(t *testing.T) {
	for text, want := range map[string]string{
		"boolean":                     `{"type":"boolean"}`,
		"smallint":                    `{"type":"integer","minimum":-32768,"maximum":32767}`,
		"bigint unsigned":             `{"type":"integer","minimum":0,"maximum":18446744073709551615}`,
		"INT(10) unsigned zerofill":   `{"type":"integer","minimum":0,"maximum":4294967295}`,
		"numeric":                     `{"type":"number"}`,
		"numeric(4,2)":                `{"type":"number","minimum":-99.99,"maximum":99.99,"multipleOf":0.01}`,
		"decimal(2,2)":                `{"type":"number","minimum":-0.99,"maximum":0.99,"multipleOf":0.01}`,
		"decimal(5)":                  `{"type":"integer","minimum":-99999,"maximum":99999}`,
		"decimal(3,-2)":               `{"type":"integer","minimum":-9999900,"maximum":9999900}`,
		"decimal(4,1) unsigned":       `{"type":"number","minimum":0,"maximum":999.9,"multipleOf":0.1}`,
		"double precision":            `{"type":"number"}`,
		"character varying(12)":       `{"type":"string","maxLength":12}`,
		"char":                        `{"type":"string","maxLength":1}`,
		"text":                        `{"type":"string"}`,
		"bytea":                       `{"type":"string"}`,
		"binary(16)":                  `{"type":"string","maxLength":16}`,
		"date":                        `{"type":"string","format":"date"}`,
		"time(3) without time zone":   `{"type":"string","format":"time"}`,
		"timestamp(6) with time zone": `{"type":"string","format":"date-time"}`,
		"timestamp without time zone": `{"type":"string","format":"date-time"}`,
		"datetime(6)":                 `{"type":"string","format":"date-time"}`,
		"uuid":                        `{"type":"string","format":"uuid"}`,
		"jsonb":                       `{}`,
		"integer[]":                   `{"type":"string","enum":["{}"]}`,
		"bit(3)":                      `{"type":"string","pattern":"^[01]{3}$"}`,
		"daterange":                   `{"type":"string","enum":["empty"]}`,
		"tsvector":                    `{"type":"string","enum":[""]}`,
	} {
		table := store.Table{Columns: []store.Column{{Name: "a", Type: text}}}
		assert.Equal(t, `{"type":"object","properties":{"a":`+want+`},"required":["a"],"additionalProperties":false}`,
			table.Schema(), text)
	}
	left := store.Table{Columns: []store.Column{{Name: "a", Type: "integer[]", Nullable: true},
		{Name: "b", Type: "int", Generated: true}}}
	assert.Equal(t, `{"type":"object","properties":{},"additionalProperties":false}`, left.Schema())
}
