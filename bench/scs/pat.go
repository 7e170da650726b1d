package scs

import "github.com/evoke-go/evoke/bench/web"

func getPat(txt, pat string) web.Answer { return number(patternAndReverse(txt, pat)) }

// patternAndReverse looks for a pattern of three or more bytes in a text, and
// for its reverse: 1 where only the pattern is there, 2 where only the reverse
// is, and where the other one comes after it, the position of the first of the
// two. It is 0 where neither is.
func patternAndReverse(txt, pat string) int {
	result := 0
	if len(pat) > 2 {
		rev := reverse(pat)
		for i := 0; i <= len(txt)-len(pat); i++ {
			if txt[i] == pat[0] {
				if txt[i:i+len(pat)] == pat {
					result = 1
					for j := i + len(pat); j <= len(txt)-len(pat); j++ {
						if txt[j] == rev[0] {
							if txt[j:j+len(pat)] == rev {
								if j == i+len(pat) {
									return i
								}
								return i
							}
						}
					}
				}
			} else if txt[i] == rev[0] {
				if txt[i:i+len(pat)] == rev {
					result = 2
					for j := i + len(pat); j <= len(txt)-len(pat); j++ {
						if txt[j] == pat[0] {
							if txt[j:j+len(pat)] == pat {
								if j == i+len(pat) {
									return i
								}
								return i
							}
						}
					}
				}
			}
		}
	}
	return result
}

// reverse returns the bytes of a text from the last to the first.
func reverse(s string) string {
	if len(s) < 2 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := len(s) - 1; i >= 0; i-- {
		b = append(b, s[i])
	}
	return string(b)
}
