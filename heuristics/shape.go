package heuristics

// Shape is a set of texts, such as all dates of a layout, as a regular expression describes it. [NewMachine] makes a
// machine of it that measures how far a text is from the set. The zero Shape has only the empty text.
type Shape struct {
	kind     shapeKind
	ranges   []rune // of characters: lowest, highest, lowest, highest, ...
	parts    []Shape
	min, max int
	place    Place
}

type shapeKind byte

const (
	ofSequence shapeKind = iota
	ofRunes
	ofChoice
	ofRepetition
	ofPlace
)

// Place is a condition on a position between characters of a text.
type Place byte

// The places.
const (
	Start     Place = iota // the start of the text
	End                    // its end
	LineStart              // the start, or after a line feed
	LineEnd                // the end, or before a line feed
	Edge                   // between an ASCII letter, digit or underscore and something else
	NoEdge                 // all positions that are no Edge
)

// Runes has the texts of one character in these ranges, each given by its lowest and its highest character, in
// ascending order. Without ranges it has no texts.
func Runes(ranges ...rune) Shape { return Shape{kind: ofRunes, ranges: ranges} }

// Literal has one text.
func Literal(text string) Shape {
	var parts []Shape
	for _, r := range text {
		parts = append(parts, Runes(r, r))
	}
	return Sequence(parts...)
}

// Sequence has the concatenations of a text of each part.
func Sequence(parts ...Shape) Shape { return Shape{parts: parts} }

// Either has the texts of all parts.
func Either(parts ...Shape) Shape { return Shape{kind: ofChoice, parts: parts} }

// Repeated has the concatenations of min to max texts of a shape. A negative max stands for no limit.
func Repeated(of Shape, min, max int) Shape {
	return Shape{kind: ofRepetition, parts: []Shape{of}, min: min, max: max}
}

// Maybe has the texts of a shape, and the empty text.
func Maybe(of Shape) Shape { return Repeated(of, 0, 1) }

// At has the empty text, at positions that fulfil p.
func At(p Place) Shape { return Shape{kind: ofPlace, place: p} }

// Whole has the texts that have the shape from start to end. Without it, a [Machine] accepts a text if a part of it has
// the shape.
func Whole(of Shape) Shape { return Sequence(At(Start), of, At(End)) }

// Words has these texts.
func Words(words ...string) Shape {
	parts := make([]Shape, len(words))
	for i, w := range words {
		parts[i] = Literal(w)
	}
	return Either(parts...)
}

// AnyCase has words in ASCII, in upper or lower case.
func AnyCase(words ...string) Shape {
	parts := make([]Shape, len(words))
	for i, w := range words {
		var letters []Shape
		for _, r := range w {
			if low := r | 0x20; low >= 'a' && low <= 'z' {
				letters = append(letters, Runes(low-0x20, low-0x20, low, low))
			} else {
				letters = append(letters, Runes(r, r))
			}
		}
		parts[i] = Sequence(letters...)
	}
	return Either(parts...)
}
