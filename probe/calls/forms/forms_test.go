package forms_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/calls/forms"
)

// call is a function and its replacement, with texts each of which is nearer to a valid one than the text before it.
type call struct {
	name    string
	plain   func(s string) []any
	near    func(at probe.Call, s string) []any
	nearing []string
}

// plainly makes a call of a function with a result and an error.
func plainly[T any](
	name string, f func(string) (T, error), near func(probe.Call, func(string) (T, error), string) (T, error),
	nearing ...string,
) call {
	return call{name, func(s string) []any { v, err := f(s); return []any{v, err} },
		func(at probe.Call, s string) []any { v, err := near(at, f, s); return []any{v, err} }, nearing}
}

// twice makes a call of a function with two results and an error.
func twice[T, U any](
	name string, f func(string) (T, U, error), near func(probe.Call, func(string) (T, U, error), string) (T, U, error),
	nearing ...string,
) call {
	return call{name, func(s string) []any { v, w, err := f(s); return []any{v, w, err} },
		func(at probe.Call, s string) []any { v, w, err := near(at, f, s); return []any{v, w, err} }, nearing}
}

// alone makes a call of a function with one result, which may panic.
func alone[T any](
	name string, f func(string) T, near func(probe.Call, func(string) T, string) T, nearing ...string,
) call {
	return call{name, func(s string) []any { return []any{f(s)} },
		func(at probe.Call, s string) []any { return []any{near(at, f, s)} }, nearing}
}

// validate and validateBytes are functions as libraries of UUIDs have them.
func validate(s string) error {
	_, err := parse([]byte(s))
	return err
}

func parse(b []byte) ([]byte, error) {
	digits := make([]byte, 0, 32)
	for i, c := range b {
		if c != '-' {
			digits = append(digits, c)
		} else if i != 8 && i != 13 && i != 18 && i != 23 {
			return nil, errors.New("a dash")
		}
	}
	if len(b) != 36 || len(digits) != 32 {
		return nil, fmt.Errorf("length %d", len(b))
	}
	return hex.AppendDecode(nil, digits)
}

func calls() []call {
	ids := []string{"", "x", "00-", "00000000-", "00000000-0000-0000-0000-00000000000",
		"00000000-0000-0000-0000-00000000000h", "00000000-0000-0000-0000-00000000000f"}
	return []call{
		alone("net.ParseIP", net.ParseIP, forms.IP, "", "1", "1.2", "1.2.3:4", "1.2.3.257", "1.2.3.4"),
		twice("net.ParseCIDR", net.ParseCIDR, forms.CIDR, "", "1.2", "1.2.3.4/49", "1.2.3.4/39", "1.2.3.4/32"),
		plainly("net.ParseMAC", net.ParseMAC, forms.MAC, "", "00:", "00:00:00",
			"00:00:00:00:00:0h", "00:00:00:00:00:0f"),
		twice("net.SplitHostPort", net.SplitHostPort, forms.HostPort, "", ":"),
		plainly("netip.ParseAddr", netip.ParseAddr, forms.Addr, "", "a", "a:", "a::g", "a::f"),
		plainly("netip.ParseAddrPort", netip.ParseAddrPort, forms.AddrPort, "", "1.2.3.4", "1.2.3.4:8"),
		plainly("netip.ParsePrefix", netip.ParsePrefix, forms.Prefix, "", "::", "::/", "::/129", "::/128"),
		alone("netip.MustParseAddr", netip.MustParseAddr, forms.MustAddr, "", "1.2.3", "1.2.3.4"),
		alone("netip.MustParseAddrPort", netip.MustParseAddrPort, forms.MustAddrPort, "", "[::1]", "[::1]:8"),
		alone("netip.MustParsePrefix", netip.MustParsePrefix, forms.MustPrefix, "", "::/", "::/1"),
		plainly("url.Parse", url.Parse, forms.URL, "%\x00:", "%z:", "%0z", "%0a"),
		plainly("url.ParseRequestURI", url.ParseRequestURI, forms.RequestURI, "", "a", "/"),
		plainly("url.ParseQuery", url.ParseQuery, forms.Query, "a%z;", "a;", "a"),
		plainly("url.QueryUnescape", url.QueryUnescape, forms.Unescape, "%%%", "%%", "%", "%00"),
		plainly("url.PathUnescape", url.PathUnescape, forms.Unescape, "%%%", "%%", "%", "%00"),
		plainly("mail.ParseAddress", mail.ParseAddress, forms.Mail, "", "a", "a@", "a@b"),
		plainly("mail.ParseAddressList", mail.ParseAddressList, forms.Mails, "", "a@", "a@b,c@d"),
		plainly("hex.DecodeString", hex.DecodeString, forms.Hex, "zzz", "zz", "az", "ag", "af"),
		plainly("UUID", func(s string) ([]byte, error) { return parse([]byte(s)) }, forms.UUID, ids...),
		alone("UUID or panic", func(s string) []byte {
			v, err := parse([]byte(s))
			if err != nil {
				panic(err)
			}
			return v
		}, forms.MustUUID, ids...),
		alone("UUID or why not", validate,
			func(at probe.Call, f func(string) error, s string) error { return forms.ValidUUID(at, f, s) }, ids...),
		{"UUID of bytes", func(s string) []any { v, err := parse([]byte(s)); return []any{v, err} },
			func(at probe.Call, s string) []any {
				v, err := forms.UUIDBytes(at, parse, []byte(s))
				return []any{v, err}
			}, ids},
	}
}

// outcome writes what a call returned or panicked with.
func outcome(f func() []any) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint("panic: ", r)
		}
	}()
	return fmt.Sprintf("%+v", f())
}

func sides(c call, s string) (toTrue, toFalse float64) {
	at := probe.NewCall()
	outcome(func() []any { return c.near(at, s) })
	return at.Sides()
}

// TestNearing: each text has a higher score than the one before, and the last is accepted.
func TestNearing(t *testing.T) {
	for _, c := range calls() {
		t.Run(c.name, func(t *testing.T) {
			before := 0.0
			for i, s := range c.nearing {
				toTrue, toFalse := sides(c, s)
				assert.Greater(t, toTrue, before, s)
				if last := i == len(c.nearing)-1; last {
					assert.Equal(t, [2]float64{1, heuristics.Close(1)}, [2]float64{toTrue, toFalse}, s)
				} else {
					assert.Less(t, toTrue, 1.0, s)
					assert.Equal(t, 1.0, toFalse, s)
				}
				before = toTrue
			}
		})
	}
}

// TestShapesHoldWhatIsTaken: texts that the functions accept match the shape.
func TestShapesHoldWhatIsTaken(t *testing.T) {
	for name, texts := range map[string][]string{
		"ip": {"0.0.0.0", "255.255.255.255", "192.168.1.1", "::", "::1", "fe80::1:2", "1:2:3:4:5:6:7:8",
			"2001:db8::ff00:42:8329"},
		"network":  {"10.0.0.0/8", "::/0", "2001:db8::/32", "1.2.3.4/32"},
		"hardware": {"00:00:5e:00:53:01", "02-00-5e-10-00-00-00-01", "0000.5e00.5301"},
		"mail":     {"a@b.c", "Barry Gibbs <bg@example.com>", "x.y+z@example.org", "<a@b>"},
		"mails":    {"a@b.c", "a@b.c, d@e"},
		"url":      {"", "http://example.com/a?b=c#d", "mailto:a@b.c", "/a b", "../x", "?a", "#"},
		"uuid": {"urn:uuid:00000000-0000-0000-0000-000000000000", "{00000000-0000-0000-0000-000000000000}",
			"00000000000000000000000000000000"},
		"escaped":   {"", "a%20b", "\x00"},
		"query":     {"", "a=b&c", "%41"},
		"hex":       {"", "00ffAA"},
		"host":      {":", "a:80", "[::1]:80", "a.b:http"},
		"addr:port": {"1.2.3.4:80", "[::1]:65535", "[::]:0"},
	} {
		for _, s := range texts {
			assert.Zero(t, forms.Distance(name, s), "%s: %s", name, s)
		}
	}
}

// TestDamagedIsNear: a valid text with one edit that makes it invalid has a small distance.
func TestDamagedIsNear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom(calls()).Draw(t, "call")
		text := []byte(c.nearing[len(c.nearing)-1])
		i := rapid.IntRange(0, len(text)-1).Draw(t, "position")
		text[i] += rapid.SampledFrom([]byte{1, 255}).Draw(t, "step")
		if toTrue, _ := sides(c, string(text)); toTrue < heuristics.Close(1) {
			t.Fatalf("%s of %q: %v", c.name, text, toTrue)
		}
	})
}

// FuzzReplacements compares each replacement with its function.
func FuzzReplacements(f *testing.F) {
	for _, c := range calls() {
		for _, s := range c.nearing {
			f.Add(s)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, c := range calls() {
			want := outcome(func() []any { return c.plain(s) })
			assert.Equal(t, want, outcome(func() []any { return c.near(probe.NewCall(), s) }), c.name)
			assert.Equal(t, want, outcome(func() []any { return c.near(probe.Call{}, s) }), c.name)
		}
	})
}

func BenchmarkAddr(b *testing.B) {
	for name, s := range map[string]string{"address": "192.168.1.1", "none": "192.168.1.257"} {
		b.Run(name+"/plain", func(b *testing.B) {
			for b.Loop() {
				_, _ = netip.ParseAddr(s)
			}
		})
		b.Run(name+"/news", func(b *testing.B) {
			for b.Loop() {
				_, _ = forms.Addr(probe.NewCall(), netip.ParseAddr, s)
			}
		})
	}
}
