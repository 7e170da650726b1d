// Package payload has the texts that show how a service treats an input as something else than a value: as markup, as a
// part of a statement, of a template, of a path, of a header, or as an address. It makes them with numbers drawn by
// chance, and knows them again.
package payload

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/words"
)

// Input is where a payload may be put.
type Input struct {
	// Name is that of the parameter or member, In the place of the parameter, "" for the body.
	Name, In string
	// Text is a value that was accepted, "" for none.
	Text string
	// URI says that the schema wants an address.
	URI bool
	// Number says that the value that was accepted is a number, Inner that it is one in a body, and List that it is a
	// list. Those in bodies only grow.
	Number, Inner, List bool
}

// prefix is what every [Form.What] begins with.
const prefix = "is an attack by "

// Is reports whether what is wrong in a call is that it has a payload.
func Is(what string) bool { return strings.HasPrefix(what, prefix) }

// Form is a form of payloads. A test sends all texts of one form, one after the other, in the same input.
type Form struct {
	// Code is that of the rule that knows the payload again.
	Code int
	// What says in a few words what is wrong with the input.
	What string
	// Shows says that the effect may show where what was sent is read.
	Shows bool
	// Full says that the system has to hold something that can be found.
	Full  bool
	fits  func(in *Input, method string) bool
	texts func(r *rand.Rand) []string
}

// Fits reports whether the form is for an input of a call with a method.
func (f *Form) Fits(in *Input, method string) bool { return f.fits(in, method) }

// Texts draws the payloads of a test.
func (f *Form) Texts(r *rand.Rand) []string { return f.texts(r) }

// Codes of the rules that know payloads again. The first three are those of Web Fuzzing Commons.
const (
	CodeSQL      = 200
	CodeMarkup   = 201
	CodeCalls    = 202
	CodeRedirect = 1200
	CodeTemplate = 1201
	CodePath     = 1202
	CodeHeader   = 1203
)

// Forms returns the forms of hostile values, the most usual form first. Address returns the URL of a listener, without
// a path. If address is nil, Forms leaves out the form that has the system call that listener.
func Forms(address func() string) []Form {
	out := []Form{
		{CodeSQL, prefix + "quotes", false, false, texts, quotes},
		{CodeSQL, prefix + "SQL", false, true, asking, conditions("%s' OR '%d'='%d")},
		{CodeMarkup, prefix + "markup", true, false, texts,
			twice(func(r *rand.Rand) string { return fmt.Sprintf("<script>evoke(%d)</script>", number(r)) })},
		{CodePath, prefix + "a path", false, false, texts, files(strings.Repeat("../", climb))},
		{CodeRedirect, prefix + "a foreign address", false, false, leading,
			twice(func(r *rand.Rand) string { return fmt.Sprintf("https://evoke%d.localhost/", number(r)) })},
		{CodeTemplate, prefix + "a template", true, false, texts,
			twice(func(r *rand.Rand) string { return fmt.Sprintf("{{%d*%d}}", number(r), number(r)) })},
		{CodeTemplate, prefix + "a template", true, false, texts,
			twice(func(r *rand.Rand) string { return fmt.Sprintf(`{{printf "%%x" %d}}`, number(r)*number(r)) })},
		{CodeSQL, prefix + "SQL", false, true, askingNumber, conditions("%s OR %d=%d")},
		{CodeSQL, prefix + "SQL", false, true, asking, conditions("%s%%' OR '%d%%'='%d")},
		{CodePath, prefix + "a path", false, false, texts, files("/")},
		{CodeTemplate, prefix + "a template", true, false, texts,
			twice(func(r *rand.Rand) string { return fmt.Sprintf("${%d*%d}", number(r), number(r)) })},
		{CodeHeader, prefix + "a line break", false, false, notHeader,
			twice(func(r *rand.Rand) string { return fmt.Sprintf("evoke\r\nEvoke-%d: %d", number(r), number(r)) })},
		{CodeRedirect, prefix + "a foreign address", false, false, leading,
			twice(func(r *rand.Rand) string { return fmt.Sprintf("//evoke%d.localhost/", number(r)) })},
		{CodeTemplate, prefix + "a template", true, false, texts,
			twice(func(r *rand.Rand) string { return fmt.Sprintf("<%%= %d*%d %%>", number(r), number(r)) })},
		{CodeTemplate, prefix + "a template", true, false, texts,
			twice(func(r *rand.Rand) string { return fmt.Sprintf("#{%d*%d}", number(r), number(r)) })},
	}
	out = slices.Concat(out, growing(), logged(), sleeping(), slow())
	if address != nil {
		calls := Form{CodeCalls, prefix + "an address", false, false, naming,
			twice(func(r *rand.Rand) string { return fmt.Sprintf("%s/evoke%d", address(), number(r)) })}
		out = append([]Form{calls}, out...)
	}
	return out
}

// Most is how many payloads a test has at most.
const Most = 5

// climb is how many folders a path goes up.
const climb = 12

// number draws a number of five digits.
func number(r *rand.Rand) int { return 10_000 + r.IntN(90_000) }

func twice(one func(*rand.Rand) string) func(*rand.Rand) []string {
	return func(r *rand.Rand) []string { return []string{one(r), one(r)} }
}

func files(to string) func(*rand.Rand) []string {
	return func(*rand.Rand) []string { return []string{to + passwd, to + group} }
}

// quotes end with one to four quotes: an odd number leaves a text of SQL open. The last one does, so that a test fails
// once the fault is mended.
func quotes(r *rand.Rand) (out []string) {
	for _, n := range []int{2, 1, 4, 3} {
		out = append(out, fmt.Sprintf("evoke%d%s", number(r), strings.Repeat("'", n)))
	}
	return out
}

// conditions are a value that hardly exists, and conditions behind it that are false and true in turn.
func conditions(format string) func(*rand.Rand) []string {
	base := func(r *rand.Rand) string { return fmt.Sprintf("evoke%d", number(r)) }
	if strings.HasPrefix(format, "%s OR") {
		base = func(*rand.Rand) string { return "0" }
	}
	return func(r *rand.Rand) []string {
		word := base(r)
		out := []string{word}
		for range 2 {
			n := number(r)
			out = append(out, fmt.Sprintf(format, word, n, n+1+r.IntN(9)), fmt.Sprintf(format, word, n, n))
		}
		return out
	}
}

// Inputs by their names. They are read-only.
var (
	address = lazyregexp.New(`^https?://`)
)

func texts(in *Input, _ string) bool { return !in.Number && !in.List }
func notHeader(in *Input, _ string) bool {
	return !in.Number && !in.List && in.In != "header" && in.In != "cookie"
}

// asking reports whether a condition that is always true does no harm in a statement: it is not put into what changes
// or deletes.
func asking(in *Input, method string) bool {
	return !in.Number && !in.List && (method == "GET" || method == "HEAD" || method == "POST")
}

func askingNumber(in *Input, method string) bool {
	_, err := strconv.ParseFloat(in.Text, 64)
	return !in.Inner && !in.List && (in.Number || err == nil || in.In == "path") &&
		(method == "GET" || method == "HEAD")
}

func naming(in *Input, _ string) bool {
	return !in.Number && !in.List && (in.URI || words.Fetched.Has(in.Name) || address().MatchString(in.Text))
}

func leading(in *Input, _ string) bool {
	return !in.Number && !in.List && (in.URI || words.Goals.Has(in.Name) || address().MatchString(in.Text))
}
