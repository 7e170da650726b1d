package store

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/evoke-go/evoke/value"
)

// literal writes the plain value of a column as the database takes it. A column of nil is not known.
func (w *scribe) literal(c *Column, v any) string {
	f := form{kind: text}
	if c != nil {
		f = c.form(w.dialect)
	}
	if v == nil {
		return "NULL"
	}
	if f.kind == document {
		return w.text(documentText(v))
	}
	switch v := v.(type) {
	case bool:
		return w.truth(c, f, v)
	case string:
		return w.word(f, v)
	case int64, float64, json.Number:
		return w.figure(c, f, figureText(v))
	}
	return w.text(string(value.AppendJSON(nil, v)))
}

// documentText returns the text of a JSON document. A text that is one stays as it is.
func documentText(v any) string {
	if s, ok := v.(string); ok && json.Valid([]byte(s)) {
		return s
	}
	return string(value.AppendJSON(nil, v))
}

// truth writes a bool: as a number, but for PostgreSQL, and as a word into a column of texts.
func (w *scribe) truth(c *Column, f form, v bool) string {
	switch {
	case w.dialect == postgres && (f.kind == boolean || c == nil):
		return strconv.FormatBool(v)
	case c != nil && f.kind == text:
		return w.text(strconv.FormatBool(v))
	case v:
		return "1"
	}
	return "0"
}

func figureText(v any) string {
	switch v := v.(type) {
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return "NULL" // no plain value, and no number of SQL
		}
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return string(v.(json.Number))
}

// figure writes a number: as a text into a column of texts, and as a bool for PostgreSQL.
func (w *scribe) figure(c *Column, f form, v string) string {
	switch {
	case c != nil && f.kind == text, f.money:
		return w.text(v)
	case w.dialect == postgres && f.kind == boolean:
		return strconv.FormatBool(strings.Trim(v, "-0.") != "")
	}
	return v
}

// word writes a text: as bytes, or as a time in the form that all databases and drivers read.
func (w *scribe) word(f form, v string) string {
	switch f.kind {
	case bytes:
		return w.bytes(v)
	case moment:
		if t, err := time.Parse(time.RFC3339Nano, v); err == nil {
			return w.text(w.moment(f, t))
		}
	case clock:
		for _, layout := range []string{"15:04:05.999999999Z07:00", "15:04:05.999999999"} {
			if t, err := time.Parse(layout, v); err == nil {
				return w.text(t.Format("15:04:05.999999"))
			}
		}
	case date:
		if t, err := time.Parse(time.RFC3339Nano, v); err == nil {
			return w.text(t.Format(time.DateOnly))
		}
	}
	return w.text(v)
}

// moment writes a time in UTC. In a column with a zone it says so: the zone of the session may be another one.
func (w *scribe) moment(f form, t time.Time) string {
	out := t.UTC().Format("2006-01-02 15:04:05.999999")
	if f.zoned {
		out += "+00"
	}
	return out
}
