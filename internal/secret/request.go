package secret

import (
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// mark surrounds the name of a secret in the copy of a call.
const mark = "\x00"

// Copy returns a copy of a call without secrets, for records. [Pieces] finds the names of the secrets in it.
func (s *Set) Copy(r *sut.Request) *sut.Request {
	if s == nil {
		return r
	}
	out := *r
	out.Target, out.Body = s.marked(r.Target), r.Body
	if r.Body != nil {
		out.Body = []byte(s.marked(string(r.Body)))
	}
	out.Header = r.Header.Clone()
	for _, values := range out.Header {
		for i := range values {
			values[i] = s.marked(values[i])
		}
	}
	return &out
}

// marked replaces secrets in a text by their marked names if the call sends them, and by plain names if the text only
// shows them.
func (s *Set) marked(text string) string {
	if !s.Holds(text) {
		return text
	}
	text = strings.ReplaceAll(text, mark+"EVOKE_", mark+" EVOKE_")
	return s.replace(text, func(f *form) string {
		if f.text == f.of.Value || f.text == url.QueryEscape(f.of.Value) {
			return mark + f.of.Name + mark
		}
		return "${" + f.of.Name + "}"
	})
}

// Pieces returns a part of a copied call, with variables for the names in it.
func Pieces(text string) (out suite.Text) {
	for {
		before, rest, found := strings.Cut(text, mark+"EVOKE_")
		name, behind, whole := strings.Cut(rest, mark)
		if !found || !whole || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") != "" {
			return append(out, suite.Piece{Literal: text})
		}
		if before != "" {
			out = append(out, suite.Piece{Literal: before})
		}
		out = append(out, suite.Piece{Var: "EVOKE_" + name})
		if text = behind; text == "" {
			return out
		}
	}
}

// Hide replaces the secrets in a call of a test by variables, those of its user first. It returns false if the call
// still shows a secret, in a form for which there is no variable.
func (s *Set) Hide(r *suite.Request, user string) bool {
	if s == nil {
		return true
	}
	own := slices.Clone(s.secrets)
	slices.SortStableFunc(own, func(a, b Secret) int {
		if (a.User == user) == (b.User == user) {
			return len(b.Value) - len(a.Value)
		} else if a.User == user {
			return -1
		}
		return 1
	})
	same := func(text string) string { return text }
	for i := range own {
		r.Path = own[i].in(r.Path, url.PathEscape)
		for n := range r.Query {
			r.Query[n].Value = own[i].in(r.Query[n].Value, same)
		}
		for n := range r.Headers {
			r.Headers[n].Value = own[i].in(r.Headers[n].Value, same)
		}
		if b := r.Body; b != nil && b.JSON {
			b.Text = own[i].in(b.Text, inJSON)
		} else if b != nil {
			b.Text = own[i].in(b.Text, same)
		}
	}
	return !s.shows(r)
}

// in replaces the secret in a text by a variable.
func (k *Secret) in(t suite.Text, encoded func(string) string) (out suite.Text) {
	f := form{encoded(k.Value), k}
	for _, piece := range t {
		text := piece.Literal
		for at := f.find(text, 0); piece.Var == "" && at >= 0; at = f.find(text, 0) {
			if at > 0 {
				out = append(out, suite.Piece{Literal: text[:at]})
			}
			out = append(out, suite.Piece{Var: k.Name})
			text = text[at+len(f.text):]
		}
		if piece.Var != "" {
			out = append(out, piece)
		} else if text != "" {
			out = append(out, suite.Piece{Literal: text})
		}
	}
	return out
}

// shows reports whether the texts of a call show a secret.
func (s *Set) shows(r *suite.Request) bool {
	texts := []suite.Text{r.Path}
	for _, f := range slices.Concat(r.Query, r.Headers) {
		texts = append(texts, suite.Literal(f.Name), f.Value)
	}
	if r.Body != nil {
		texts = append(texts, r.Body.Text)
	}
	return slices.ContainsFunc(texts, func(t suite.Text) bool {
		return slices.ContainsFunc(t, func(p suite.Piece) bool { return s.Holds(p.Literal) })
	})
}

// HoldsValue reports whether a plain value shows a secret.
func (s *Set) HoldsValue(v any) bool {
	if s == nil {
		return false
	}
	switch v := v.(type) {
	case string:
		return s.Holds(v)
	case nil, bool, int64, float64, json.Number, []any, value.Object:
		return s.Holds(string(value.AppendJSON(nil, v)))
	}
	return s.Holds(fmt.Sprint(v))
}

// Clean replaces secrets by their names in all texts that v points to: in structs, lists and maps, but not in bytes.
func (s *Set) Clean(v any) {
	if s != nil {
		s.clean(reflect.ValueOf(v))
	}
}

func (s *Set) clean(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		s.clean(v.Elem())
	case reflect.Interface:
		if inner := v.Elem(); inner.IsValid() && v.CanSet() {
			changed := reflect.New(inner.Type()).Elem()
			changed.Set(inner)
			s.clean(changed)
			v.Set(changed)
		}
	case reflect.String:
		if v.CanSet() {
			v.SetString(s.Text(v.String()))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				s.clean(v.Field(i))
			}
		}
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return
		}
		for i := range v.Len() {
			s.clean(v.Index(i))
		}
	case reflect.Map:
		s.cleanMap(v)
	}
}

// cleanMap replaces the keys and values that show a secret.
func (s *Set) cleanMap(v reflect.Value) {
	for _, key := range v.MapKeys() {
		newKey, newValue := reflect.New(key.Type()).Elem(), reflect.New(v.Type().Elem()).Elem()
		newKey.Set(key)
		newValue.Set(v.MapIndex(key))
		s.clean(newKey)
		s.clean(newValue)
		v.SetMapIndex(key, reflect.Value{})
		v.SetMapIndex(newKey, newValue)
	}
}
