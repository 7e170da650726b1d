package api

import (
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
)

// BeforeParam returns the part of a path template before a parameter.
func BeforeParam(template, param string) string {
	before, _, _ := strings.Cut(template, "/{"+param+"}")
	return before
}

// EndsIn reports whether a path template ends in a parameter.
func EndsIn(template, param string) bool { return strings.HasSuffix(template, "{"+param+"}") }

// LastParam returns the parameter at the end of a path template, "" if the template does not end in a parameter.
func LastParam(template string) string {
	last := path.Base(template)
	if name, ok := strings.CutPrefix(last, "{"); ok && strings.HasSuffix(name, "}") {
		return strings.TrimSuffix(name, "}")
	}
	return ""
}

// OfItself reports whether the name of a body member is that of the id of the element at the end of a path: "id" or
// "bookId" for /books/{id}.
func OfItself(template, member string) bool {
	param, plain := LastParam(template), words.Plain(member)
	if param == "" || plain == "id" || plain == words.Plain(param) {
		return param != ""
	}
	noun, isID := strings.CutSuffix(plain, "id")
	return isID && noun != "" && slices.Contains(Singulars(words.Plain(path.Base(BeforeParam(template, param)))), noun)
}

// Singulars returns the possible nouns of an element of a collection, the plural first.
func Singulars(noun string) []string {
	out := []string{noun}
	for _, ending := range [][2]string{{"ies", "y"}, {"es", ""}, {"s", ""}} {
		if stem, ok := strings.CutSuffix(noun, ending[0]); ok && len(stem) > 1 {
			out = append(out, stem+ending[1])
		}
	}
	return out
}

// CalledAlike reports whether two paths differ only in the number of their last noun: "/orders" and "/order".
func CalledAlike(a, b string) bool {
	return a != b && path.Dir(a) == path.Dir(b) && LastParam(a) == "" &&
		Singular(path.Base(a)) == Singular(path.Base(b))
}

// Noun returns the [Singular] of the last segment of a path that is no parameter, "" for none.
func Noun(template string) string {
	for p := template; p != "/" && p != "."; p = path.Dir(p) {
		if last := path.Base(p); !strings.Contains(last, "{") {
			return Singular(last)
		}
	}
	return ""
}

// Singular returns a word in lower case and in the singular.
func Singular(word string) string { return singular(strings.ToLower(word)) }

// singular returns the singular of a noun. It guesses from the ending.
func singular(noun string) string {
	stem, ies := strings.CutSuffix(noun, "ies")
	switch {
	case ies && len(stem) > 1 && !words.EndInIE.Has(stem):
		return stem + "y"
	case words.PluralInES.Has(noun):
		return strings.TrimSuffix(noun, "es")
	case len(noun) > 3 && !strings.HasSuffix(noun, "ss"):
		return strings.TrimSuffix(noun, "s")
	}
	return noun
}

// idOf returns the plain name of an id for a plain name with a similar meaning: names that end in "ids", "uuid",
// "guid", "ref" or the like.
func idOf(name string) string {
	if stem, ok := words.References.CutEnd(name); ok && stem != "" {
		return stem + "id"
	}
	if name == "parent" {
		return "parentid"
	}
	return name
}

// isPassedOn reports whether values of a name usually come from an answer and are sent back by a later call.
func isPassedOn(name string) bool {
	return name != "id" && words.Handed.Ends(name)
}

// namesKind reports whether the plain name of an id contains the kind of its resource.
func namesKind(name string) bool { return len(name) > 2 && strings.HasSuffix(name, "id") }

// collections returns the part of a path before each of its parameters, the
// longest first: "/a/{x}/b/{y}" gives "/a/{x}/b" and "/a".
func collections(template string) []string {
	var out []string
	for i := range len(template) {
		if template[i] == '{' && i > 0 && template[i-1] == '/' {
			out = append(out, template[:i-1])
		}
	}
	slices.Reverse(out)
	return out
}

// Creates reports whether a POST on the path template adds an element to the collection.
func Creates(template, collection string) bool {
	rest, ok := strings.CutPrefix(template, collection)
	return ok && !strings.Contains(rest, "{") && (rest == "" || rest[0] == '/')
}

// SameNoun reports whether two paths end in the same noun, singular or plural: "/authors/{id}/books" and "/books", or
// "/messages" and "/message". Such paths most likely lead to the same elements.
func SameNoun(a, b string) bool {
	noun, other := path.Base(a), path.Base(b)
	return a != b && !strings.Contains(noun, "{") && (noun == other || Singular(noun) == Singular(other))
}

// isChanging reports whether calls with a method usually change the state of the system.
func isChanging(method string) bool { return method == "POST" || method == "PUT" || method == "PATCH" }

// Identifies reports whether a member usually identifies an element by the noun of the element: "carttoken" for a cart.
func Identifies(plain, noun string) bool {
	what, ok := strings.CutPrefix(plain, words.Plain(noun))
	return ok && noun != "" && (words.Named + " no").Has(what)
}

// IsSafe reports whether a method is safe: its calls are to change nothing (RFC 9110, 9.2.1).
func IsSafe(method string) bool {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace:
		return true
	}
	return false
}
