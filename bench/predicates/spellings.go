package predicates

import "strings"

// spellings are predicates on how texts are written, as [checks] are.
func spellings() []Predicate {
	return []Predicate{
		query("two names of variables", twoNames, "variable", "letter"),
		query("two words of hexadecimal digits", twoHex, "hexadecimal"),
		query("two passwords", twoPasswords, "strong"),
		query("two words that read backwards the same", twoPalindromes, "mirrored"),
		query("two ways up and down", twoClimbs, "climbs"),
		query("two sorted words", twoSorted, "sortedLetters"),
		query("two plates of cars", twoPlates, "plate"),
		query("two times of the day", twoClocks, "clock", "twoDigitsBelow"),
		query("two colours", twoColours, "colour", "hexadecimal"),
		query("two words without vowels", twoVowelless, "vowelless", "vowel"),
		query("two texts with a quarter of capitals", twoLoud, "loud"),
		query("a code whose flag is set in a loop", twoFlagged, "flagged"),
		query("two versions", twoVersions, "version"),
		query("two tags with the same separator", twoTags, "tag"),
		query("a character that is in no list", twoMasked, "masked", "among"),
		query("two codes of a machine with states", twoMachines, "accepted"),
		query("two codes of a table of steps", twoSteps, "stepped"),
	}
}

func letter(c rune) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }

func variable(s string) bool {
	for i, c := range s {
		if letter(c) || i > 0 && c >= '0' && c <= '9' {
			continue
		}
		return false
	}
	return len(s) > 4
}

func twoNames(in words) int {
	if !variable(in.A) {
		return 0
	}
	if !variable(in.B) {
		return 1
	}
	return 2
}

func hexadecimal(s string, size int) bool {
	for _, c := range []byte(s) {
		ok := c >= '0' && c <= '9' || c >= 'a' && c <= 'f'
		if !ok {
			return false
		}
	}
	return len(s) == size
}

func twoHex(in words) int {
	if hexadecimal(in.A, 8) && hexadecimal(in.B, 8) {
		return 1
	}
	return 0
}

func strong(s string) bool {
	upper, lower, digit := false, false, false
	for _, c := range s {
		if c >= 'A' && c <= 'Z' {
			upper = true
		}
		if c >= 'a' && c <= 'z' {
			lower = true
		}
		if c >= '0' && c <= '9' {
			digit = true
		}
	}
	return len(s) >= 8 && upper && lower && digit
}

func twoPasswords(in words) int {
	if !strong(in.A) {
		return 0
	}
	if in.A != in.B && strong(in.B) {
		return 2
	}
	return 1
}

func mirrored(s string) bool {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		if s[i] != s[j] {
			return false
		}
	}
	return len(s) >= 5
}

func twoPalindromes(in words) int {
	if mirrored(in.A) && mirrored(in.B) && in.A != in.B {
		return 1
	}
	return 0
}

func climbs(s string, want int) bool {
	height := 0
	for _, c := range s {
		switch c {
		case 'u':
			height++
		case 'd':
			height--
			if height < 0 {
				return false
			}
		default:
			return false
		}
	}
	return height == want
}

func twoClimbs(in words) int {
	if climbs(in.A, 3) && climbs(in.B, 4) {
		return 1
	}
	return 0
}

func sortedLetters(s string, least int) bool {
	for i := 1; i < len(s); i++ {
		if s[i-1] > s[i] {
			return false
		}
	}
	return len(s) >= least
}

func twoSorted(in words) int {
	if !sortedLetters(in.A, 6) {
		return 0
	}
	if !sortedLetters(in.B, 8) {
		return 1
	}
	return 2
}

// plate is two capitals, a dash, and three digits.
func plate(s string) bool {
	if len(s) != 6 {
		return false
	}
	if s[0] < 'A' || s[0] > 'Z' || s[1] < 'A' || s[1] > 'Z' {
		return false
	}
	if s[2] != '-' {
		return false
	}
	return s[3] >= '0' && s[3] <= '9' && s[4] >= '0' && s[4] <= '9' && s[5] >= '0' && s[5] <= '9'
}

func twoPlates(in words) int {
	if plate(in.A) && plate(in.B) {
		return 1
	}
	return 0
}

func twoDigitsBelow(s string, limit int) bool {
	if s[0] < '0' || s[0] > '9' || s[1] < '0' || s[1] > '9' {
		return false
	}
	return int(s[0]-'0')*10+int(s[1]-'0') < limit
}

func clock(s string) bool {
	return len(s) == 5 && s[2] == ':' && twoDigitsBelow(s[:2], 24) && twoDigitsBelow(s[3:], 60)
}

func twoClocks(in words) int {
	if !clock(in.A) {
		return 0
	}
	if !clock(in.B) {
		return 1
	}
	return 2
}

func colour(s string) bool {
	return strings.HasPrefix(s, "#") && (hexadecimal(s[1:], 3) || hexadecimal(s[1:], 6))
}

func twoColours(in words) int {
	if colour(in.A) && colour(in.B) && len(in.A) != len(in.B) {
		return 1
	}
	return 0
}

func vowel(c rune) bool {
	switch c {
	case 'a', 'e', 'i', 'o', 'u':
		return true
	}
	return false
}

func vowelless(s string, least int) bool {
	for _, c := range s {
		if vowel(c) {
			return false
		}
	}
	return len(s) >= least
}

func twoVowelless(in words) int {
	if vowelless(in.A, 9) && vowelless(in.B, 12) {
		return 1
	}
	return 0
}

func loud(s string) bool {
	capitals := 0
	for _, c := range s {
		if c >= 'A' && c <= 'Z' {
			capitals++
		}
	}
	return capitals*4 >= len(s) && len(s) > 8
}

func twoLoud(in words) int {
	if loud(in.A) && loud(in.B) {
		return 1
	}
	return 0
}

func flagged(s string) bool {
	found := false
	for i := range len(s) {
		if s[i] == '!' {
			found = true
		}
	}
	return found
}

func twoFlagged(in words) int {
	if !flagged(in.A) {
		return 0
	}
	if flagged(in.B) {
		return 1
	}
	return 2
}

func version(s string) bool {
	parts := strings.Split(s, ".")
	if len(parts) != 3 {
		return false
	}
	for i := 1; ; i++ {
		if i == len(parts) {
			return parts[0] == "7"
		}
		if p := parts[i]; p == "" || p[0] < '0' || p[0] > '9' {
			return false
		}
	}
}

func twoVersions(in words) int {
	if version(in.A) && version(in.B) {
		return 1
	}
	return 0
}

func tag(s, name string) bool {
	before, after, found := strings.Cut(s, "=")
	if !found {
		return false
	}
	if before != name {
		return false
	}
	return len(after) > 2
}

func twoTags(in words) int {
	if tag(in.A, "env") && tag(in.B, "zone") {
		return 1
	}
	return 0
}

func among(c byte, list string) bool {
	for ; ; list = list[1:] {
		if list == "" {
			return false
		}
		if list[0] == c {
			return true
		}
	}
}

func masked(s string) bool {
	if len(s) != 5 {
		return false
	}
	for i := 0; ; i++ {
		if i == len(s) {
			return true
		}
		if !among(s[i], "#*?") {
			return false
		}
	}
}

func twoMasked(in words) int {
	if masked(in.A) && masked(in.B) {
		return 1
	}
	return 0
}

// accepted knows texts such as "k42;".
func accepted(s string, least int) bool {
	if len(s) < least {
		return false
	}
	state := 0
	for i := 0; ; i++ {
		if i == len(s) {
			return state == 2
		}
		switch state {
		case 0:
			if s[i] < 'k' || s[i] > 'm' {
				return false
			}
			state = 1
		case 1:
			if s[i] == ';' {
				state = 2
			} else if s[i] < '0' || s[i] > '9' {
				return false
			}
		default:
			return false
		}
	}
}

func twoMachines(in words) int {
	if accepted(in.A, 4) {
		if accepted(in.B, 6) {
			return 2
		}
		return 1
	}
	return 0
}

func stepped(s string) bool {
	if len(s) < 4 {
		return false
	}
	for i := 1; ; i++ {
		if i == len(s) {
			return true
		}
		if int(s[i])-int(s[i-1]) != 2 {
			return false
		}
	}
}

func twoSteps(in words) int {
	if !stepped(in.A) {
		return 0
	}
	if !stepped(in.B) {
		return 1
	}
	return 2
}
