package aim_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"math/rand/v2"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/aim"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/sut"
)

// TestTextsInTheFormThatIsWanted: the standard library accepts each drawn text as one of its form.
func TestTextsInTheFormThatIsWanted(t *testing.T) {
	const old = "Was-\xffhere "
	failed := func(err error) bool { return err == nil }
	for _, tt := range []struct {
		form  probe.Form
		about string
		is    func(s string) bool
	}{
		{probe.Matching, "^a{2}[0-9]$", regexp.MustCompile("^a{2}[0-9]$").MatchString},
		{probe.Prefixed, "pre", func(s string) bool { return s == "pre"+old }},
		{probe.Suffixed, "suf", func(s string) bool { return s == old+"suf" }},
		{probe.Containing, "mid", func(s string) bool { return strings.Contains(s, "mid") }},
		{probe.Folded, "Straße", func(s string) bool { return strings.EqualFold(s, "straße") }},
		{probe.Excluding, "here",
			func(s string) bool { return !strings.Contains(s, "here") && strings.HasPrefix(s, "Was") }},
		{probe.Timed, "02.01.2006 15:04",
			func(s string) bool { _, err := time.Parse("02.01.2006 15:04", s); return failed(err) }},
		{probe.Lasting, "", func(s string) bool { _, err := time.ParseDuration(s); return failed(err) }},
		{probe.Integer, "", func(s string) bool { _, err := strconv.Atoi(s); return failed(err) }},
		{probe.Natural, "16", func(s string) bool { _, err := strconv.ParseUint(s, 16, 64); return failed(err) }},
		{probe.Decimal, "", func(s string) bool { _, err := strconv.ParseFloat(s, 64); return failed(err) }},
		{probe.Truth, "", func(s string) bool { _, err := strconv.ParseBool(s); return failed(err) }},
		{probe.Quoted, "", func(s string) bool { got, err := strconv.Unquote(s); return err == nil && got == old }},
		{probe.UUID, "", regexp.MustCompile("^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$").MatchString},
		{probe.IP, "", func(s string) bool { _, err := netip.ParseAddr(s); return failed(err) }},
		{probe.IP, "4", func(s string) bool { a, err := netip.ParseAddr(s); return err == nil && a.Is4() }},
		{probe.Network, "", func(s string) bool { _, err := netip.ParsePrefix(s); return failed(err) }},
		{probe.HostPort, "", func(s string) bool { _, err := netip.ParseAddrPort(s); return failed(err) }},
		{probe.Hardware, "", func(s string) bool { _, err := net.ParseMAC(s); return failed(err) }},
		{probe.URL, "absolute", func(s string) bool { u, err := url.Parse(s); return err == nil && u.IsAbs() }},
		{probe.Mail, "", func(s string) bool { _, err := mail.ParseAddress(s); return failed(err) }},
		{probe.Base64, "rawurl", func(s string) bool {
			b, err := base64.RawURLEncoding.DecodeString(s)
			return err == nil && string(b) == old
		}},
		{probe.Hex, "", func(s string) bool { b, err := hex.DecodeString(s); return err == nil && string(b) == old }},
		{probe.JSON, "main.T", func(s string) bool { return failed(json.Unmarshal([]byte(s), &struct{}{})) }},
		{probe.JSON, "[]int", func(s string) bool { return failed(json.Unmarshal([]byte(s), &[]int{})) }},
		{probe.XML, "", func(s string) bool { return failed(xml.Unmarshal([]byte(s), &struct{}{})) }},
		{probe.CSV, "", func(s string) bool { return strings.HasSuffix(s, ",a\n") }},
		{probe.UTF8, "", utf8.ValidString},
	} {
		t.Run(string(tt.form)+tt.about, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			for range 50 {
				s, ok := aim.Text(r, old, sut.Wanted{Form: tt.form, Text: tt.about})
				require.True(t, ok)
				require.True(t, tt.is(s), "%q", s)
			}
		})
	}
	for _, w := range []sut.Wanted{{}, {Form: "unheard"}, {Form: probe.Matching, Text: "("}, {Form: probe.Timed},
		{Form: probe.Integer, Text: "99"}, {Form: probe.Excluding}} {
		_, ok := aim.Text(rand.New(rand.NewPCG(1, 2)), old, w)
		assert.False(t, ok, "%v", w)
	}
}
