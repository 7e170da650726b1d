package scs

import (
	"strconv"

	"github.com/evoke-go/evoke/bench/web"
)

func getNotypevar(i int32, s string) web.Answer { return number(notypevar(i, s)) }

// notypevar mixes a number and a text. The last condition that holds says the
// result.
func notypevar(i int32, s string) int {
	result := 0
	const x, y = "hello", 7
	if i+i == 56 {
		result = int(i)
	}
	if x+strconv.Itoa(int(i)) == x+strconv.Itoa(y) {
		result = 1
	}
	if x < s {
		result = 2
	}
	if i > 5 {
		result = 3
	}
	return result
}
