package payload

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/evoke-go/evoke/internal/lazyregexp"
)

// sleeps are the seconds that the payloads of a test have a database sleep. None comes between, and the second sleep is
// the longer one.
var sleeps = []string{"0", "0.2", "0", "0.4"}

// conditional is how many of the forms have the sleep in a condition, which is looked at where there is something to
// find.
const conditional = 2

// sleeping are the forms that have a database sleep, of MySQL and MariaDB, of PostgreSQL, and of SQL Server. Their
// conditions do not hold, so they find nothing, and change nothing.
func sleeping() (out []Form) {
	for i, format := range []string{"' OR (SELECT SLEEP(%s))=1 OR '1'='2",
		"' OR (SELECT 1 FROM pg_sleep(%s))=2 OR '1'='2", "'; WAITFOR DELAY '0:0:%s'--"} {
		out = append(out, Form{CodeSQL, prefix + "a sleep in SQL", false, i < conditional, texts, asleep(format, true)})
	}
	for _, format := range []string{" OR (SELECT SLEEP(%s))=1", " OR (SELECT 1 FROM pg_sleep(%s))=2"} {
		out = append(out, Form{CodeSQL, prefix + "a sleep in SQL", false, false, numeric, asleep(format, false)})
	}
	return out
}

// asleep draws a value that hardly exists, and puts sleeps behind it.
func asleep(format string, word bool) func(*rand.Rand) []string {
	return func(r *rand.Rand) (out []string) {
		before := "0"
		if word {
			before = fmt.Sprintf("evoke%d", number(r))
		}
		for _, s := range sleeps {
			out = append(out, before+fmt.Sprintf(format, s))
		}
		return out
	}
}

// numeric reports whether an input is a number, or one in a text.
func numeric(in *Input, _ string) bool {
	_, err := strconv.ParseFloat(in.Text, 64)
	return !in.Inner && !in.List && (in.Number || err == nil || in.In == "path")
}

var sleep = lazyregexp.New(`^(?:evoke\d+'|0)(?: OR |; )(.*(?:SLEEP\(|pg_sleep\(|DELAY '0:0:))(0(?:\.\d)?)`)

// SleepIn returns how long the payload in a text has a database sleep, and its form; "" for none.
func SleepIn(text string) (form string, d time.Duration) {
	m := sleep().FindStringSubmatch(text)
	if m == nil {
		return "", 0
	}
	seconds, err := strconv.ParseFloat(m[2], 64)
	if err != nil {
		return "", 0
	}
	return strings.TrimSpace(m[1]), time.Duration(seconds * float64(time.Second))
}
