package payload_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/payload"
)

// TestFormsAreKnownAgain: what a form makes is known as a payload of its code, and two of a test differ.
func TestFormsAreKnownAgain(t *testing.T) {
	known := map[int]func(text string) string{
		payload.CodeMarkup: payload.Markup, payload.CodeTemplate: payload.Result, payload.CodePath: payload.File,
		payload.CodeRedirect: payload.Host, payload.CodeCalls: payload.Called,
		payload.CodeGrowth: func(text string) string {
			if _, err := strconv.Atoi(text); err == nil || strings.HasPrefix(text, "w0, w1") {
				return text
			}
			return ""
		},
		payload.CodeSlow: func(text string) string {
			if unit, n := payload.RunIn(text); unit != "" {
				return unit + strconv.Itoa(n)
			}
			return ""
		},
		payload.CodeLine:   func(text string) string { return payload.Line().FindString(text) },
		payload.CodeHeader: func(text string) string { name, _ := payload.Header(text); return name },
		payload.CodeSQL: func(text string) string {
			if c, ok := payload.ConditionIn(text); ok {
				return c.Operand
			}
			if form, d := payload.SleepIn(text); form != "" {
				return d.String()
			}
			return "'''''"[:payload.Quotes(text)]
		},
	}
	r := rand.New(rand.NewPCG(1, 2))
	codes := map[int]bool{}
	for _, f := range payload.Forms(func() string { return "http://127.0.0.1:1" }) {
		codes[f.Code] = true
		assert.True(t, payload.Is(f.What), f.What)
		seen := map[string]bool{}
		texts := f.Texts(r)
		assert.LessOrEqual(t, len(texts), payload.Most)
		for _, text := range texts {
			if id := known[f.Code](text); id != "" {
				seen[id] = true
			}
		}
		assert.GreaterOrEqual(t, len(seen), 2, texts)
	}
	assert.Len(t, codes, len(known))
	for code, of := range known {
		assert.Empty(t, of("a usual text, 7*7"), code)
	}
}

// TestConditions: a test has a value, and conditions that fail and hold in turn.
func TestConditions(t *testing.T) {
	for _, f := range payload.Forms(nil) {
		texts := f.Texts(rand.New(rand.NewPCG(1, 2)))
		if _, ok := payload.ConditionIn(texts[len(texts)-1]); !ok {
			continue
		}
		for i, text := range texts[1:] {
			c, ok := payload.ConditionIn(text)
			assert.True(t, ok, text)
			assert.Equal(t, texts[0], c.Word)
			assert.Equal(t, i%2 == 1, c.Holds, text)
		}
	}
}

// TestSleeps: a test has two sleeps of different lengths in the same form, none before each, and the longer one last.
func TestSleeps(t *testing.T) {
	forms := map[string]bool{}
	for _, f := range payload.Forms(nil) {
		texts := f.Texts(rand.New(rand.NewPCG(1, 2)))
		form, last := payload.SleepIn(texts[len(texts)-1])
		if form == "" {
			continue
		}
		forms[form] = true
		for i, text := range texts {
			again, d := payload.SleepIn(text)
			assert.Equal(t, form, again)
			assert.Equal(t, i%2 == 0, d == 0, text)
			assert.LessOrEqual(t, d, last)
		}
	}
	assert.Len(t, forms, 3)
	for _, text := range []string{"sleep(3)", "0 OR 1", "evoke1", "evoke22222' OR '1'='1"} {
		form, _ := payload.SleepIn(text)
		assert.Empty(t, form, text)
	}
}

func TestResult(t *testing.T) {
	for text, want := range map[string]string{
		"{{11111*22222}}": "246908642", "${11111*22222}": "246908642", "#{11111*22222}": "246908642",
		"<%= 11111*22222 %>":    "246908642",
		`{{printf "%x" 48879}}`: "beef", "{{1*2}}": "", "{{name}}": "",
	} {
		assert.Equal(t, want, payload.Result(text), text)
	}
}

// TestWhereFormsFit: addresses go where addresses are wanted, and conditions that always hold into nothing that changes
// what it finds.
func TestWhereFormsFit(t *testing.T) {
	fits := func(code int, in payload.Input, method string) bool {
		for _, f := range payload.Forms(func() string { return "" }) {
			if f.Code == code && (code != payload.CodeSQL || f.Full && !strings.HasSuffix(f.What, "sleep in SQL")) &&
				f.Fits(&in, method) {
				return true
			}
		}
		return false
	}
	assert.True(t, fits(payload.CodeCalls, payload.Input{Name: "callbackUrl"}, "POST"))
	assert.True(t, fits(payload.CodeCalls, payload.Input{Name: "a", URI: true}, "POST"))
	assert.True(t, fits(payload.CodeCalls, payload.Input{Name: "a", Text: "https://x.example/"}, "POST"))
	assert.False(t, fits(payload.CodeCalls, payload.Input{Name: "title", Text: "a"}, "POST"))
	assert.True(t, fits(payload.CodeSQL, payload.Input{Name: "title"}, "GET"))
	assert.True(t, fits(payload.CodeSQL, payload.Input{Name: "n", Number: true}, "GET"))
	for _, method := range []string{"PUT", "PATCH", "DELETE"} {
		assert.False(t, fits(payload.CodeSQL, payload.Input{Name: "title"}, method))
	}
	assert.False(t, fits(payload.CodeHeader, payload.Input{Name: "X", In: "header"}, "GET"))
}

// TestGrowing: growing inputs double from call to call, and are known again.
func TestGrowing(t *testing.T) {
	known := map[payload.Growth]bool{}
	for _, f := range payload.Forms(nil) {
		growth := payload.Growing(f.What)
		if growth == "" {
			continue
		}
		known[growth] = true
		texts := f.Texts(nil)
		for i, text := range texts[1:] {
			n, err := strconv.Atoi(text)
			before, _ := strconv.Atoi(texts[i])
			if err != nil {
				n, before = strings.Count(text, ","), strings.Count(texts[i], ",")
			}
			assert.InDelta(t, 2*before, n, 1)
		}
	}
	assert.Len(t, known, 3)
	number, list, text := payload.Input{Name: "n", Number: true, Inner: true}, payload.Input{Name: "n", List: true},
		payload.Input{Name: "n", Text: "a"}
	for _, f := range payload.Forms(func() string { return "" }) {
		growth := payload.Growing(f.What)
		assert.Equal(t, growth == payload.GrowingNumber, f.Fits(&number, "GET"), f.What)
		assert.Equal(t, growth == payload.GrowingList, f.Fits(&list, "GET"), f.What)
		assert.False(t, f.Fits(&text, "GET") && (growth == payload.GrowingNumber || growth == payload.GrowingList),
			f.What)
	}
}
