package effects

import (
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// picked knows which ids the system chooses and which ids the calls choose.
type picked struct {
	given  map[string]bool           // long ids that the system chose
	top    map[string]int64          // by collection, the largest number that the system chose
	first  map[string]int64          // by collection, the first chosen number, 0 if the numbers did not always rise
	chosen map[*api.Operation]string // the path parameter that names what a POST creates
	idAt   map[string]string         // by collection, the JSON pointer to the id in the answer to a POST
}

func newPicked() picked {
	return picked{given: map[string]bool{}, top: map[string]int64{}, first: map[string]int64{},
		chosen: map[*api.Operation]string{}, idAt: map[string]string{}}
}

// soonest is how far a number may lie above the largest number so far, so that the system may choose it in a later
// execution of the suite.
const soonest = 100_000

// soon reports whether a value is a number that the system has not chosen yet, but soon will.
func (p *picked) soon(collection, text string) bool {
	return p.numbers(collection, text, func(n, top int64) bool { return top < n && n <= top+soonest })
}

// coming reports whether a value is a number that the system has chosen or soon will.
func (p *picked) coming(collection, text string) bool {
	return p.numbers(collection, text, func(n, top int64) bool { return 0 < n && n <= top+soonest })
}

// numbers reports whether a value is a number for which fits holds. top is the largest number that the system chose for
// the collection.
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

// note notes the ids that the system chose: ids in an answer that the call did not send.
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

// rise notes the first number that the system chose for a collection, and whether the numbers always rise.
func (p *picked) rise(template string, n int64) {
	top, known := p.top[template]
	switch {
	case !known:
		p.first[template] = n
	case n <= top:
		p.first[template] = 0
	}
}

// since reports whether the system has probably chosen a value since the search began: the value is a number between
// the first and the largest chosen number, and the chosen numbers always rise. So it knows also elements whose creation
// was answered with an error.
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

// piece returns the piece of the path that names what the call creates, nil if it is not known.
func (p *picked) piece(x *link.Exchange) *message.PathPiece {
	param := p.chosen[x.Call.Op]
	for i := range x.Encoded.Path {
		if piece := &x.Encoded.Path[i]; param != "" && piece.Param == param && piece.Raw != "" {
			return piece
		}
	}
	return nil
}

// point notes where the answer to a POST has the id of the new element.
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
