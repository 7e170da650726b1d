package scs

import (
	"strings"

	"github.com/evoke-go/evoke/bench/web"
)

func getCookie(name, val, site string) web.Answer { return number(cookie(name, val, site)) }

// cookie tells whether a cookie is a known one: a long user id, or the session
// of one site.
func cookie(name, val, site string) int {
	name, val, site = strings.ToLower(name), strings.ToLower(val), strings.ToLower(site)
	result := 0
	if name == "userid" {
		if len(val) > 6 {
			if val[:4] == "user" {
				result = 1
			}
		}
	} else if name == "session" {
		if val == "am" && site == "abc.com" {
			result = 1
		} else {
			result = 2
		}
	}
	return result
}
