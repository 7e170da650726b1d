package supervise

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

const someCrash = "panic: boom\n\ngoroutine 7 [running]:\nmain.f()\n\t/home/u/main.go:3 +0x1d\n"

func TestCaptureKeepsTheCrashWhereverItIs(t *testing.T) {
	noise := strings.Repeat("a line of a log\n", 20<<10)
	for name, text := range map[string]string{
		"alone":                     someCrash,
		"at the end of a long log":  noise + someCrash,
		"before a long dump":        someCrash + noise,
		"in the middle":             noise + someCrash + noise,
		"after one that was logged": "panic: logged\n" + noise + someCrash + noise,
	} {
		t.Run(name, func(t *testing.T) {
			c := newCapture(nil)
			_, _ = c.Write([]byte(text))
			assert.True(t, strings.HasPrefix(c.crashText(), someCrash))
			kept := string(c.bytes())
			assert.Contains(t, kept, someCrash)
			assert.True(t, strings.HasPrefix(text, kept[:min(len(kept), 1000)]), "the head")
			assert.True(t, strings.HasSuffix(text, kept[max(0, len(kept)-1000):]), "the tail")
			assert.LessOrEqual(t, len(kept), 2*keptEnd+keptCrash+200)
			if len(text) <= keptEnd {
				assert.Equal(t, text, kept)
			}
		})
	}
}

func TestCaptureBeginsACrash(t *testing.T) {
	for line, want := range map[string]bool{
		"panic: boom":                  true,
		"fatal error: stack overflow":  true,
		"SIGSEGV: segmentation fault":  true,
		"evoke: memory limit of 1 MB":  true,
		"evoke: asked where it is":     true,
		"WARNING: DATA RACE":           false,
		"\tpanic: nested":              false,
		"http: panic serving":          false,
		"SIGNAL-x: no":                 false,
		"Signal: no":                   false,
		"":                             false,
		"panic":                        false,
		" fatal error: not at the beg": false,
	} {
		assert.Equal(t, want, beginsCrash([]byte(line)), line)
	}
}

// TestCaptureInAnyPieces says that it does not matter how a text is cut into
// writes.
func TestCaptureInAnyPieces(t *testing.T) {
	lines := []string{"panic: a\n", "x\n", "\n", "a line that is longer than a header is\n", "fatal error: b\n",
		"WARNING: DATA RACE\n", "SIGABRT: c", "d"}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom(lines)).Draw(t, "lines"), "")
		whole, pieces, forwarded := newCapture(nil), newCapture(nil), bytes.Buffer{}
		pieces.forward = &forwarded
		_, _ = whole.Write([]byte(text))
		for rest := text; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "piece")
			_, _ = pieces.Write([]byte(rest[:n]))
			rest = rest[n:]
		}
		whole.finish()
		pieces.finish()
		assert.Equal(t, whole.crashText(), pieces.crashText())
		assert.Equal(t, whole.raceText(), pieces.raceText())
		assert.Equal(t, text, string(pieces.bytes()))
		assert.Equal(t, text, forwarded.String())
		crash, race := wantTexts(text)
		assert.Equal(t, crash, whole.crashText())
		assert.Equal(t, race, whole.raceText())
	})
}

// wantTexts is the text from the last line on that begins a crash, and from
// the first on that reports a race.
func wantTexts(text string) (crash, race string) {
	for at := 0; at < len(text); {
		line, _, _ := strings.Cut(text[at:], "\n")
		if beginsCrash([]byte(line)) {
			crash = text[at:]
		}
		if race == "" && strings.HasPrefix(line, raceLine) {
			race = text[at:]
		}
		at += len(line) + 1
	}
	return crash, race
}

func TestCaptureLastLine(t *testing.T) {
	for text, want := range map[string]string{"": "", "\n\n": "", "a": "a", "a\nb\n": "b", "a\n b \n\n": "b"} {
		c := newCapture(nil)
		_, _ = c.Write([]byte(text))
		assert.Equal(t, want, c.lastLine(), "%q", text)
	}
}

func BenchmarkCapture(b *testing.B) {
	c := newCapture(nil)
	line := fmt.Appendf(nil, "2026/02/03 04:05:06 GET /books?limit=10 200 in %dms\n", 12)
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		_, _ = c.Write(line)
	}
}
