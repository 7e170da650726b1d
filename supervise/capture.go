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
	maxHeader = 24        // bytes of a line that tell whether a crash begins with it
)

// What the child writes about itself before it ends, each at the beginning of
// a line and followed by the stacks of all goroutines.
const (
	memoryLine = "evoke: memory limit"
	hangLine   = "evoke: asked where it is"
)

const raceLine = "WARNING: DATA RACE"

// crashLines are what the lines begin with that begin the text of a crash.
var crashLines = []string{"panic: ", "fatal error: ", memoryLine, hangLine, raceLine}

// capture keeps of a stream its head, its tail and the text of the last crash
// in it, wherever that is: a program may have logged a lot before, and dump a
// lot of goroutines after.
type capture struct {
	mu      sync.Mutex
	forward io.Writer
	total   int64
	head    []byte
	tail    []byte // twice as long at most
	crash   []byte
	crashAt int64 // where in the stream crash begins; -1 without one
	line    []byte
	inLine  bool // past the first maxHeader bytes of a line
}

func newCapture(forward io.Writer) *capture { return &capture{forward: forward, crashAt: -1} }

// Write keeps p and forwards it. It does not fail, for the program that
// writes should not notice whoever reads.
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

// begin decides by the first bytes of a line whether a crash begins with it.
func (c *capture) begin() {
	if c.another() {
		c.crash, c.crashAt = c.crash[:0], c.total-int64(len(c.line))
	}
	c.keep(c.line)
	c.line = c.line[:0]
}

// another reports whether the current line begins a crash. The race detector
// reports one race after the other; the first counts.
func (c *capture) another() bool {
	again := bytes.HasPrefix(c.line, []byte(raceLine)) && bytes.HasPrefix(c.crash, []byte(raceLine))
	return beginsCrash(c.line) && !again
}

func (c *capture) keep(p []byte) {
	if c.crashAt >= 0 {
		c.crash = append(c.crash, p[:min(len(p), keptCrash-len(c.crash))]...)
	}
}

// beginsCrash reports whether a line is the first of the text of a crash:
// "panic: ...", "SIGSEGV: segmentation violation" and the like.
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

// crashText returns the text from the line on that began the last crash, ""
// without one.
func (c *capture) crashText() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch { // of a last line without an end, the beginning is still undecided
	case c.another():
		return string(c.line)
	case c.crashAt < 0 || len(c.crash) == keptCrash:
		return string(c.crash)
	}
	return string(c.crash) + string(c.line)
}

// lastLine returns the last line that is not empty.
func (c *capture) lastLine() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := strings.TrimSpace(string(c.tail))
	return strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
}

// bytes returns the head, the crash and the tail, with a note for what was
// left out between them.
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
	if c.crashAt < tailAt {
		join(c.crashAt, c.crash)
	}
	join(tailAt, tail)
	return out
}
