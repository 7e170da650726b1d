package heuristics

// Shape is a set of texts, such as all dates of a layout: what a regular
// expression describes. [NewMachine] makes something of it that measures how far
// a text is from the set. The zero Shape is the empty text alone.
type Shape struct {
	kind     shapeKind
	ranges   []rune // of characters, the lowest and the highest in turns
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

// Place is a condition on a place between characters of a text.
type Place byte

// The places.
const (
	Start     Place = iota // the start of the text
	End                    // its end
	LineStart              // the start, or behind a line feed
	LineEnd                // the end, or before a line feed
	Edge                   // between an ASCII letter, digit or underscore and something else
	NoEdge                 // the other places
)

// Runes are the texts of one character in these ranges, each given by its lowest
// and its highest character, in ascending order. Without ranges there are none.
func Runes(ranges ...rune) Shape { return Shape{kind: ofRunes, ranges: ranges} }

// Literal is that text alone.
func Literal(text string) Shape {
	var parts []Shape
	for _, r := range text {
		parts = append(parts, Runes(r, r))
	}
	return Sequence(parts...)
}

// Sequence are the texts that have a text of each part, one behind the other.
func Sequence(parts ...Shape) Shape { return Shape{parts: parts} }

// Either are the texts of any of the parts.
func Either(parts ...Shape) Shape { return Shape{kind: ofChoice, parts: parts} }

// Repeated are so many texts of a shape, one behind the other. A negative max
// stands for no limit.
func Repeated(of Shape, min, max int) Shape {
	return Shape{kind: ofRepetition, parts: []Shape{of}, min: min, max: max}
}

// Maybe are the texts of a shape, and the empty one.
func Maybe(of Shape) Shape { return Repeated(of, 0, 1) }

// At is the empty text where a place is so.
func At(p Place) Shape { return Shape{kind: ofPlace, place: p} }

// Whole are the texts that have the shape from start to end. Without it, a
// [Machine] is content with a part of a text.
func Whole(of Shape) Shape { return Sequence(At(Start), of, At(End)) }

// Words are these texts and no others.
func Words(words ...string) Shape {
	parts := make([]Shape, len(words))
	for i, w := range words {
		parts[i] = Literal(w)
	}
	return Either(parts...)
}

// AnyCase are words in ASCII, in upper or lower case.
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
