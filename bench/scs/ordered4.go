package scs

import "github.com/evoke-go/evoke/bench/web"

func getOrdered4(w, x, z, y string) web.Answer { return web.Text(ordered4(w, x, z, y)) }

// ordered4 tells in which order four texts of five or six bytes are. In the
// path of the request z comes before y, as in the original.
func ordered4(w, x, z, y string) string {
	result := "unordered"
	if len(w) >= 5 && len(w) <= 6 && len(x) >= 5 && len(x) <= 6 &&
		len(y) >= 5 && len(y) <= 6 && len(z) >= 5 && len(z) <= 6 {
		if z > y && y > x && x > w {
			result = "increasing"
		} else if w > x && x > y && y > z {
			result = "decreasing"
		}
	}
	return result
}
