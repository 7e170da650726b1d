package scs

import (
	"strings"

	"github.com/evoke-go/evoke/bench/web"
)

func getTitle(sex, title string) web.Answer { return number(fitting(sex, title)) }

// fitting tells which sex a title fits: 1 male, 0 female, 2 none, -1 where it
// does not fit the one that is given.
func fitting(sex, title string) int {
	sex, title = strings.ToLower(sex), strings.ToLower(title)
	result := -1
	if sex == "male" {
		if title == "mr" || title == "dr" || title == "sir" || title == "rev" || title == "rthon" || title == "prof" {
			result = 1
		}
	} else if sex == "female" {
		if title == "mrs" || title == "miss" || title == "ms" || title == "dr" ||
			title == "lady" || title == "rev" || title == "rthon" || title == "prof" {
			result = 0
		}
	} else if sex == "none" {
		if title == "dr" || title == "rev" || title == "rthon" || title == "prof" {
			result = 2
		}
	}
	return result
}
