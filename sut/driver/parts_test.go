package driver

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/sut"
)

// TestWhatProcessesHaveInCommon: parts of answers that two processes have in common have to be in the answers after a
// reset; parts that differ between processes need not.
func TestWhatProcessesHaveInCommon(t *testing.T) {
	answers := func(status int, bodies ...string) (out [][]string) {
		for _, b := range bodies {
			out = append(out, parts(&sut.Response{Status: status, Body: []byte(b)}))
		}
		return out
	}
	first, second := answers(200, `{"id":3,"at":"09:01","tags":[]}`), answers(200, `{"id":3,"at":"09:05","tags":[]}`)
	for _, c := range []struct {
		status int
		body   string
		want   bool
	}{
		{200, `{"id":3,"at":"09:03","tags":[]}`, true},
		{200, `{"id":4,"at":"09:03","tags":[]}`, false},
		{200, `{"id":3,"at":"09:03","tags":["x"]}`, false},
		{200, `{"id":3,"tags":[]}`, true},
		{409, `{"id":3,"at":"09:03","tags":[]}`, false},
		{200, `id 3`, false},
	} {
		assert.Equal(t, c.want, within(first, second, answers(c.status, c.body)), c.body)
	}
	assert.False(t, within(answers(200, "a", "b"), answers(200, "a", "b"), answers(200, "a")))
}
