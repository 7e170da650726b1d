package heuristics

import "unicode/utf8"

// JSONDistance is how far a text is from being one JSON value, and 0 exactly when it is: the distance of the first
// character that does not fit, plus [MissingChar] for each character after it and for each that the value still lacks.
// So the further a decoder comes, the smaller the distance. Source: ours.
func JSONDistance(text string) uint64 {
	j := &jsonText{text: text}
	j.value(0)
	j.space()
	j.stop()
	return j.cost
}

// jsonDepth is the largest depth of nested values, that of encoding/json.
const jsonDepth = 10000

// jsonText is a text that is read from left to right. At the first error it skips to the end of the text, and counts
// all characters that the value still lacks as missing.
type jsonText struct {
	text string
	at   int
	cost uint64
}

func (j *jsonText) ended() bool { return j.at == len(j.text) }

// stop skips the rest of the text.
func (j *jsonText) stop() {
	j.cost += MissingChar * uint64(utf8.RuneCountInString(j.text[j.at:]))
	j.at = len(j.text)
}

// want reads a character that should be in one of some ascending ranges, and adds its distance.
func (j *jsonText) want(ranges ...rune) {
	if j.ended() {
		j.cost += MissingChar
		return
	}
	r, size := firstChar(j.text[j.at:])
	d := nearestRange(r, ranges)
	j.at += size
	if j.cost += d; d > 0 {
		j.stop()
	}
}

// next reads the next byte if it is b, and reports whether it is.
func (j *jsonText) next(b byte) bool {
	if j.ended() || j.text[j.at] != b {
		return false
	}
	j.at++
	return true
}

func (j *jsonText) space() {
	for j.next(' ') || j.next('\t') || j.next('\r') || j.next('\n') {
	}
}

func (j *jsonText) value(depth int) {
	j.space()
	if j.ended() || depth > jsonDepth {
		j.want('0', '9')
		j.stop()
		return
	}
	switch c := j.text[j.at]; c {
	case '{':
		j.object(depth + 1)
	case '[':
		j.array(depth + 1)
	case '"':
		j.string()
	case 't':
		j.word("true")
	case 'f':
		j.word("false")
	case 'n':
		j.word("null")
	default:
		j.number()
	}
}

func (j *jsonText) word(s string) {
	for _, r := range s {
		j.want(r, r)
	}
}

func (j *jsonText) object(depth int) {
	j.at++
	j.space()
	if j.next('}') {
		return
	}
	for more := !j.ended(); more; more = j.next(',') {
		j.space()
		j.string()
		j.space()
		j.want(':', ':')
		j.value(depth)
		j.space()
	}
	j.want('}', '}')
}

func (j *jsonText) array(depth int) {
	j.at++
	j.space()
	if j.next(']') {
		return
	}
	for more := !j.ended(); more; more = j.next(',') {
		j.value(depth)
		j.space()
	}
	j.want(']', ']')
}

func (j *jsonText) string() {
	j.want('"', '"')
	for !j.ended() && j.text[j.at] != '"' {
		if j.next('\\') {
			j.escape()
		} else {
			j.want(' ', utf8.MaxRune+256)
		}
	}
	j.want('"', '"')
}

func (j *jsonText) escape() {
	if j.next('u') {
		for range 4 {
			j.want('0', '9', 'A', 'F', 'a', 'f')
		}
		return
	}
	j.want('"', '"', '/', '/', '\\', '\\', 'b', 'b', 'f', 'f', 'n', 'n', 'r', 'r', 't', 'u')
}

// number reads a number. It is also called where no value begins, to get a distance.
func (j *jsonText) number() {
	first := []rune{'"', '"', '-', '-', '0', '9', '[', '[', 'f', 'f', 'n', 'n', 't', 't', '{', '{'}
	if j.next('-') {
		first = []rune{'0', '9'}
	}
	if !j.next('0') {
		j.digits(first...)
	}
	if j.next('.') {
		j.digits('0', '9')
	}
	if j.next('e') || j.next('E') {
		if !j.next('+') {
			j.next('-')
		}
		j.digits('0', '9')
	}
}

// digits reads one or more digits. The first has to be in ranges.
func (j *jsonText) digits(ranges ...rune) {
	j.want(ranges...)
	for !j.ended() && j.text[j.at] >= '0' && j.text[j.at] <= '9' {
		j.at++
	}
}
