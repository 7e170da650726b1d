package samples

import (
	"encoding/base64"
	"encoding/json"
	"net/textproto"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/value"
)

// minSecret is the minimum length of the value of a credential that is hidden in other places.
const minSecret = 6

// secrets finds credentials in samples. Its zero value knows none.
type secrets struct {
	values []string
}

// Credential reports whether a name is typical of headers, cookies and settings with credentials, such as "X-API-Key"
// and "DB_PASSWORD".
func Credential(name string) bool {
	return words.AuthHeader().MatchString(name) || words.HeaderSecrets.Has(name)
}

// learn records the value of a credential: for a header the value without its scheme, and for cookies and basic
// authentication their parts.
func (s *secrets) learn(text string) {
	if strings.Contains(text, Unknown) {
		return
	}
	scheme, after, ok := strings.Cut(text, " ")
	if ok && strings.EqualFold(scheme, "Basic") {
		if plain, err := base64.StdEncoding.DecodeString(strings.TrimSpace(after)); err == nil {
			_, password, _ := strings.Cut(string(plain), ":")
			s.add(password)
		}
	}
	if ok {
		s.add(strings.TrimSpace(after))
	}
	s.add(text)
}

// longCookie is the minimum length of the value of a cookie that counts as a credential, and not as a setting of the
// page.
const longCookie = 12

// learnCookie records the values of cookies that may be credentials.
func (s *secrets) learnCookie(text string) {
	for part := range strings.SplitSeq(text, ";") {
		if name, v, ok := strings.Cut(strings.TrimSpace(part), "="); ok &&
			(len(v) >= longCookie || Credential(name) || strings.HasSuffix(strings.ToLower(name), "sid")) {
			s.add(v)
		}
	}
}

// add records a value in all forms in which it may occur elsewhere.
func (s *secrets) add(v string) {
	if len(v) < minSecret {
		return
	}
	for _, form := range []string{v, url.QueryEscape(v), url.PathEscape(v)} {
		if !slices.Contains(s.values, form) {
			s.values = append(s.values, form)
		}
	}
}

// strip removes credentials from a request, and records their values.
func (s *secrets) strip(r *Request) {
	r.Header = slices.DeleteFunc(r.Header, func(f Field) bool {
		switch name := textproto.CanonicalMIMEHeaderKey(f.Name); {
		case name == "Cookie":
			s.learnCookie(f.Value)
		case Credential(name):
			s.learn(f.Value)
		default:
			return false
		}
		return true
	})
	r.URL = s.stripURL(r.URL)
	r.Body = s.stripBody(r.Type, r.Body)
	if r.Answer != nil {
		if plain, err := value.ParseJSON([]byte(r.Answer.Body)); err == nil {
			s.blank("", plain)
		}
	}
}

// stripURL removes the user and the parameters with credentials from a URL.
func (s *secrets) stripURL(text string) string {
	text, _, _ = strings.Cut(text, "#")
	if scheme, rest, ok := strings.Cut(text, "://"); ok {
		host, path, _ := strings.Cut(rest, "/")
		if at := strings.LastIndexByte(host, '@'); at >= 0 {
			_, password, _ := strings.Cut(host[:at], ":")
			s.add(password)
			text = scheme + "://" + strings.TrimSuffix(host[at+1:]+"/"+path, "/")
		}
	}
	path, query, ok := strings.Cut(text, "?")
	if !ok {
		return text
	}
	return path + "?" + s.stripPairs(query)
}

// stripPairs replaces credentials in a query or form by Unknown.
func (s *secrets) stripPairs(text string) string {
	parts := strings.Split(text, "&")
	for i, part := range parts {
		name, v, _ := strings.Cut(part, "=")
		if plain, err := url.QueryUnescape(name); err == nil && words.MemberSecrets.Has(plain) {
			if v, err := url.QueryUnescape(v); err == nil {
				s.add(v)
			}
			parts[i] = name + "=" + Unknown
		}
	}
	return strings.Join(parts, "&")
}

// stripBody replaces credentials in a body by Unknown.
func (s *secrets) stripBody(mediaType, body string) string {
	switch {
	case body == "":
	case strings.Contains(mediaType, "json"):
		plain, err := value.ParseJSON([]byte(body))
		if err != nil {
			return body
		}
		if clean := s.blank("", plain); !value.Equal(clean, plain) {
			return string(value.AppendJSON(nil, clean))
		}
	case strings.Contains(mediaType, "xml"):
		return s.stripXML(body)
	case strings.Contains(mediaType, "urlencoded"), strings.Contains(mediaType, multipart):
		return s.stripPairs(body)
	}
	return body
}

// patterns of XML elements with a text, and of attributes
const elements, attributes = `<([\w.:-]+)[^<>]*>([^<>]+)</`, `([\w.:-]+)\s*=\s*["']([^"'<>]*)["']`

// stripXML replaces credentials in elements and attributes by Unknown.
func (s *secrets) stripXML(body string) string {
	for _, pattern := range []string{elements, attributes} {
		var out strings.Builder
		last := 0
		for _, at := range regexp.MustCompile(pattern).FindAllStringSubmatchIndex(body, -1) {
			if name := body[at[2]:at[3]]; words.MemberSecrets.Has(name[strings.LastIndexByte(name, ':')+1:]) {
				s.add(body[at[4]:at[5]])
				out.WriteString(body[last:at[4]] + Unknown)
				last = at[5]
			}
		}
		body = out.String() + body[last:]
	}
	return body
}

// blank returns a value in which Unknown replaces credentials.
func (s *secrets) blank(name string, v any) any {
	switch v := v.(type) {
	case value.Object:
		out := make(value.Object, len(v))
		for i, m := range v {
			out[i] = value.Member{Name: m.Name, Value: s.blank(m.Name, m.Value)}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = s.blank(name, e)
		}
		return out
	case string:
		if v != "" && words.MemberSecrets.Has(name) {
			s.learn(v)
			return Unknown
		}
	case int64, float64, json.Number:
		if words.MemberSecrets.Has(name) {
			return Unknown
		}
	}
	return v
}

// hide replaces recorded values of credentials by Unknown in all places.
func (s *secrets) hide(set *Set) {
	if len(s.values) == 0 {
		return
	}
	slices.SortStableFunc(s.values, func(a, b string) int { return len(b) - len(a) })
	var pairs []string
	for _, v := range s.values {
		pairs = append(pairs, v, Unknown)
	}
	clean := strings.NewReplacer(pairs...).Replace
	for i := range set.Recordings {
		for j := range set.Recordings[i].Requests {
			r := &set.Recordings[i].Requests[j]
			r.URL, r.Body = clean(r.URL), clean(r.Body)
			for k := range r.Header {
				r.Header[k].Value = clean(r.Header[k].Value)
			}
			if r.Answer != nil {
				r.Answer.Body, r.Answer.Location = clean(r.Answer.Body), clean(r.Answer.Location)
			}
		}
	}
	for i := range set.Bodies {
		set.Bodies[i].Data = clean(set.Bodies[i].Data)
	}
}
