package track

import (
	"encoding/hex"
	"net/url"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
)

// Index finds the inputs that an operand may have come from, without looking at each input. It finds all inputs for
// which [Of] has a link, and a few others.
type Index struct {
	texts   map[string][]int  // by the texts that an input is, or becomes by a change of the whole
	numbers map[float64][]int // by the numbers in an input
	moments map[int64][]int   // by the time of an input, in nanoseconds
	now     time.Time         // when the operands were compared
	all     string            // all texts in a row, to search for parts
	starts  []int             // where each text begins in all
	owners  []int             // the input of each text
}

// NewIndex makes the index of some inputs. It uses the same knowledge as [Of].
func NewIndex(inputs []any, k *Known) *Index {
	x := &Index{texts: map[string][]int{}, numbers: map[float64][]int{}, moments: map[int64][]int{}}
	if k != nil {
		x.now = k.Now
	}
	var all strings.Builder
	for i, v := range inputs {
		text, ok := v.(string)
		if !ok {
			x.addNumber(i, v)
			continue
		}
		x.addText(i, text, k)
		x.starts, x.owners = append(x.starts, all.Len()), append(x.owners, i)
		all.WriteString(text)
		all.WriteByte(0)
	}
	x.all = all.String()
	return x
}

// put adds an input under a key once.
func put[K comparable](m map[K][]int, key K, i int) {
	if list := m[key]; len(list) == 0 || list[len(list)-1] != i {
		m[key] = append(list, i)
	}
}

func (x *Index) addNumber(i int, v any) {
	if n, ok := number(v); ok {
		put(x.numbers, n, i)
	}
	if text, ok := written(v); ok {
		put(x.texts, text, i)
	}
}

func (x *Index) addText(i int, text string, k *Known) {
	put(x.texts, text, i)
	put(x.numbers, float64(len(text)), i)
	trimmed := strings.TrimSpace(text)
	put(x.texts, trimmed, i)
	put(x.texts, strings.ToLower(text), i)
	put(x.texts, strings.ToUpper(text), i)
	if plain, err := url.QueryUnescape(text); err == nil {
		put(x.texts, plain, i)
	}
	for _, name := range alphabets {
		if data, err := Alphabet(name).DecodeString(text); err == nil {
			put(x.texts, string(data), i)
		}
	}
	if data, err := hex.DecodeString(text); err == nil {
		put(x.texts, string(data), i)
	}
	for _, layout := range k.times() {
		if t, err := time.Parse(layout, text); err == nil {
			put(x.moments, t.UnixNano(), i)
		}
	}
	if n, err := strconv.ParseFloat(trimmed, 64); err == nil {
		put(x.numbers, n, i)
	}
	for _, base := range [...]int{16, 8, 2} {
		if n, err := strconv.ParseInt(trimmed, base, 64); err == nil {
			put(x.numbers, float64(n), i)
		}
	}
	for _, at := range digits.FindAllStringIndex(trimmed, -1) {
		if n, err := strconv.ParseInt(trimmed[at[0]:at[1]], 10, 64); err == nil {
			put(x.numbers, float64(n), i)
		}
	}
}

// Of returns the indexes of the inputs that an operand may have come from, ascending.
func (x *Index) Of(operand any) []int {
	text, ok := operand.(string)
	if !ok {
		n, _ := number(operand)
		return x.spans(n)
	}
	if text == "" {
		return nil
	}
	out := slices.Concat(x.texts[text], x.holding(text))
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
		out = append(out, x.moments[t.UnixNano()]...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// spans returns the inputs that a number may have come from: inputs with the number, and moments that are so far from
// now.
func (x *Index) spans(n float64) []int {
	out := slices.Clone(x.numbers[n])
	if x.now.IsZero() {
		return out
	}
	for at, list := range x.moments {
		if unitOf(time.Unix(0, at).Sub(x.now), n) != 0 {
			out = append(out, list...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// holding returns the inputs that may contain a text.
func (x *Index) holding(part string) (out []int) {
	for at := 0; ; {
		found := strings.Index(x.all[at:], part)
		if found < 0 {
			return out
		}
		k := sort.SearchInts(x.starts, at+found+1) - 1
		if isPart(x.all, at+found, len(part)) {
			out = append(out, x.owners[k])
		}
		if k+1 == len(x.starts) {
			return out
		}
		at = x.starts[k+1]
	}
}
