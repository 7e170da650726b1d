package predicates

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// tracked are predicates behind a parser: what the library does with the text
// decides, and the library has no probes. Patterns are known to the search.
func tracked() []Predicate {
	return []Predicate{
		query("a float in a text", parsedFloat).needs("strconv.ParseFloat takes few of all texts"),
		query("a number in base 16", parsedHex).needs("strconv.ParseUint takes few of all texts"),
		query("a pattern", matched),
		query("JSON in a text", parsedJSON).needs("json.Unmarshal takes few of all texts"),
		query("base 64", decoded).needs("base64 takes a quarter of all texts, and scatters the distance over the bits"),
		query("a date in a free text", parsedDate).needs("time.Parse takes few of all texts"),
		query("an address of the network", parsedAddress).needs("netip.ParseAddr takes few of all texts"),
		query("a URL", parsedURL).needs("url.Parse takes any text, and finds a host in few"),
		query("a fingerprint", fingerprint).needs("SHA-256 has no gradient at all; tracking sees only the comparison"),
		query("a list in a text", splitFields).needs("strings.Split gives parts that are compared one by one"),
		query("JSON in base64 in a header's text",
			tokenInside).needs("the members lie in JSON in base64 behind a prefix"),
		query("a window of two dates in two layouts", dateWindow).needs("two texts are parsed, and the second " +
			"has to lie behind the first"),
		query("equal inputs, then a form of both",
			equalThenForm).needs("what keeps the inputs equal has to hold while both change"),
		query("with space around", trimmed).needs("strings.TrimSpace hides what is around the word"),
	}
}

func parsedFloat(in text) int {
	x, err := strconv.ParseFloat(in.S, 64)
	if err != nil {
		return -1
	}
	if x > 3.14 && x < 3.15 {
		return 1
	}
	return 0
}

func parsedHex(in text) int {
	n, err := strconv.ParseUint(in.S, 16, 32)
	if err != nil {
		return -1
	}
	if n == 0xBEEF {
		return 1
	}
	return 0
}

var orderNumber = regexp.MustCompile(`^[A-Z]{3}-[0-9]{4}$`)

func matched(in text) int {
	if orderNumber.MatchString(in.S) {
		return 1
	}
	return 0
}

func parsedJSON(in text) int {
	var v struct{ ID int }
	if err := json.Unmarshal([]byte(in.S), &v); err != nil {
		return -1
	}
	if v.ID > 10 {
		return 1
	}
	return 0
}

func decoded(in text) int {
	data, err := base64.StdEncoding.DecodeString(in.S)
	if err != nil {
		return -1
	}
	if strings.HasPrefix(string(data), "user:") {
		return 1
	}
	return 0
}

func parsedDate(in text) int {
	t, err := time.Parse(time.DateOnly, in.S)
	if err != nil {
		return -1
	}
	if t.Year() > 2000 {
		return 1
	}
	return 0
}

func parsedAddress(in text) int {
	a, err := netip.ParseAddr(in.S)
	if err != nil {
		return -1
	}
	if a.Is4() {
		return 4
	}
	return 6
}

func parsedURL(in text) int {
	u, err := url.Parse(in.S)
	if err != nil {
		return -1
	}
	if u.Scheme == "https" && u.Host != "" {
		return 1
	}
	return 0
}

// fingerprint wants "open sesame".
func fingerprint(in text) int {
	sum := sha256.Sum256([]byte(in.S))
	if hex.EncodeToString(sum[:]) == "41ef4bb0b23661e66301aac36066912dac037827b4ae63a7b1165a5aa93ed4eb" {
		return 1
	}
	return 0
}

func trimmed(in text) int {
	if s := strings.TrimSpace(in.S); s == "ok" && s != in.S {
		return 1
	}
	return 0
}

func splitFields(in text) int {
	parts := strings.Split(in.S, ",")
	if len(parts) == 3 && parts[1] == "two" {
		return 1
	}
	return 0
}

func tokenInside(in struct{ S string }) int {
	token, ok := strings.CutPrefix(in.S, "Token ")
	if !ok {
		return -1
	}
	data, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return -2
	}
	var claims struct {
		Role  string   `json:"role"`
		Level int      `json:"level"`
		Areas []string `json:"areas"`
	}
	if err := json.Unmarshal(data, &claims); err != nil {
		return -3
	}
	if claims.Role == "auditor" && claims.Level > 12_000 {
		if len(claims.Areas) > 0 && claims.Areas[0] == "north" {
			return 2
		}
		return 1
	}
	return 0
}

func dateWindow(in words) int {
	from, err := time.Parse("02.01.2006", in.A)
	if err != nil {
		return -1
	}
	to, err := time.Parse(time.DateOnly, in.B)
	if err != nil {
		return -2
	}
	if !to.After(from) {
		return 0
	}
	if to.After(from.AddDate(0, 0, 14)) {
		return 1
	}
	return 2
}

func equalThenForm(in struct{ A, B, C string }) int {
	if len(in.A) < 4 || in.A != in.B {
		return 0
	}
	if !strings.HasPrefix(in.B, "key-") {
		return 1
	}
	if in.C == "rotate" {
		return 3
	}
	return 2
}
