// Package decode has replacements of functions that decode a text, see [probe.Replacement]. How far the decoder came
// tells how near the text is to a valid one. Most get the replaced function as an argument, so of the packages that
// decode this package imports encoding/base64 alone.
package decode

import (
	"errors"
	"reflect"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
)

// JSON replaces functions that decode a JSON value, such as json.Unmarshal.
func JSON(at probe.Call, decode func([]byte, any) error, data []byte, v any) error {
	err := decode(data, v)
	if ok := err == nil; at.News(ok) {
		at.Report(ok, jsonNear(data, err), heuristics.Close(1), data, probe.Wanted{Form: probe.JSON, Text: typeOf(v)})
	}
	return err
}

// jsonNear returns how near a text is to a JSON value of the type that it is decoded into, as a score in (0,1). The
// score of a valid JSON value of another type is above that of one step: the later the place that does not fit, the
// higher.
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

// ValidJSON replaces functions that report whether a text is a JSON value, such as json.Valid.
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

// Stream replaces methods that decode the next JSON value of a reader, such as Decode of json.Decoder. The text is not
// known, only how far the decoder came.
func Stream(at probe.Call, decode func(any) error, v any) error {
	return next(at, decode, v, probe.JSON)
}

// XMLStream replaces methods that decode the next element of a reader, such as Decode of xml.Decoder.
func XMLStream(at probe.Call, decode func(any) error, v any) error {
	return next(at, decode, v, probe.XML)
}

func next(at probe.Call, decode func(any) error, v any, form probe.Form) error {
	err := decode(v)
	if ok := err == nil; at.News(ok) {
		at.Report(ok, failureScore(err), heuristics.Close(1), probe.Wanted{Form: form, Text: typeOf(v)})
	}
	return err
}

// XML replaces functions that decode a document, such as xml.Unmarshal.
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

// CSV replaces methods that read lines of values, such as Read and ReadAll of csv.Reader.
func CSV[T any](at probe.Call, read func() (T, error)) (T, error) {
	v, err := read()
	if ok := err == nil; at.News(ok) {
		at.Report(ok, failureScore(err), heuristics.Close(1), probe.Wanted{Form: probe.CSV})
	}
	return v, err
}

// failureScore returns a score for a decoder that failed, by the place in its error: the offset, or the line and the
// column. A value that was read, but does not fit its type, has the highest score.
func failureScore(err error) float64 {
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

// typeOf returns the name of the type that a pointer points to.
func typeOf(v any) string {
	if t := reflect.TypeOf(v); t != nil && t.Kind() == reflect.Pointer {
		return t.Elem().String()
	}
	return ""
}

// has reports whether an error, or one that it wraps, is a struct with a field of this name.
func has(err error, field string) bool { return fieldOf(err, field).IsValid() }

// number returns a field of an error, or of one that it wraps, that is a number of at least 0. It returns 0 if there is
// none.
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
