package curl

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// jq returns a JSON pointer as a path in the language of jq.
func jq(pointer string) string {
	if pointer == "" {
		return "."
	}
	out := ""
	for _, token := range strings.Split(pointer, "/")[1:] {
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		key, number := quoted(token), false
		if n, err := strconv.Atoi(token); err == nil && n >= 0 && strconv.Itoa(n) == token {
			number = true
		}
		plain := name.MatchString(token)
		switch joined := out != "" && !strings.HasSuffix(out, "end"); {
		case number && out != "":
			out += ` | if type=="array" then .[` + token + "] else .[" + key + "] end"
		case number:
			out = `if type=="array" then .[` + token + "] else .[" + key + "] end"
		case plain && joined:
			out += "." + token
		case joined:
			out += "[" + key + "]"
		case plain:
			out += separator(out) + "." + token
		default:
			out += separator(out) + ".[" + key + "]"
		}
	}
	return out
}

// name matches keys that jq accepts without quotes.
var name = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func separator(before string) string {
	if before == "" {
		return ""
	}
	return " | "
}

// quoted returns a text as a jq string, which is a JSON string without interpolation.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
