package api

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
)

// NounOf returns the kind of element that an input names: one of the nouns, "" for none. A path parameter names an
// element of its collection: "feature" for {featureName} in "/features/{featureName}" and for {id} in "/features/{id}".
// Any other input names an element by the last words of its name: "feature" for sourceFeature, source_feature_id and
// feature.
func NounOf(path, in, name string, nouns map[string]bool) string {
	if in == openapi.InPath {
		if noun := Noun(BeforeParam(path, name)); nouns[noun] {
			return noun
		}
		return ""
	}
	stem, longest := withoutIDWord(name), ""
	for noun := range nouns {
		if endsInWord(stem, noun) && len(noun) > len(longest) {
			longest = noun
		}
	}
	return longest
}

// CalledLike returns the collection whose elements the name of an input means: "/authors" for author, book_author and
// authorName. It returns "" for none.
func (a *API) CalledLike(name string) string {
	name = withoutIDWord(name)
	longest, found := "", ""
	for like, collection := range a.Collections {
		if noun := strings.TrimSuffix(like, "id"); len(noun) > len(longest) &&
			(endsInWord(name, noun) || words.Plain(name) == noun) {
			longest, found = noun, collection
		}
	}
	return found
}

// withoutIDWord returns a name without a last word such as "id" or "name". It keeps the only word of a name.
func withoutIDWord(name string) string {
	for word := range words.Named.All() {
		if len(name) > len(word) && endsInWord(name, word) {
			return strings.TrimRight(name[:len(name)-len(word)], "_-. ")
		}
	}
	return name
}

// endsInWord reports whether the last word of a name is the given word, in any case. A separator or a capital letter
// begins a word.
func endsInWord(name, word string) bool {
	at := len(name) - len(word)
	switch {
	case at < 0 || !strings.EqualFold(name[at:], word):
		return false
	case at == 0:
		return true
	}
	return strings.ContainsRune("_-. ", rune(name[at-1])) ||
		unicode.IsUpper(rune(name[at])) && !unicode.IsUpper(rune(name[at-1]))
}

// Adds returns the kind of element that a call of the operation creates, "" for none. A POST on a collection creates an
// element, and so does a call that puts an element into a collection under an id of its choice. A call that puts an
// element of another operation into a deeper collection does not create it.
func (o *Operation) Adds() string {
	higher := func(other *Operation) bool { return depth(other.Spec.Path) < depth(o.Spec.Path) }
	switch {
	case o.Chooses && !slices.ContainsFunc(o.Joined, higher):
		return Noun(path.Dir(o.Spec.Path))
	case o.Spec.Method == "POST" && LastParam(o.Spec.Path) == "":
		return Noun(o.Spec.Path)
	}
	return ""
}

// depth returns the number of parameters in a path.
func depth(path string) int { return strings.Count(path, "{") }

// Own reports whether an input names the element that the operation creates: the last path parameter, or the id in the
// body.
func (o *Operation) Own(in, name string) bool {
	noun, plain := o.Adds(), words.Plain(name)
	switch {
	case noun == "":
		return false
	case in == openapi.InPath:
		return EndsIn(o.Spec.Path, name)
	}
	return in == "" && (plain == "id" || plain == words.Plain(noun)+"id")
}
