package redis

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/probe/tables/where"
	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/value"
)

// kind is a kind of values.
type kind string

// The kinds. A number is a text for Redis.
const (
	text   kind = "string"
	number kind = "number"
	hash   kind = "hash"
	set    kind = "set"
	list   kind = "list"
	sorted kind = "zset"
)

// The columns of tables.
const (
	keyColumn    = "key"
	valueColumn  = "value"  // of a string or a number
	fieldsColumn = "fields" // of a hash
	valuesColumn = "values" // of a list, a set or a sorted set
)

// table has the keys of a kind and a pattern.
type table struct {
	kind   kind
	fields map[string]bool // of a hash; true for a number
}

// at returns the name of the table of a key. A kind that the command does not tell is that of another command.
func (w *Watcher) at(k kind, key string) string {
	pattern := w.names.pattern(key)
	kinds := []kind{k}
	switch k {
	case "":
		kinds = []kind{text, number, hash, set, list, sorted}
	case text:
		kinds = []kind{text, number}
	}
	name := func(k kind) string { return string(k) + " " + pattern }
	for _, k := range kinds {
		if w.tables[name(k)] != nil {
			return name(k)
		}
	}
	w.tables[name(kinds[0])] = &table{kind: kinds[0], fields: map[string]bool{}}
	return name(kinds[0])
}

// mostFields bounds the fields of the hashes of a table.
const mostFields = 20

// field learns a field of a hash.
func (t *table) field(name string, isNumber bool) {
	if _, known := t.fields[name]; known || len(t.fields) < mostFields {
		t.fields[name] = t.fields[name] || isNumber
	}
}

// learn learns the fields of a hash that the program sets: their names and values by turns.
func (w *Watcher) learn(key string, fields []string) {
	t := w.tables[w.at(hash, key)]
	for i := 0; i+1 < len(fields); i += 2 {
		t.field(fields[i], false)
	}
}

// wanted returns a row of a table with a key.
func (w *Watcher) wanted(name, key string) []where.Assigned {
	out := []where.Assigned{{Column: keyColumn, Value: key}}
	if t := w.tables[name]; t.kind == hash {
		fields := value.Object{}
		for _, f := range slices.Sorted(maps.Keys(t.fields)) {
			fields = append(fields, value.Member{Name: f, Value: "1"})
			if t.fields[f] {
				fields[len(fields)-1].Value = int64(1)
			}
		}
		if len(fields) == 0 {
			fields = value.Object{{Name: "field", Value: "1"}}
		}
		out = append([]where.Assigned{{Column: fieldsColumn, Value: fields}}, out...)
	}
	return out
}

// columns returns the columns of a table.
func (t *table) columns() []store.Column {
	column, schema := valuesColumn, `{"type":"array","minItems":1,"items":{"type":"string"}}`
	switch t.kind {
	case text: // a program may read a number
		column, schema = valueColumn, `{"type":["string","integer"]}`
	case number:
		column, schema = valueColumn, `{"type":"integer"}`
	case sorted:
		schema = `{"type":"array","minItems":1,"items":{"type":"object","required":["member","score"],"properties":` +
			`{"member":{"type":"string"},"score":{"type":"number"}}}}`
	case hash:
		column, schema = fieldsColumn, t.fieldsSchema()
	}
	return []store.Column{{Name: keyColumn, Schema: `{"type":"string"}`}, {Name: column, Schema: schema}}
}

// fieldsSchema returns the schema of the fields of a hash.
func (t *table) fieldsSchema() string {
	properties := value.Object{}
	for _, f := range slices.Sorted(maps.Keys(t.fields)) {
		name := "string"
		if t.fields[f] {
			name = "integer"
		}
		properties = append(properties, value.Member{Name: f, Value: value.Object{{Name: "type", Value: name}}})
	}
	return string(value.AppendJSON(nil, value.Object{{Name: "type", Value: "object"}, {Name: "minProperties",
		Value: int64(1)}, {Name: "properties", Value: properties}, {Name: "additionalProperties",
		Value: value.Object{{Name: "type", Value: "string"}}}}))
}

// plain has the values of keys without any. It is read-only.
var plain = map[kind]any{text: "", number: int64(1), list: []any{"a"}, set: []any{"a"},
	sorted: []any{value.Object{{Name: "member", Value: "a"}, {Name: "score", Value: int64(1)}}},
	hash:   value.Object{{Name: "field", Value: "1"}}}

// verbs are the commands that insert values. It is read-only.
var verbs = map[kind]string{text: "SET", number: "SET", hash: "HSET", set: "SADD", list: "RPUSH", sorted: "ZADD"}

// command returns the command that inserts a row.
func command(table string, row value.Object) ([]any, error) {
	k, _, _ := strings.Cut(table, " ")
	key, rest := "", any(nil)
	for _, m := range row {
		if m.Name == keyColumn {
			key = told(m.Value)
		} else {
			rest = m.Value
		}
	}
	verb := verbs[kind(k)]
	if verb == "" {
		return nil, fmt.Errorf("redis: there is no kind of values for table %q", table)
	}
	args := []any{verb, key}
	if rest == nil {
		rest = plain[kind(k)]
	}
	switch rest := rest.(type) {
	case value.Object:
		for _, m := range rest {
			args = append(args, m.Name, told(m.Value))
		}
	case []any:
		for _, v := range rest {
			if o, is := v.(value.Object); is {
				member, _ := o.JSONLookup("member")
				score, _ := o.JSONLookup("score")
				args = append(args, told(score), told(member))
			} else {
				args = append(args, told(v))
			}
		}
	default:
		args = append(args, told(rest))
	}
	if len(args) < 3 {
		return nil, fmt.Errorf("redis: a %s without values is not there", k)
	}
	return args, nil
}

// told returns a plain value as a text of Redis.
func told(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	}
	return string(value.AppendJSON(nil, v))
}

// Statement implements [store.Store]: "SET session:a 7".
func (w *Watcher) Statement(table string, row value.Object) string {
	args, err := command(table, row)
	if err != nil {
		return table + " " + string(value.AppendJSON(nil, row))
	}
	var out []string
	for _, a := range args {
		word := a.(string)
		if word == "" || strings.ContainsAny(word, " \"'\\") || strconv.Quote(word) != `"`+word+`"` {
			word = strconv.Quote(word)
		}
		out = append(out, word)
	}
	return strings.Join(out, " ")
}

// refused returns the error for a row that Redis refuses.
func refused(table string, err error) error {
	return &store.Refused{Table: table, Kind: store.Type, Err: err}
}
