// Package nouns finds the nouns of English texts, for rest.Options.Nouns: with them a
// search looks for dependencies between resources in summaries and descriptions too. It is
// a module of its own because the model of the tagger takes several megabytes.
package nouns

import (
	"slices"
	"strings"
	"sync"

	"github.com/jdkato/prose/tag"
	"github.com/jdkato/prose/tokenize"
)

// tagger says which part of speech a word is: an averaged perceptron with the model that the
// library brings, which was trained on the Wall Street Journal of the Penn Treebank.
var tagger = sync.OnceValue(func() func(words []string) []tag.Token {
	t := tag.NewPerceptronTagger()
	var using sync.Mutex
	return func(words []string) []tag.Token {
		using.Lock()
		defer using.Unlock()
		return t.Tag(words)
	}
})

// Of returns the nouns of an English text in small letters, each once, in the order of the
// text. The first call reads a model, which takes a moment. Of may be called from several
// goroutines.
func Of(text string) (out []string) {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	for sentence := range strings.FieldsFuncSeq(text, func(c rune) bool { return strings.ContainsRune(".!?;:\n", c) }) {
		words := tokenize.NewTreebankWordTokenizer().Tokenize(strings.TrimSpace(sentence))
		if len(words) == 0 {
			continue
		}
		for _, t := range tagger()(words) {
			word := strings.ToLower(t.Text)
			if strings.HasPrefix(t.Tag, "NN") && !slices.Contains(out, word) {
				out = append(out, word)
			}
		}
	}
	return out
}
