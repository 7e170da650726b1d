package mongo

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/value"
)

// field is what is known of a field, or of the documents of a collection.
type field struct {
	kinds map[kind]bool
	below map[string]*field
	items *field // nil for no list
}

// mostFields bounds the fields below one.
const mostFields = 60

// learn learns the fields of a value. The ids of documents are left out, which the driver makes.
func (f *field) learn(v any) {
	switch v := v.(type) {
	case bson.D:
		for _, e := range v {
			if to := f.at(e.Key); to != nil && e.Key != "_id" {
				to.learn(e.Value)
			}
		}
	case bson.A:
		if f.items == nil {
			f.items = &field{}
		}
		for _, e := range v {
			f.items.learn(e)
		}
	default:
		if _, k := cell(v); k != "" {
			f.is(k)
		}
	}
}

func (f *field) is(k kind) {
	if f.kinds == nil {
		f.kinds = map[kind]bool{}
	}
	f.kinds[k] = true
}

// at returns what is known of a field below, nil if there are too many.
func (f *field) at(name string) *field {
	if f.below[name] == nil && name != "_id" {
		if len(f.below) >= mostFields || strings.HasPrefix(name, "$") {
			return nil
		}
		if f.below == nil {
			f.below = map[string]*field{}
		}
		f.below[name] = &field{}
	}
	return f.below[name]
}

// learn learns the fields that a filter names.
func (t *translation) learn(f *field) {
	for i := range t.columns {
		c, to, at := &t.columns[i], f, ""
		for _, step := range strings.Split(c.path, ".") {
			next := to.at(step)
			if step == "_id" && next == nil {
				if to.below == nil {
					to.below = map[string]*field{}
				}
				next = &field{}
				to.below[step] = next
			}
			if to = next; to == nil {
				break
			}
			if at = below(at, step); t.lists[at] || c.last && at == c.path {
				if to.items == nil {
					to.items = &field{}
				}
				to = to.items
			}
		}
		switch {
		case to == nil:
		case c.kind != "":
			to.is(c.kind)
		case c.give != nil && !c.last:
			to.learnPlain(c.give(nil), t.lists[c.path])
		}
	}
}

// learnPlain learns a plain value, or the elements of a list.
func (f *field) learnPlain(v any, elements bool) {
	var d bson.D
	text := value.AppendJSON(nil, value.Object{{Name: "v", Value: v}})
	if bson.UnmarshalExtJSON(text, false, &d) != nil {
		return
	}
	own := get(d, "v")
	if of := list(own); elements && len(of) > 0 {
		own = of[0]
	}
	f.learn(own)
}

// learnType learns the fields of documents of a type.
func (f *field) learnType(document any) error {
	if document == nil {
		return errors.New("nil has no fields")
	}
	v := reflect.New(reflect.TypeOf(document)).Elem()
	fill(v, 0)
	raw, err := bson.Marshal(v.Interface())
	if err != nil {
		return fmt.Errorf("marshal a %T: %w", document, err)
	}
	var d bson.D
	if err := bson.Unmarshal(raw, &d); err != nil {
		return fmt.Errorf("unmarshal a %T: %w", document, err)
	}
	f.learn(d)
	return nil
}

// deepest bounds the depth of types that have themselves.
const deepest = 4

// fill gives a value parts that are not empty, so that it is marshaled with all of them.
func fill(v reflect.Value, depth int) {
	if depth > deepest || !v.CanSet() {
		return
	}
	if v.Type() == reflect.TypeFor[time.Time]() {
		v.Set(reflect.ValueOf(time.Unix(0, 0)))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString("a")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(1)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(1.5)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), depth+1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), depth+1)
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), depth+1)
		}
	}
}

// columns returns the fields as columns.
func (f *field) columns() (out []store.Column) {
	for _, name := range slices.Sorted(maps.Keys(f.below)) {
		schema := string(value.AppendJSON(nil, f.below[name].schema()))
		out = append(out, store.Column{Name: name, Schema: schema, Nullable: true})
	}
	return out
}

// schema returns the JSON Schema of the values of a field. A field of which no kind is known is a text.
func (f *field) schema() value.Object {
	var all []any
	var plain []any
	for _, k := range []kind{words, integer, float, truth} {
		name := map[kind]string{words: "string", integer: "integer", float: "number", truth: "boolean"}[k]
		if f.kinds[k] && !(k == integer && f.kinds[float]) {
			plain = append(plain, name)
		}
	}
	if f.kinds[id] {
		all = append(all, extended(oidMember, "pattern", "^[0-9a-f]{24}$"))
	}
	if f.kinds[moment] {
		all = append(all, extended(dateMember, "format", "date-time"))
	}
	if len(f.below) > 0 {
		all = append(all, f.object())
	}
	if f.items != nil {
		all = append(all, value.Object{{Name: "type", Value: "array"}, {Name: "items", Value: f.items.schema()}})
	}
	if len(all) == 0 && len(plain) == 0 {
		plain = append(plain, "string")
	}
	if len(plain) > 0 {
		all = append(all, value.Object{{Name: "type", Value: append(plain, "null")}})
	}
	if len(all) == 1 {
		return all[0].(value.Object)
	}
	return value.Object{{Name: "anyOf", Value: all}}
}

// object returns the schema of documents with the fields below.
func (f *field) object() value.Object {
	properties := value.Object{}
	for _, name := range slices.Sorted(maps.Keys(f.below)) {
		properties = append(properties, value.Member{Name: name, Value: f.below[name].schema()})
	}
	return value.Object{{Name: "type", Value: "object"}, {Name: "properties", Value: properties},
		{Name: "additionalProperties", Value: false}}
}

// extended returns the schema of a value in extended JSON.
func extended(member, keyword, text string) value.Object {
	return value.Object{{Name: "type", Value: "object"}, {Name: "required", Value: []any{member}},
		{Name: "properties", Value: value.Object{{Name: member, Value: value.Object{
			{Name: "type", Value: "string"}, {Name: keyword, Value: text}}}}},
		{Name: "additionalProperties", Value: false}}
}
