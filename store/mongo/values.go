package mongo

import (
	"math"
	"strconv"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/evoke-go/evoke/value"
)

// kind is a kind of values.
type kind string

// The kinds. Values of all others are compared as a whole.
const (
	words   kind = "TEXT"
	integer kind = "BIGINT"
	float   kind = "DOUBLE PRECISION"
	truth   kind = "BOOLEAN"
	moment  kind = "TIMESTAMP"
	id      kind = "id" // an ObjectID, as a text
)

// cell returns a value as package where compares it. The kind is "" for a value that it does not.
func cell(v any) (any, kind) {
	switch v := v.(type) {
	case string:
		return v, words
	case bson.Symbol:
		return string(v), words
	case int32:
		return int64(v), integer
	case int64:
		return v, integer
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, ""
		}
		return v, float
	case bson.Decimal128:
		if f, err := strconv.ParseFloat(v.String(), 64); err == nil {
			return f, float
		}
	case bool:
		return v, truth
	case bson.DateTime:
		return v.Time().UTC(), moment
	case bson.ObjectID:
		return v.Hex(), id
	}
	return nil, ""
}

// The members of extended JSON.
const (
	oidMember  = "$oid"
	dateMember = "$date"
)

// plain returns a value of a document as a plain value, in extended JSON where JSON has none.
func plain(v any) any {
	switch v := v.(type) {
	case bson.D:
		out := value.Object{}
		for _, e := range v {
			out = append(out, value.Member{Name: e.Key, Value: plain(e.Value)})
		}
		return out
	case bson.A:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = plain(e)
		}
		return out
	case bson.DateTime:
		return dated(v.Time())
	case bson.ObjectID:
		return value.Object{{Name: oidMember, Value: v.Hex()}}
	case bson.Decimal128:
		return value.Object{{Name: "$numberDecimal", Value: v.String()}}
	}
	out, k := cell(v)
	if k == "" {
		return nil
	}
	return out
}

func dated(t time.Time) value.Object {
	return value.Object{{Name: dateMember, Value: t.UTC().Format("2006-01-02T15:04:05.000Z")}}
}

// plainOf returns a value that package where wants for a column, as a plain value.
func plainOf(v any, k kind) any {
	switch v := v.(type) {
	case time.Time:
		return dated(v)
	case string:
		switch k {
		case id:
			return value.Object{{Name: oidMember, Value: v}}
		case moment:
			for _, layout := range []string{time.RFC3339Nano, time.DateTime, time.DateOnly} {
				if t, err := time.Parse(layout, v); err == nil {
					return dated(t)
				}
			}
		}
	case int64:
		if k == truth {
			return v != 0
		}
	}
	return v
}

// text returns the JSON of a value of a document, to compare values as a whole.
func text(v any) string { return string(value.AppendJSON(nil, plain(v))) }
