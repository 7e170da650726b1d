package message

import "strings"

// IsLine reports whether s can be the value of a header.
func IsLine(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }) < 0
}
