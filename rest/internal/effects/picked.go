package effects

import (
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// picked is what is known of who chooses ids.
type picked struct {
	given  map[string]bool           // long ids that the system chose
	top    map[string]int64          // by collection, the largest number that the system chose
	first  map[string]int64          // by collection, the first one, while each was larger than those before it; else 0
	chosen map[*api.Operation]string // the parameter that names what a POST below it makes
	idAt   map[string]string         // by collection, where the answer to a POST has the id, a JSON pointer
}

func newPicked() picked {
	return picked{given: map[string]bool{}, top: map[string]int64{}, first: map[string]int64{},
		chosen: map[*api.Operation]string{}, idAt: map[string]string{}}
}

// soonest is how far ahead of the largest number so far one is that the system may come
// to choose in a later execution of the suite.
const soonest = 100_000

// soon reports whether a value is a number which the system has not chosen yet, and
// will.
func (p *picked) soon(collection, text string) bool {
	return p.numbers(collection, text, func(n, top int64) bool { return top < n && n <= top+soonest })
}

// coming reports whether a value is a number which the system has chosen, or will.
func (p *picked) coming(collection, text string) bool {
	return p.numbers(collection, text, func(n, top int64) bool { return 0 < n && n <= top+soonest })
}

// numbers reports whether a value is a number that fits to the largest one which the
// system chose for a collection.
func (p *picked) numbers(collection, text string, fits func(n, top int64) bool) bool {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || text[0] == '0' {
		return false
	}
	for template, top := range p.top {
		if adds(template, collection) && fits(n, top) {
			return true
		}
	}
	return false
}

// note notes what the system chose: ids that an answer has and the call did not send.
func (p *picked) note(template string, answered, sent []string) {
	for _, v := range answered {
		if slices.Contains(sent, v) {
			continue
		}
		if n, err := strconv.ParseInt(v, 10, 64); err == nil {
			p.rise(template, n)
			p.top[template] = max(p.top[template], n)
		} else if len(v) >= chanceless && len(p.given) < maxFirst {
			p.given[v] = true
		}
	}
}

// rise notes whether the numbers that the system chooses for a collection only rise.
func (p *picked) rise(template string, n int64) {
	top, known := p.top[template]
	switch {
	case !known:
		p.first[template] = n
	case n <= top:
		p.first[template] = 0
	}
}

// since reports whether a value is a number that the system chose since the search began, as it
// seems: numbers rise, and it is none that was there before. The call that got it may have been
// answered with an error.
func (p *picked) since(collection, text string) bool {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return false
	}
	for template, first := range p.first {
		if first > 0 && first <= n && n <= p.top[template] && adds(template, collection) {
			return true
		}
	}
	return false
}

// piece returns the piece of a path that names what the call makes, nil if none is known.
func (p *picked) piece(x *link.Exchange) *message.PathPiece {
	param := p.chosen[x.Call.Op]
	for i := range x.Encoded.Path {
		if piece := &x.Encoded.Path[i]; param != "" && piece.Param == param && piece.Raw != "" {
			return piece
		}
	}
	return nil
}

// point notes where an answer has the id of what a call made.
func (p *picked) point(template string, answer []byte) {
	if _, known := p.idAt[template]; known {
		return
	}
	body, err := value.ParseJSON(answer)
	if err != nil {
		return
	}
	if at, ok := pointerToID(body); ok {
		p.idAt[template] = at
	}
}
