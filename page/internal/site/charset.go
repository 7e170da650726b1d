package site

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"

	"github.com/evoke-go/evoke/internal/coding"
)

// document returns the charset of a document, as declared by its media type, its first bytes or its meta element, and
// the document in UTF-8. Scripts without a declared charset have the same charset.
func (s *Site) document(media string, body []byte) (encoding.Encoding, []byte, error) {
	of, name, certain := charset.DetermineEncoding(body, media)
	if name == "utf-8" || !certain && utf8.Valid(body) {
		of = encoding.Nop
	}
	s.mu.Lock()
	s.charset = of
	s.mu.Unlock()
	text, err := of.NewDecoder().Bytes(body)
	return of, text, err
}

// script returns a script in UTF-8.
func (s *Site) script(media string, body []byte) ([]byte, error) {
	s.mu.Lock()
	of := s.charset
	s.mu.Unlock()
	if of == nil || strings.Contains(strings.ToLower(media), "charset") {
		return coding.UTF8(media, body)
	}
	return of.NewDecoder().Bytes(body)
}
