package conformance

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/mail"
	"net/netip"
	"slices"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// format is a format that is checked.
type format struct {
	name string
	// valid checks a value of any type. It is nil if the library knows the format.
	valid func(any) error
}

// formats are the formats that are checked, the ones on which everyone agrees. URIs
// and host names are not among them: services give relative ones or leave them
// empty, and their documents call that a URI all the same.
var formats = []format{
	{"date", ofText(isDate)},
	{"date-time", ofText(isDateTime)},
	{"uuid", nil},
	{"ipv4", ofText(isIPv4)},
	{"ipv6", ofText(isIPv6)},
	{"email", ofText(isEmail)},
	{"int32", func(v any) error { return fits(v, 32) }},
	{"int64", func(v any) error { return fits(v, 64) }},
}

func isChecked(name string) bool {
	return slices.ContainsFunc(formats, func(f format) bool { return f.name == name })
}

func registerFormats(c *jsonschema.Compiler) {
	for _, f := range formats {
		if f.valid != nil {
			c.RegisterFormat(&jsonschema.Format{Name: f.name, Validate: f.valid})
		}
	}
}

// ofText makes a check of texts one of any values. Values of other types pass.
func ofText(valid func(string) bool) func(any) error {
	return func(v any) error {
		if s, ok := v.(string); ok && !valid(s) {
			return errFormat
		}
		return nil
	}
}

var errFormat = errors.New("wrong format")

func isIPv4(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is4()
}

func isIPv6(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is6()
}

func isEmail(s string) bool {
	a, err := mail.ParseAddress(s)
	return err == nil && a.Name == ""
}

func isDate(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

// isDateTime follows RFC 3339, section 5.6, which allows lower case and leap
// seconds, and the space that its note admits.
func isDateTime(s string) bool {
	if len(s) < len("2006-01-02T15:04:05Z") {
		return false
	}
	b := []byte(s)
	if b[10] == 't' || b[10] == ' ' {
		b[10] = 'T'
	}
	if b[len(b)-1] == 'z' {
		b[len(b)-1] = 'Z'
	}
	if string(b[17:19]) == "60" {
		b[17], b[18] = '5', '9'
	}
	_, err := time.Parse(time.RFC3339Nano, string(b))
	return err == nil
}

// fits complains about numbers beyond the range of a signed integer. Whether a
// number is an integer at all is for its type to say.
func fits(v any, bits int) error {
	var text string
	switch n := v.(type) {
	case int64:
		if bits == 64 || n >= -1<<31 && n < 1<<31 {
			return nil
		}
		return errFormat
	case json.Number:
		text = string(n)
	default:
		return nil
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return fmt.Errorf("number %s: %w", text, errFormat)
	}
	limit := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(bits-1)))
	if r.Cmp(limit) >= 0 || r.Cmp(new(big.Rat).Neg(limit)) < 0 {
		return errFormat
	}
	return nil
}
