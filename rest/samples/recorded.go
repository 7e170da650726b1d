package samples

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Call is a recorded call with its whole answer. It has its credentials, unlike the requests of a [Set]: whoever reads
// calls shows none of their values.
type Call struct {
	Request // without an Answer
	// Started is the time at which the client began the call, zero if unknown.
	Started time.Time
	// Took is the duration of the call, from Started to the end of the answer.
	Took time.Duration
	// Cached says that a cache of the client gave the answer, and not the service.
	Cached bool
	// Response is nil if there was no answer.
	Response *Response
}

// Response is a recorded answer.
type Response struct {
	Status int
	Header []Field
	// Body is decoded, and in UTF-8 if it is a Text.
	Body []byte
	Text bool
	// Cut says that the recording lacks the body.
	Cut bool
}

// ReadHAR reads the calls of a HAR file, in the order in which they began.
func ReadHAR(data []byte) ([]Call, error) {
	if len(data) > maxFile {
		return nil, fmt.Errorf("samples: it is larger than %d MB", maxFile>>20)
	}
	file, err := parseHAR(data)
	switch {
	case err != nil:
		return nil, fmt.Errorf("samples: %w", err)
	case file.Log == nil:
		return nil, errors.New("samples: it is no HAR file: it has no log")
	}
	var calls []Call
	for i := range file.Log.Entries {
		e := &file.Log.Entries[i]
		c := Call{Request: e.Request.plain(), Cached: e.FromCache != "", Response: e.Response.whole()}
		c.Started, _ = time.Parse(time.RFC3339Nano, e.Started) // zero if it is none
		c.Took = time.Duration(max(e.Time, 0) * float64(time.Millisecond))
		calls = append(calls, c)
	}
	slices.SortStableFunc(calls, func(a, b Call) int { return a.Started.Compare(b.Started) })
	return calls, nil
}

// whole returns an answer with its headers, nil if there was none.
func (r *harResponse) whole() *Response {
	if r.Status <= 0 { // the request was blocked or interrupted
		return nil
	}
	out := &Response{Status: r.Status, Body: []byte(r.Content.Text), Text: r.Content.Encoding != "base64"}
	if !out.Text {
		plain, err := base64.StdEncoding.DecodeString(r.Content.Text)
		out.Body, out.Cut = plain, err != nil
	}
	out.Cut = out.Cut || r.Content.Text == "" && r.Content.Size > 0
	for _, h := range r.Headers {
		if !pseudo(h) {
			out.Header = append(out.Header, Field(h))
		}
	}
	return out
}
