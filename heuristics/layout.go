package heuristics

import (
	"strings"
	"time"
)

// LayoutDistance is how far a text is from being a time in a layout of package time, and 0 exactly when [time.Parse]
// accepts it. Else it is at least 1, and [Machine.Distance] to the texts that have each element of the layout: the
// steps of characters that change, and [MissingChar] for each character that is inserted or deleted. A digit that makes
// a number too large has to change. Source: ours; EvoMaster's distance for dates knows one layout.
func LayoutDistance(text, layout string) uint64 {
	if _, err := time.Parse(layout, text); err == nil {
		return 0
	}
	return max(1, LayoutMachine(layout).Distance(text))
}

// LayoutMachine measures how far texts are from being a time in a layout of package time, as [LayoutDistance] does. Its
// distance may be 0 for a text that is no time, such as the 31st of a shorter month.
func LayoutMachine(layout string) *Machine { return NewMachine(Whole(layoutShape(layout))) }

// DurationDistance is how far a text is from being a duration, and 0 exactly when [time.ParseDuration] accepts it. It
// is measured as [LayoutDistance] is.
func DurationDistance(text string) uint64 {
	if _, err := time.ParseDuration(text); err == nil {
		return 0
	}
	return max(1, NewMachine(Whole(durationShape())).Distance(text))
}

func durationShape() Shape {
	digits, some := Repeated(digit(), 1, -1), Repeated(digit(), 0, -1)
	number := Either(Sequence(digits, Maybe(Sequence(Literal("."), some))), Sequence(Literal("."), digits))
	part := Sequence(number, Words("ns", "us", "\u00b5s", "\u03bcs", "ms", "s", "m", "h"))
	return Sequence(Maybe(plusMinus()), Either(Literal("0"), Repeated(part, 1, -1)))
}

func digit() Shape     { return Runes('0', '9') }
func plusMinus() Shape { return Runes('+', '+', '-', '-') }

// layoutShape is the shape of the texts in a layout.
func layoutShape(layout string) Shape {
	var parts []Shape
	for layout != "" {
		if part, size := fraction(layout); size > 0 {
			parts, layout = append(parts, part), layout[size:]
			continue
		}
		word, part := element(layout)
		if word == "" {
			part, word = plainText(layout)
		}
		parts, layout = append(parts, part), layout[len(word):]
		if word == "05" || word == "5" { // a fraction may follow
			if _, size := fraction(layout); size == 0 {
				parts = append(parts, fractionOf(1, 9))
			}
		}
	}
	return Sequence(parts...)
}

// plainText returns the shape of the first character of a layout, and that character. A space stands for any number of
// spaces.
func plainText(layout string) (Shape, string) {
	r, size := firstChar(layout)
	if r == ' ' {
		return Repeated(Runes(r, r), 1, -1), " "
	}
	return Runes(r, r), layout[:size]
}

// fraction returns the shape of a fraction of a second at the start of a layout, such as ".000" or ",999", and the
// length of the fraction in the layout.
func fraction(layout string) (Shape, int) {
	if len(layout) < 2 || layout[0] != '.' && layout[0] != ',' || layout[1] != '0' && layout[1] != '9' {
		return Shape{}, 0
	}
	n := 1
	for n < len(layout) && layout[n] == layout[1] {
		n++
	}
	if n < len(layout) && layout[n] >= '0' && layout[n] <= '9' {
		return Shape{}, 0
	}
	if layout[1] == '0' {
		return Sequence(Runes(',', ',', '.', '.'), Repeated(digit(), n-1, n-1)), n
	}
	return fractionOf(1, 9), n
}

// fractionOf is the shape of an optional fraction of low to high digits.
func fractionOf(low, high int) Shape {
	return Maybe(Sequence(Runes(',', ',', '.', '.'), Repeated(digit(), low, high)))
}

// element returns the element at the start of a layout and its shape, and "" if there is none.
func element(layout string) (word string, s Shape) {
	for _, word := range layoutWords {
		rest, ok := strings.CutPrefix(layout, word)
		if !ok || (word == "Jan" || word == "Mon") && rest != "" && rest[0] >= 'a' && rest[0] <= 'z' {
			continue
		}
		return word, elementShape(word)
	}
	return "", s
}

// layoutWords are the elements of layouts. An element stands before the elements that are its prefixes.
var layoutWords = [...]string{
	"January", "Jan", "Monday", "Mon", "MST", "002", "01", "02", "03", "04", "05", "06", "15", "1", "2006",
	"2", "__2", "_2", "3", "4", "5",
	"PM", "pm", "-070000", "-07:00:00", "-0700", "-07:00", "-07", "Z070000", "Z07:00:00", "Z0700", "Z07:00", "Z07",
}

func elementShape(word string) Shape {
	switch word {
	case "January", "Monday":
		return names(word, 0)
	case "Jan", "Mon":
		return names(word, 3)
	case "MST":
		upper := Runes('A', 'Z')
		return Either(Repeated(upper, 3, 3), Sequence(Repeated(upper, 3, 4), Literal("T")),
			Words("ChST", "MeST", "WITA"),
			Sequence(Maybe(Literal("GMT")), plusMinus(), numbers(0, 23, true)))
	case "PM":
		return Words("AM", "PM")
	case "pm":
		return Words("am", "pm")
	case "2006":
		return Repeated(digit(), 4, 4)
	}
	if word[0] == 'Z' {
		return Either(Literal("Z"), offset(word[1:]))
	}
	if word[0] == '-' {
		return offset(word[1:])
	}
	return numberShape(word)
}

// numberShape is the shape of an element that stands for a number.
func numberShape(word string) Shape {
	switch fixed := word[0] == '0'; word {
	case "01", "1":
		return numbers(1, 12, fixed)
	case "02", "2":
		return numbers(1, 31, fixed)
	case "_2":
		return Sequence(Maybe(Literal(" ")), numbers(1, 31, false))
	case "15":
		return numbers(0, 23, false)
	case "03", "3":
		return numbers(0, 12, fixed)
	case "06":
		return Repeated(digit(), 2, 2)
	case "04", "4", "05", "5":
		return numbers(0, 59, fixed)
	}
	hundreds := Either(Sequence(Literal("00"), Runes('1', '9')), Sequence(Literal("0"), Runes('1', '9'), digit()),
		Sequence(Runes('1', '2'), digit(), digit()), Sequence(Literal("3"), Runes('0', '5'), digit()),
		Sequence(Literal("36"), Runes('0', '6')))
	if word == "__2" {
		return Either(hundreds, Sequence(Literal(" "), numbers(10, 99, true)), Sequence(Literal("  "), Runes('1', '9')))
	}
	return hundreds
}

// offset is the shape of the offset of a time zone, in digits and colons.
func offset(word string) Shape {
	parts := []Shape{plusMinus(), numbers(0, 24, true)}
	for rest := word[2:]; rest != ""; rest = rest[2:] {
		if rest[0] == ':' {
			parts, rest = append(parts, Literal(":")), rest[1:]
		}
		parts = append(parts, numbers(0, 59, true))
	}
	return Sequence(parts...)
}

// numbers is the shape of the numbers from low to high: with two digits if fixed, else with one or two.
func numbers(low, high int, fixed bool) Shape {
	var parts []Shape
	for ten := low / 10; ten <= high/10; ten++ {
		first, last := rune('0'+max(low-10*ten, 0)), rune('0'+min(high-10*ten, 9))
		tens := Runes(rune('0'+ten), rune('0'+ten))
		if parts = append(parts, Sequence(tens, Runes(first, last))); ten == 0 && !fixed {
			parts = append(parts, Runes(first, last))
		}
	}
	return Either(parts...)
}

// names is the shape of the names of months or days, cut to so many letters, or whole for 0.
func names(word string, letters int) Shape {
	var all []string
	if word[0] == 'J' {
		for m := time.January; m <= time.December; m++ {
			all = append(all, m.String())
		}
	} else {
		for d := time.Sunday; d <= time.Saturday; d++ {
			all = append(all, d.String())
		}
	}
	if letters > 0 {
		for i := range all {
			all[i] = all[i][:letters]
		}
	}
	return AnyCase(all...)
}
