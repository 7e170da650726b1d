package neighbour

import (
	"bytes"
	"runtime"
	"strings"

	"github.com/evoke-go/evoke/probe/inputs"
)

// firstRead is the least number of bytes that the decoders of the standard library ask their reader for. A decoder that
// has read less has read the whole text.
const firstRead = 512

// claim reports whether a decoded text is the body of an answer, and notes its type. It compares texts: between the
// body of an answer and a decoder there may be wrappers, such as those of net/http for clients with a timeout, and
// functions, such as io.ReadAll, that give new bytes.
//
// Other texts may be the same, such as an empty object. A text is not taken for that of an answer that the program has
// not read, or that it has decoded into another type before. Of answers with the same text, the one counts that this
// goroutine has read, and of those the first one that was not decoded yet.
func (n *neighbourhood) claim(r inputs.Read) bool {
	text := strings.TrimSpace(r.Data)
	if text == "" {
		return false
	}
	here := goroutine()
	n.mu.Lock()
	defer n.mu.Unlock()
	var found *exchange
	most := 0
	for _, e := range n.asked {
		if !e.has(text, len(r.Data) >= firstRead) || e.Schema != "" && e.Schema != r.Type {
			continue
		}
		fit := 1
		if e.reader == here {
			fit += 2
		}
		if e.Schema == "" {
			fit++
		}
		if fit > most {
			found, most = e, fit
		}
	}
	if found == nil {
		return false
	}
	found.Schema, found.Media = r.Type, r.Name
	return true
}

// has reports whether the program has read the body of the answer, and the body is a text or, with begins, begins with
// it.
func (e *exchange) has(text string, begins bool) bool {
	if e.read < len(text) {
		return false
	}
	body := strings.TrimSpace(string(e.body))
	return body == text || begins && strings.HasPrefix(body, text)
}

// goroutine returns a name of the running goroutine.
func goroutine() string {
	const enough = 32
	var buf [enough]byte
	name, _, _ := bytes.Cut(buf[:runtime.Stack(buf[:], false)], []byte(" ["))
	return string(name)
}
