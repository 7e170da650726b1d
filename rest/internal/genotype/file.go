package genotype

import (
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/wire"
)

// defaultFile is the most bytes of a file without limits.
const defaultFile = 128

// file is the gene of the bytes of a file: between low and high of them, where
// a high below 0 is none. It also tries the samples that fit a media type or
// range; "" is any.
func file(mediaType string, low, high int) gene.Gene {
	if high < 0 {
		high = max(low, defaultFile)
	}
	var seeds []any
	for _, s := range wire.Samples() {
		if len(s.Content) >= low && len(s.Content) <= high && s.Fits(wire.Essence(mediaType)) {
			seeds = append(seeds, s.Content)
		}
	}
	return withSeeds(gene.NewBinary(low, high), seeds)
}

// documents are the samples that a media type names, none for plain text and
// for ranges.
func documents(mediaType string) (seeds []any) {
	for _, s := range wire.Samples() {
		if s.MediaType == wire.Essence(mediaType) && s.MediaType != "text/plain" {
			seeds = append(seeds, s.Content)
		}
	}
	return seeds
}
