package predicates

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
)

func texts() []Predicate {
	return []Predicate{
		query("one word", equalWord),
		query("the start of a text", hasPrefix),
		query("the end of a text", hasSuffix),
		query("a word somewhere", containsWord),
		query("a word whatever the case", equalFolded),
		query("between two words in order", betweenWords),
		query("lengths", lengths),
		query("start and end", bracketed),
		query("the first bytes", firstBytes),
		query("written in lower case", lowered),
		query("four hexadecimal digits", hexDigits),
		query("three vowels", vowels),
		query("the same backwards", palindrome),
		query("key and value", keyValue),
		query("two words in two inputs", twoWords),
		query("where a letter is", whereIs),
		query("bytes", equalBytes),
		query("two inputs that agree", sameTexts),
		query("the rules of a password", password),
		query("upper case letters", capitals),
		query("a number in a text", parsedNumber),
	}
}

type text struct {
	S string `schema:"maxLength=40"`
}

func equalWord(in text) int {
	if in.S == "magenta" {
		return 1
	}
	return 0
}

func hasPrefix(in text) int {
	if strings.HasPrefix(in.S, "order-") {
		return 1
	}
	return 0
}

func hasSuffix(in text) int {
	if strings.HasSuffix(in.S, ".json") {
		return 1
	}
	return 0
}

func containsWord(in text) int {
	if strings.Contains(in.S, "error") {
		return 1
	}
	return 0
}

func equalFolded(in text) int {
	if strings.EqualFold(in.S, "Keep-Alive") {
		return 1
	}
	return 0
}

func betweenWords(in text) int {
	if in.S > "mango" && in.S < "maple" {
		return 1
	}
	return 0
}

func lengths(in text) int {
	switch {
	case in.S == "":
		return 0
	case len(in.S) == 7:
		return 7
	case len(in.S) > 30:
		return 30
	}
	return 1
}

func bracketed(in text) int {
	if len(in.S) > 3 && in.S[0] == '{' && in.S[len(in.S)-1] == '}' {
		return 1
	}
	return 0
}

func firstBytes(in text) int {
	if len(in.S) >= 4 && in.S[:4] == "%PDF" {
		return 1
	}
	return 0
}

func lowered(in text) int {
	if strings.ToLower(in.S) == "admin" {
		return 1
	}
	return 0
}

func hexDigits(in text) int {
	for i := 0; i < len(in.S); i++ {
		c := in.S[i]
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return -1
		}
	}
	if len(in.S) == 4 {
		return 1
	}
	return 0
}

func vowels(in text) int {
	n := 0
	for _, c := range in.S {
		switch c {
		case 'a', 'e', 'i', 'o', 'u':
			n++
		}
	}
	if n == 3 {
		return 1
	}
	return 0
}

func palindrome(in text) int {
	for i, j := 0, len(in.S)-1; i < j; i, j = i+1, j-1 {
		if in.S[i] != in.S[j] {
			return 0
		}
	}
	if len(in.S) > 3 {
		return 1
	}
	return -1
}

func keyValue(in text) int {
	key, value, found := strings.Cut(in.S, ":")
	if !found {
		return -1
	}
	if key == "id" && value != "" {
		return 1
	}
	return 0
}

func twoWords(in struct{ A, B string }) int {
	if in.A == "left" && in.B == "right" {
		return 1
	}
	return 0
}

func whereIs(in text) int {
	at := strings.IndexByte(in.S, 'x')
	if at < 0 {
		return -1
	}
	if at > 2 && in.S[at-1] == 'e' {
		return 1
	}
	return 0
}

func equalBytes(in text) int {
	if bytes.Equal([]byte(in.S), []byte("GIF8")) {
		return 1
	}
	return 0
}

func sameTexts(in struct{ A, B string }) int {
	if len(in.A) >= 4 && in.A == in.B {
		return 1
	}
	return 0
}

func password(in text) int {
	var digit, upper, other bool
	for i := 0; i < len(in.S); i++ {
		c := in.S[i]
		switch {
		case c >= '0' && c <= '9':
			digit = true
		case c >= 'A' && c <= 'Z':
			upper = true
		case c == '!' || c == '?' || c == '$':
			other = true
		}
	}
	if len(in.S) >= 8 && digit && upper && other {
		return 1
	}
	return 0
}

func capitals(in text) int {
	n := 0
	for _, c := range in.S {
		if unicode.IsUpper(c) {
			n++
		}
	}
	if n >= 5 && n == len(in.S) {
		return 1
	}
	return 0
}

func parsedNumber(in text) int {
	n, err := strconv.Atoi(in.S)
	if err != nil {
		return -1
	}
	if n > 12_000 && n < 12_100 {
		return 1
	}
	return 0
}
