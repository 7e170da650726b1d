package genotype

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// defaultFile is the most bytes of a file without limits.
const defaultFile = 128

// file is the gene of the bytes of a file: between low and high of them, where
// a high below 0 is none. It also tries the samples that fit a media type or
// range; "" is any.
func file(mediaType string, low, high int) gene.Gene { return fileFor("", mediaType, low, high) }

// fileFor is the gene of a file whose kind the names of the operation and of the part may
// tell. That comes first.
func fileFor(text, mediaType string, low, high int) gene.Gene {
	if high < 0 {
		high = max(low, defaultFile)
	}
	var seeds []any
	samples := message.Samples()
	slices.SortStableFunc(samples, func(a, b message.Sample) int { return called(text, b) - called(text, a) })
	for _, s := range samples {
		if len(s.Content) >= low && len(s.Content) <= high && s.Fits(message.Essence(mediaType)) {
			seeds = append(seeds, s.Content)
		}
	}
	return withSeeds(gene.NewBinary(low, high), seeds)
}

// documents are the samples that a media type names, none for plain text and
// for ranges.
func documents(mediaType string) (seeds []any) {
	for _, s := range message.Samples() {
		if s.MediaType == message.Essence(mediaType) && s.MediaType != "text/plain" {
			seeds = append(seeds, s.Content)
		}
	}
	return seeds
}

// called is 1 if a text has a word for a sample, else 0.
func called(text string, s message.Sample) int {
	kind, name, _ := strings.Cut(s.MediaType, "/")
	if kind == "image" && words.Image().MatchString(text) ||
		name != "plain" && strings.Contains(strings.ToLower(text), name) {
		return 1
	}
	return 0
}
