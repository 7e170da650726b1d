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
	Encoded *message.Request // without credentials and base path
	Uses    []Use            // the values in it that come from earlier answers
	Request *sut.Request
	Answer  *sut.Response
	// Lost says that the user of the call could log in before, and can no longer.
	Lost bool

	parsed, readable bool
	body             any
}

// Body returns the parsed body of the answer. It parses the body only once. ok is false if the body is missing,
// truncated or no JSON.
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
