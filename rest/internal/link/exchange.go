package link

import (
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// Exchange is a call of a test as it was sent, with its answer.
type Exchange struct {
	Step    int // the index of the call in its test
	Call    *action.Call
	Encoded *message.Request // before the credentials were added, without the path below which the operations are
	Uses    []Use            // values of earlier answers in it
	Request *sut.Request
	Answer  *sut.Response
	// Lost says that the user of the call could log in before, and cannot any more.
	Lost bool

	parsed, readable bool
	body             any
}

// Body returns the body of the answer as a value. It parses the body once. It returns false where there is none, or
// only a part of one, or where it is no JSON.
func (x *Exchange) Body() (any, bool) {
	if !x.parsed {
		x.parsed = true
		if len(x.Answer.Body) > 0 && !x.Answer.Truncated && !x.Answer.Stream {
			v, err := value.ParseJSON(x.Answer.Body)
			x.body, x.readable = v, err == nil
		}
	}
	return x.body, x.readable
}
