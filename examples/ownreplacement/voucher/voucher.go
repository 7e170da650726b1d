// Package voucher is a library that knows codes of vouchers, such as
// "AB3A-K7QY-XX2R". It stands for one that you use and that Evoke has never
// heard of.
package voucher

import "strings"

// alphabet has no letters that look like others.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// Valid reports whether a code is one: three groups of four characters, of
// which the last one of each is a check character.
func Valid(code string) bool {
	groups := strings.Split(code, "-")
	valid := len(groups) == 3
	for i, group := range groups {
		valid = valid && len(group) == 4 && Check(i, group) == group[3]
	}
	return valid
}

// Check returns the check character for the first three characters of the i-th
// group, 0 if these are none of a code.
func Check(i int, group string) byte {
	sum := i
	for k := range 3 {
		value := strings.IndexByte(alphabet, group[k])
		if value < 0 {
			return 0
		}
		sum += (2*k + 3) * value
	}
	return alphabet[sum%len(alphabet)]
}

// Letter reports whether a character may stand in a code.
func Letter(c byte) bool { return strings.IndexByte(alphabet, c) >= 0 }
