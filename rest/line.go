package rest

import "strings"

// isLine reports whether s can be the value of a header.
func isLine(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }) < 0
}
