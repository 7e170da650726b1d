package openapi

import (
	"encoding/json"
	"math"
)

// limit reads a keyword that limits values. It returns false for any other keyword.
func (d *draft) limit(key string, v at) bool {
	s := d.schema
	switch key {
	case "minimum":
		d.bound(key, v, &s.Minimum, &s.ExclusiveMinimum, +1)
	case "maximum":
		d.bound(key, v, &s.Maximum, &s.ExclusiveMaximum, -1)
	case "exclusiveMinimum":
		d.exclusive(key, v, &s.Minimum, &s.ExclusiveMinimum, +1)
	case "exclusiveMaximum":
		d.exclusive(key, v, &s.Maximum, &s.ExclusiveMaximum, -1)
	case "multipleOf":
		d.multiple(key, v)
	case "pattern":
		s.Pattern = d.r.text(v, d.name(key))
	case "uniqueItems":
		s.UniqueItems = d.r.flag(v, d.name(key))
	default:
		return d.count(key, v)
	}
	return true
}

// number reads a limit, as the document writes it.
func (d *draft) number(key string, v at) (json.Number, bool) {
	n, ok := jsonNumber(v.text())
	if !ok || v.isBool() {
		d.warn(key, v, "a number")
		return "", false
	}
	if v.isString() {
		d.r.warn("schema %s: %s is a string, not a number; it is read as %s", d.trail, key, n)
	}
	return n, true
}

// bound sets an inclusive limit, unless an exclusive limit of 3.1 that was read before is tighter. tighter is +1 if
// larger numbers are tighter, else -1.
func (d *draft) bound(key string, v at, limit *json.Number, exclusive *bool, tighter int) {
	n, ok := d.number(key, v)
	if !ok {
		return
	}
	if order, known := compare(n, *limit); *limit != "" && known && order*tighter <= 0 {
		return
	}
	if *limit != "" {
		*exclusive = false
	}
	*limit = n
}

// exclusive sets an exclusive limit: a boolean up to 3.0, and a number since 3.1.
func (d *draft) exclusive(key string, v at, limit *json.Number, exclusive *bool, tighter int) {
	if v.isBool() {
		*exclusive = v.text() == "true"
		if d.r.modern {
			d.r.warn("schema %s: %s is a boolean as in 3.0, not a number; it is read as in 3.0", d.trail, key)
		}
		return
	}
	n, ok := d.number(key, v)
	if !ok {
		return
	}
	if order, known := compare(n, *limit); *limit != "" && known && order*tighter < 0 {
		return
	}
	*limit, *exclusive = n, true
}

func (d *draft) multiple(key string, v at) {
	n, ok := d.number(key, v)
	if !ok {
		return
	}
	if order, known := compare(n, "0"); known && order <= 0 {
		d.r.warn("schema %s: multipleOf %s is not above 0; it is ignored", d.trail, n)
		return
	}
	d.schema.MultipleOf = n
}

func (d *draft) count(key string, v at) bool {
	s := d.schema
	var field *int
	switch key {
	case "minLength":
		field = &s.MinLength
	case "maxLength":
		field = &s.MaxLength
	case "minItems":
		field = &s.MinItems
	case "maxItems":
		field = &s.MaxItems
	case "minProperties":
		field = &s.MinProperties
	case "maxProperties":
		field = &s.MaxProperties
	default:
		return false
	}
	n, ok := d.number(key, v)
	if !ok {
		return true
	}
	f, err := n.Float64()
	if err != nil || f < 0 || f != math.Trunc(f) {
		d.r.warn("schema %s: %s %s is not a count; it is ignored", d.trail, key, n)
		return true
	}
	*field = int(min(f, math.MaxInt32))
	return true
}
