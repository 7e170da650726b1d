package predicates

// checks are predicates that a function of their own decides, which says no more
// than yes or no. Most ask it for two inputs: what the function's own conditions
// tell comes from both, so that it leads to one of them at most.
func checks() []Predicate {
	return []Predicate{
		query("two numbers of cards", twoCards, "luhn", "digits"),
		query("two numbers of books", twoBooks, "isbn10"),
		query("two accounts with two check digits", twoAccounts, "mod97"),
		query("two bar codes", twoCodes, "ean13"),
		query("two texts of digits only", twoDigits, "digits"),
	}
}

type words struct {
	A string `schema:"maxLength=20"`
	B string `schema:"maxLength=20"`
}

func digits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

func luhn(s string) bool {
	if !digits(s) {
		return false
	}
	sum, double := 0, false
	for i := len(s) - 1; i >= 0; i-- {
		d := int(s[i] - '0')
		if double {
			d *= 2
			if d > 9 {
				d -= 9
			}
		}
		sum += d
		double = !double
	}
	return sum > 20 && sum%10 == 0
}

func twoCards(in words) int {
	if luhn(in.A) {
		if luhn(in.B) {
			return 2
		}
		return 1
	}
	return 0
}

func isbn10(s string) bool {
	sum, weight := 0, len(s)
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
		sum += weight * int(c-'0')
		weight--
	}
	return len(s) == 10 && sum%11 == 0
}

func twoBooks(in words) int {
	if isbn10(in.A) {
		if isbn10(in.B) {
			return 2
		}
		return 1
	}
	return 0
}

func mod97(s string) bool {
	rest := 0
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
		rest = (rest*10 + int(c-'0')) % 97
	}
	return len(s) >= 6 && rest == 1
}

func twoAccounts(in words) int {
	if !mod97(in.A) {
		return 0
	}
	if !mod97(in.B) {
		return 1
	}
	return 2
}

func ean13(s string) bool {
	sum := 0
	for i, c := range s {
		if c < '0' || c > '9' {
			return false
		}
		if i%2 == 1 {
			sum += 3 * int(c-'0')
		} else {
			sum += int(c - '0')
		}
	}
	return len(s) == 13 && sum%10 == 0
}

func twoCodes(in words) int {
	if ean13(in.A) && ean13(in.B) {
		return 1
	}
	return 0
}

func twoDigits(in words) int {
	if digits(in.A) && digits(in.B) && len(in.A)+len(in.B) > 12 {
		return 1
	}
	return 0
}
