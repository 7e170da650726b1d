package scs

import "github.com/evoke-go/evoke/bench/web"

func getCostfuns(i int32, s string) web.Answer { return number(costfuns(i, s)) }

// costfuns compares in all ways there are. The last comparison that holds says
// the result.
func costfuns(i int32, s string) int {
	result := 0
	const first, second = "ba", "ab"
	if i == 5 {
		result = 1
	}
	if i < -444 {
		result = 2
	}
	if i <= -333 {
		result = 3
	}
	if i > 666 {
		result = 4
	}
	if i >= 555 {
		result = 5
	}
	if i != -4 {
		result = 6
	}
	if s == first+second {
		result = 7
	}
	if s > second+second+first {
		result = 8
	}
	if s >= second+second+first {
		result = 9
	}
	if s != second+second {
		result = 10
	}
	return result
}
