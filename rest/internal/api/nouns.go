package api

import (
	"iter"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// NounOf returns the kind of element that an input of an operation on a path names, from the noun of its collection:
// "feature" for {featureName} of "/features/{featureName}" and {id} of "/features/{id}". An input that is no parameter
// of the path names one by its last word: "feature" for sourceFeature, source_feature_id and feature. It returns "" for
// one that names none of the nouns.
func NounOf(path, in, name string, nouns map[string]bool) string {
	if in == openapi.InPath {
		if noun := Noun(BeforeParam(path, name)); nouns[noun] {
			return noun
		}
		return ""
	}
	stem := name
	for ending := range words.Named.All() {
		if s, ok := withoutWord(stem, ending); ok {
			stem = s
			break
		}
	}
	longest := ""
	for noun := range nouns {
		if endsInWord(stem, noun) && len(noun) > len(longest) {
			longest = noun
		}
	}
	return longest
}

// CalledLike returns the collection like whose elements an input is called: "/authors" for author, book_author and
// authorName. It returns "" for none.
func (a *API) CalledLike(name string) string {
	for ending := range words.Named.All() {
		if stem, ok := withoutWord(name, ending); ok {
			name = stem
			break
		}
	}
	longest, found := "", ""
	for like, collection := range a.Collections {
		if noun := strings.TrimSuffix(like, "id"); len(noun) > len(longest) &&
			(endsInWord(name, noun) || words.Plain(name) == noun) {
			longest, found = noun, collection
		}
	}
	return found
}

// withoutWord returns a name without its last word, if that is the given one and others stand before it.
func withoutWord(name, word string) (string, bool) {
	if len(name) <= len(word) || !endsInWord(name, word) {
		return name, false
	}
	return strings.TrimRight(name[:len(name)-len(word)], "_-. "), true
}

// endsInWord reports whether a name ends in a word: whatever its case, after a separator or where a capital begins.
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

// Adds returns the kind of element that a call of the operation makes, "" for none: a POST on a collection, or what
// puts an element into one under an id that the call chooses. What joins an element to something deeper that another
// operation makes does not make it.
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

// depth is how many parameters a path has.
func depth(path string) int { return strings.Count(path, "{") }

// Own reports whether an input names what the operation makes: the last parameter of its path, or the id in its body.
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

// Inputs yields the inputs of an operation with where they are: the parameters, and the members of bodies, with "" for
// where.
func Inputs(op *openapi.Operation) iter.Seq2[string, string] {
	return func(yield func(in, name string) bool) {
		for _, p := range op.Parameters {
			if !yield(p.In, p.Name) {
				return
			}
		}
		for _, body := range op.Bodies {
			if body.Schema == nil {
				continue
			}
			for _, property := range message.Flatten(body.Schema).Properties {
				if !yield("", property.Name) {
					return
				}
			}
		}
	}
}
