package supervise

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
)

const (
	keptEnd   = 64 << 10  // of the head and of the tail of standard error
	keptCrash = 128 << 10 // of the text of the crash
	keptRace  = 16 << 10  // of the reports of the race detector
	maxHeader = 24        // bytes of a line that tell whether a crash begins with it
)

// The child writes one of these lines about itself before it ends. Each is at
// the beginning of a line, and the stacks of all goroutines follow it.
const (
	memoryLine = "evoke: memory limit"
	hangLine   = "evoke: asked where it is"
	lostLine   = "evoke: files were lost"
)

const raceLine = "WARNING: DATA RACE"

// crashLines are the beginnings of the lines with which the text of a crash
// begins.
var crashLines = []string{"panic: ", "fatal error: ", memoryLine, hangLine, lostLine}

// capture keeps the head of a stream, its tail, and the text of the last crash
// in it. A program may log a lot before the crash and dump many goroutines
// after it.
type capture struct {
	mu      sync.Mutex
	forward io.Writer
	total   int64
	head    []byte
	tail    []byte // twice as long at most
	crash   excerpt
	race    excerpt
	line    []byte
	inLine  bool // past the first maxHeader bytes of a line
}

// excerpt is the beginning of what follows a place in a stream.
type excerpt struct {
	at   int64 // the place; -1 for none yet
	max  int
	text []byte
}

func (e *excerpt) begin(at int64) { e.at, e.text = at, e.text[:0] }

func (e *excerpt) keep(p []byte) {
	if e.at >= 0 {
		e.text = append(e.text, p[:min(len(p), e.max-len(e.text))]...)
	}
}

func newCapture(forward io.Writer) *capture {
	return &capture{forward: forward, crash: excerpt{at: -1, max: keptCrash}, race: excerpt{at: -1, max: keptRace}}
}

// Write keeps p and forwards it. It never fails, because the writing program
// must not notice its reader.
func (c *capture) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.forward != nil {
		_, _ = c.forward.Write(p)
	}
	c.head = append(c.head, p[:min(len(p), keptEnd-len(c.head))]...)
	c.tail = append(c.tail, p[max(0, len(p)-keptEnd):]...)
	if len(c.tail) > 2*keptEnd {
		c.tail = slices.Delete(c.tail, 0, len(c.tail)-keptEnd)
	}
	c.scan(p)
	return len(p), nil
}

// scan looks for the lines that begin a crash.
func (c *capture) scan(p []byte) {
	for len(p) > 0 {
		end := bytes.IndexByte(p, '\n') + 1
		complete := end > 0
		if !complete {
			end = len(p)
		}
		if !c.inLine {
			end = min(end, maxHeader-len(c.line))
			complete = p[end-1] == '\n'
			c.line = append(c.line, p[:end]...)
		}
		c.total += int64(end)
		switch {
		case c.inLine:
			c.keep(p[:end])
		case complete || len(c.line) == maxHeader:
			c.begin()
		}
		c.inLine = !complete && (c.inLine || len(c.line) == 0)
		p = p[end:]
	}
}

// begin decides from the first bytes of a line whether a crash begins there.
// The race detector reports several races in turn, and begin keeps the first.
func (c *capture) begin() {
	at := c.total - int64(len(c.line))
	if beginsCrash(c.line) {
		c.crash.begin(at)
	}
	if c.race.at < 0 && bytes.HasPrefix(c.line, []byte(raceLine)) {
		c.race.begin(at)
	}
	c.keep(c.line)
	c.line = c.line[:0]
}

func (c *capture) keep(p []byte) {
	c.crash.keep(p)
	c.race.keep(p)
}

// beginsCrash reports whether a line is the first of the text of a crash, such
// as "panic: ..." or "SIGSEGV: segmentation violation".
func beginsCrash(line []byte) bool {
	for _, begin := range crashLines {
		if bytes.HasPrefix(line, []byte(begin)) {
			return true
		}
	}
	name, _, found := bytes.Cut(line, []byte(": "))
	return found && bytes.HasPrefix(name, []byte("SIG")) && !bytes.ContainsFunc(name, notUpper)
}

func notUpper(r rune) bool { return r < 'A' || r > 'Z' }

// finish marks the end of the stream. The last line needs no line break.
func (c *capture) finish() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.line) > 0 {
		c.begin()
	}
}

// crashText returns the text from the line that began the last crash, or ""
// without a crash. It replaces bytes that are not UTF-8.
func (c *capture) crashText() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.ToValidUTF8(string(c.crash.text), "�")
}

// raceText returns the text from the first report of a data race.
func (c *capture) raceText() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.ToValidUTF8(string(c.race.text), "�")
}

// lastLine returns the last line that is not empty.
func (c *capture) lastLine() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := strings.TrimSpace(strings.ToValidUTF8(string(c.tail), "�"))
	return strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
}

// bytes returns the head, the crash and the tail, with a note where text
// between them is missing.
func (c *capture) bytes() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := slices.Clone(c.head)
	at := int64(len(out))
	join := func(from int64, part []byte) {
		if end := from + int64(len(part)); end <= at || from < 0 {
			return
		}
		if from > at {
			out = fmt.Appendf(out, "\n... %d bytes left out ...\n", from-at)
			at = from
		}
		out = append(out, part[at-from:]...)
		at = from + int64(len(part))
	}
	tail := c.tail[max(0, len(c.tail)-keptEnd):]
	tailAt := c.total - int64(len(tail))
	if c.crash.at < tailAt {
		join(c.crash.at, c.crash.text)
	}
	join(tailAt, tail)
	return out
}
