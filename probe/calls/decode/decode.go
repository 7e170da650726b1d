// Package decode stands in for functions that decode a text, see
// [probe.Replacement]: how far the decoder came tells how near the text is. Most
// are passed, so of their packages this one imports that of base64 alone.
package decode

import (
	"errors"
	"reflect"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
)

// JSON stands in for a function that decodes a JSON value, as json.Unmarshal.
func JSON(at probe.Call, decode func([]byte, any) error, data []byte, v any) error {
	err := decode(data, v)
	if ok := err == nil; at.News(ok) {
		at.Report(ok, jsonNear(data, err), heuristics.Close(1), data, probe.Wanted{Form: probe.JSON, Text: typeOf(v)})
	}
	return err
}

// jsonNear is how near a text is to being a JSON value that fits where it goes. One
// that is valid and does not fit is less than a step away, the further into it the
// nearer.
func jsonNear(data []byte, err error) float64 {
	if err == nil {
		return 1
	}
	if d := heuristics.JSONDistance(string(data)); d > 0 {
		return heuristics.Close(float64(d))
	}
	left := float64(len(data)-min(len(data), number(err, "Offset"))) / float64(len(data)+1)
	return heuristics.Close(0.25 + left/2)
}

// ValidJSON stands in for a function that says whether a text is a JSON value, as
// json.Valid.
func ValidJSON(at probe.Call, valid func([]byte) bool, data []byte) bool {
	ok := valid(data)
	if at.News(ok) {
		distance := uint64(0)
		if !ok {
			distance = max(1, heuristics.JSONDistance(string(data)))
		}
		at.Report(ok, heuristics.Close(float64(distance)), heuristics.Close(1), data, probe.Wanted{Form: probe.JSON})
	}
	return ok
}

// Stream stands in for a method that decodes the next JSON value of a reader, as
// Decode of json.Decoder. What it reads is not known, only how far it came.
func Stream(at probe.Call, decode func(any) error, v any) error {
	return next(at, decode, v, probe.JSON)
}

// XMLStream stands in for a method that decodes the next element of a reader, as
// Decode of xml.Decoder.
func XMLStream(at probe.Call, decode func(any) error, v any) error {
	return next(at, decode, v, probe.XML)
}

func next(at probe.Call, decode func(any) error, v any, form probe.Form) error {
	err := decode(v)
	if ok := err == nil; at.News(ok) {
		at.Report(ok, came(err), heuristics.Close(1), probe.Wanted{Form: form, Text: typeOf(v)})
	}
	return err
}

// XML stands in for a function that decodes a document, as xml.Unmarshal.
func XML(at probe.Call, decode func([]byte, any) error, data []byte, v any) error {
	err := decode(data, v)
	if ok := err == nil; at.News(ok) {
		toTrue := 1.0
		if !ok {
			toTrue = heuristics.Close(float64(max(1, measured.Distance("element", string(data), element))))
		}
		at.Report(ok, toTrue, heuristics.Close(1), data, probe.Wanted{Form: probe.XML, Text: typeOf(v)})
	}
	return err
}

// CSV stands in for a method that reads lines of values, as Read and ReadAll of
// csv.Reader.
func CSV[T any](at probe.Call, read func() (T, error)) (T, error) {
	v, err := read()
	if ok := err == nil; at.News(ok) {
		at.Report(ok, came(err), heuristics.Close(1), probe.Wanted{Form: probe.CSV})
	}
	return v, err
}

// came is how near a reader is to a value that came so far, by what its error
// says of the place: the offset, or the line and the column. A value that was
// read, but does not fit its type, is nearer than all others.
func came(err error) float64 {
	if err == nil {
		return 1
	}
	if has(err, "Value") && has(err, "Type") {
		return heuristics.Close(0.5)
	}
	const most = 1 << 10
	far := number(err, "Offset") + 1<<6*number(err, "Line") + number(err, "Column")
	return heuristics.Close(heuristics.MissingChar * float64(most) / float64(1+min(far, most-1)))
}

// typeOf is the type of what a pointer leads to.
func typeOf(v any) string {
	if t := reflect.TypeOf(v); t != nil && t.Kind() == reflect.Pointer {
		return t.Elem().String()
	}
	return ""
}

// has reports whether an error, or one within it, is a structure with a field.
func has(err error, field string) bool { return fieldOf(err, field).IsValid() }

// number is a field of an error, or of one within it, that is a number of at
// least 0. It is 0 where there is none.
func number(err error, field string) int {
	if f := fieldOf(err, field); f.IsValid() && f.CanInt() {
		return int(max(0, f.Int()))
	}
	return 0
}

func fieldOf(err error, name string) reflect.Value {
	for ; err != nil; err = errors.Unwrap(err) {
		v := reflect.ValueOf(err)
		if v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
		if v.Kind() == reflect.Struct && v.FieldByName(name).IsValid() {
			return v.FieldByName(name)
		}
	}
	return reflect.Value{}
}
