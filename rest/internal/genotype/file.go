package genotype

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// defaultFile is the greatest number of bytes of a file without limits.
const defaultFile = 128

// makeFile returns the gene of the content of a file, from low to high bytes. A high below 0 is no limit. The gene also
// has the samples that fit a media type or range, "" for any. The samples whose kind the context names come first. The
// context has the names of the operation and of the part.
func makeFile(context, mediaType string, low, high int) gene.Gene {
	if high < 0 {
		high = max(low, defaultFile)
	}
	rank := func(s message.Sample) int {
		kind, name, _ := strings.Cut(s.MediaType, "/")
		if kind == "image" && words.Image().MatchString(context) ||
			name != "plain" && strings.Contains(strings.ToLower(context), name) {
			return 0
		}
		return 1
	}
	var seeds []any
	samples := message.Samples()
	slices.SortStableFunc(samples, func(a, b message.Sample) int { return rank(a) - rank(b) })
	for _, s := range samples {
		if len(s.Content) >= low && len(s.Content) <= high && s.Fits(message.Essence(mediaType)) {
			seeds = append(seeds, s.Content)
		}
	}
	return withSeeds(gene.NewBinary(low, high), seeds)
}

// documentsOf returns the samples of a media type. It returns none for plain text and for ranges.
func documentsOf(mediaType string) (seeds []any) {
	for _, s := range message.Samples() {
		if s.MediaType == message.Essence(mediaType) && s.MediaType != "text/plain" {
			seeds = append(seeds, s.Content)
		}
	}
	return seeds
}
