package conformance

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/mail"
	"net/netip"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// isChecked reports whether a format is checked. Only those are on which everyone
// agrees. URIs and host names are not among them: services give relative ones or
// leave them empty, and their documents call that a URI all the same.
func isChecked(format string) bool {
	switch format {
	case "date", "date-time", "uuid", "ipv4", "ipv6", "email", "int32", "int64":
		return true
	}
	return false
}

func registerFormats(c *jsonschema.Compiler) {
	texts := map[string]func(string) bool{
		"date":      isDate,
		"date-time": isDateTime,
		"ipv4":      func(s string) bool { a, err := netip.ParseAddr(s); return err == nil && a.Is4() },
		"ipv6":      func(s string) bool { a, err := netip.ParseAddr(s); return err == nil && a.Is6() },
		"email":     func(s string) bool { a, err := mail.ParseAddress(s); return err == nil && a.Name == "" },
	}
	for name, valid := range texts {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(v any) error {
			if s, ok := v.(string); ok && !valid(s) {
				return errFormat
			}
			return nil
		}})
	}
	for name, bits := range map[string]int{"int32": 32, "int64": 64} {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(v any) error { return fits(v, bits) }})
	}
}

var errFormat = errors.New("wrong format")

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
