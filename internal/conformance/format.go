package conformance

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/mail"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// format is a format that is checked.
type format struct {
	name string
	// valid checks a value of any type. It is nil if the library knows the format.
	valid func(any) error
}

// formats are the formats that are checked.
var formats = []format{
	{"date", ofText(isDate)},
	{"date-time", ofText(isDateTime)},
	{"uuid", nil},
	{"ipv4", ofText(isIPv4)},
	{"ipv6", ofText(isIPv6)},
	{"email", ofText(isEmail)},
	{"time", ofText(isTime)},
	{"duration", ofText(isDuration)},
	{"byte", ofText(isBase64)},
	{"uri", ofText(isURI)},
	{"hostname", ofText(isHostname)},
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

// ofText makes a check of strings a check of any values. Values of other types pass.
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
	return err == nil && a.Is6() && a.Zone() == ""
}

func isEmail(s string) bool {
	a, err := mail.ParseAddress(s)
	return err == nil && a.Name == ""
}

// isTime follows RFC 3339, section 5.6, where a time has its offset.
func isTime(s string) bool { return isDateTime("2006-01-02T" + s) }

// isDuration follows ISO 8601, in which the last number may have a fraction. It also allows the sign of ISO 8601-2.
func isDuration(s string) bool {
	s = strings.TrimLeft(s, "+-")
	rest, ok := strings.CutPrefix(s, "P")
	if !ok || rest == "" {
		return false
	}
	if weeks, ok := strings.CutSuffix(rest, "W"); ok {
		return isCount(weeks)
	}
	date, time, timed := strings.Cut(rest, "T")
	return inUnits(date, "YMWD") && inUnits(time, "HMS") && (!timed || time != "")
}

// inUnits reports whether a text has numbers with units, each unit at most once and in their order.
func inUnits(s, units string) bool {
	for s != "" {
		end := strings.IndexFunc(s, func(r rune) bool { return r >= 'A' })
		if end < 0 || !isCount(s[:end]) {
			return false
		}
		at := strings.IndexByte(units, s[end])
		if at < 0 {
			return false
		}
		s, units = s[end+1:], units[at+1:]
	}
	return true
}

func isCount(s string) bool {
	whole, part, fraction := strings.Cut(strings.ReplaceAll(s, ",", "."), ".")
	digits := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	return digits(whole) && (!fraction || digits(part))
}

// isBase64 follows RFC 4648, section 4. The padding may be missing.
func isBase64(s string) bool {
	_, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(s, "="))
	return err == nil
}

// isURI requires a scheme, as RFC 3986 does: without one it is a uri-reference.
func isURI(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.IsAbs() && strings.IndexFunc(s, func(r rune) bool { return r <= ' ' || r > '~' }) < 0
}

// isHostname follows RFC 1123, section 2.1.
func isHostname(s string) bool {
	s = strings.TrimSuffix(s, ".")
	if len(s) > 253 {
		return false
	}
	for label := range strings.SplitSeq(s, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' ||
			strings.Trim(strings.ToLower(label), "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			return false
		}
	}
	return true
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

// fits returns an error for numbers beyond the range of a signed integer. Whether a number is an integer is checked by
// its type.
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
