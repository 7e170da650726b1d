// Package spelling finds the word that a misspelt one was meant to be.
package spelling

import "strings"

// Nearest returns the key that is most like a text, "" if none is. A letter and a
// quarter of the text may be wrong.
func Nearest(text string, keys []string) string {
	best, at := 2+len(text)/4, ""
	for _, key := range keys {
		d := distance(strings.ToLower(text), strings.ToLower(key))
		if d < best {
			best, at = d, key
		}
	}
	return at
}

// distance is the number of letters to insert, delete or replace to make one text
// of the other (Levenshtein, 1966).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
