package driver

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/sut"
)

func TestCallsThatChangeNothing(t *testing.T) {
	for _, c := range []struct {
		method  string
		outcome sut.Outcome
		status  int
		want    bool
	}{
		{"GET", sut.Answered, 200, false},
		{"HEAD", sut.Answered, 404, false},
		{"GET", sut.Answered, 500, true},
		{"POST", sut.Answered, 201, true},
		{"POST", sut.Answered, 302, true},
		{"POST", sut.Answered, 400, false},
		{"DELETE", sut.Answered, 404, false},
		{"POST", sut.Answered, 500, true},
		{"GET", sut.Broken, 0, true},
		{"GET", sut.TimedOut, 0, true},
	} {
		var r readAnswers
		resp := &sut.Response{Outcome: c.outcome, Status: c.status}
		got := r.changes(&sut.Request{Method: c.method, Target: "/"}, resp, since{})
		assert.Equal(t, c.want, got, "%s %s %d", c.method, c.outcome, c.status)
		assert.False(t, r.strict)
	}
}

// TestReadsTellThatStateChanged: if a read is answered differently than right after a start, a call changed what it
// should not have changed, unless the answers after two starts already differ.
func TestReadsTellThatStateChanged(t *testing.T) {
	pristine, later := since{}, since{calls: 1}
	type read struct {
		target, body string
		before       since
	}
	for name, c := range map[string]struct {
		reads []read
		want  bool
	}{
		"same":           {[]read{{"/a", "1", pristine}, {"/a", "1", later}}, false},
		"other":          {[]read{{"/a", "1", pristine}, {"/a", "2", later}}, true},
		"another read":   {[]read{{"/a", "1", pristine}, {"/b", "2", later}}, false},
		"never the same": {[]read{{"/a", "1", pristine}, {"/a", "2", pristine}, {"/a", "3", later}}, false},
	} {
		var r readAnswers
		for _, read := range c.reads {
			resp := &sut.Response{Status: 200, Body: []byte(read.body)}
			r.changes(&sut.Request{Method: "GET", Target: read.target}, resp, read.before)
		}
		assert.Equal(t, c.want, r.strict, name)
	}
	var r readAnswers
	r.changes(&sut.Request{Method: "GET", Target: "/a"}, &sut.Response{Status: 429}, pristine)
	assert.True(t, r.strict, "who counts calls keeps state")
}

// TestReadsTellThatThereIsState: a call that changes the answer to a read shows that there is state, unless the answer
// changes by itself.
func TestReadsTellThatThereIsState(t *testing.T) {
	type call struct{ method, body string }
	for name, c := range map[string]struct {
		calls []call
		want  bool
	}{
		"changed":            {[]call{{"GET", "1"}, {"POST", ""}, {"GET", "2"}}, true},
		"the same":           {[]call{{"GET", "1"}, {"POST", ""}, {"GET", "1"}}, false},
		"by itself":          {[]call{{"GET", "1"}, {"GET", "2"}, {"POST", ""}, {"GET", "3"}}, false},
		"never between them": {[]call{{"GET", "1"}, {"GET", "2"}}, false},
	} {
		var r readAnswers
		for _, call := range c.calls {
			resp := &sut.Response{Outcome: sut.Answered, Status: 200, Body: []byte(call.body)}
			r.learn(&sut.Request{Method: call.method, Target: "/a"}, resp, call.method == "POST")
		}
		assert.Equal(t, c.want, r.stateful, name)
	}
}
