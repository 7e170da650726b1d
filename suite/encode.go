package suite

import (
	"errors"

	"github.com/evoke-go/evoke/value"
)

// Fields of type any hold plain values. Neither gob nor JSON would read these back with the same types. The types with
// such a field are therefore encoded as texts of [value.AppendExact].

var errForm = errors.New("suite: the data does not have the form that this version writes")

// pack encodes names and a value as one text.
func pack(v any, names ...string) ([]byte, error) {
	list := make([]any, len(names), len(names)+1)
	for i, name := range names {
		list[i] = name
	}
	return value.AppendExact(nil, append(list, v)), nil
}

// unpack is the inverse of pack, for the same number of names.
func unpack(data []byte, names ...*string) (any, error) {
	v, err := value.ParseExact(data)
	if err != nil {
		return nil, err
	}
	list, ok := v.([]any)
	if !ok || len(list) != len(names)+1 {
		return nil, errForm
	}
	for i, name := range names {
		if *name, ok = list[i].(string); !ok {
			return nil, errForm
		}
	}
	return list[len(names)], nil
}

// GobEncode implements gob.GobEncoder.
func (c Check) GobEncode() ([]byte, error) { return pack(c.Value, c.Pointer, string(c.Op)) }

// GobDecode implements gob.GobDecoder.
func (c *Check) GobDecode(data []byte) (err error) {
	c.Value, err = unpack(data, &c.Pointer, (*string)(&c.Op))
	return err
}

// MarshalJSON implements json.Marshaler.
func (c Check) MarshalJSON() ([]byte, error) { return c.GobEncode() }

// UnmarshalJSON implements json.Unmarshaler.
func (c *Check) UnmarshalJSON(data []byte) error { return c.GobDecode(data) }

// GobEncode implements gob.GobEncoder.
func (a Argument) GobEncode() ([]byte, error) { return pack(a.Value, a.Name, a.Type) }

// GobDecode implements gob.GobDecoder.
func (a *Argument) GobDecode(data []byte) (err error) {
	a.Value, err = unpack(data, &a.Name, &a.Type)
	return err
}

// MarshalJSON implements json.Marshaler.
func (a Argument) MarshalJSON() ([]byte, error) { return a.GobEncode() }

// UnmarshalJSON implements json.Unmarshaler.
func (a *Argument) UnmarshalJSON(data []byte) error { return a.GobDecode(data) }

// GobEncode implements gob.GobEncoder.
func (r Result) GobEncode() ([]byte, error) { return pack(r.Value, r.Type, string(r.Op)) }

// GobDecode implements gob.GobDecoder.
func (r *Result) GobDecode(data []byte) (err error) {
	r.Value, err = unpack(data, &r.Type, (*string)(&r.Op))
	return err
}

// MarshalJSON implements json.Marshaler.
func (r Result) MarshalJSON() ([]byte, error) { return r.GobEncode() }

// UnmarshalJSON implements json.Unmarshaler.
func (r *Result) UnmarshalJSON(data []byte) error { return r.GobDecode(data) }
