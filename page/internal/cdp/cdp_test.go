package cdp

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// browser returns a connection to a browser whose answers a function gives: lines, each of them a message.
func browser(t *testing.T, answer func(m *message) []string) (*Conn, io.Closer) {
	t.Helper()
	in, toBrowser := io.Pipe()
	fromBrowser, out := io.Pipe()
	t.Cleanup(func() { _ = in.Close(); _ = out.Close() })
	go func() {
		r := bufio.NewReader(in)
		for {
			line, err := r.ReadBytes(0)
			if err != nil {
				return
			}
			m := &message{}
			if !assert.NoError(t, json.Unmarshal(line[:len(line)-1], m)) {
				return
			}
			for _, text := range answer(m) {
				text = strings.ReplaceAll(text, "ID", string(rune('0'+m.ID)))
				if _, err := out.Write(append([]byte(text), 0)); err != nil {
					return
				}
			}
		}
	}()
	return New(fromBrowser, toBrowser), out
}

func TestCalls(t *testing.T) {
	c, _ := browser(t, func(m *message) []string {
		if m.Method == "No.such" {
			return []string{`{"id":ID,"error":{"code":-32601,"message":"'No.such' wasn't found"}}`}
		}
		assert.JSONEq(t, `{"expression":"1+1"}`, string(m.Params))
		assert.Equal(t, "tab", m.Session)
		return []string{"no json", `{"id":ID,"sessionId":"tab","result":{"value":2}}`}
	})
	s := c.Session("tab")
	assert.Same(t, s, c.Session("tab"))
	var result struct{ Value int }
	require.NoError(t, s.Call(t.Context(), "Runtime.evaluate", map[string]any{"expression": "1+1"}, &result))
	assert.Equal(t, 2, result.Value)
	var refused *Error
	require.ErrorAs(t, s.Call(t.Context(), "No.such", nil, nil), &refused)
	assert.Equal(t, "No.such: 'No.such' wasn't found (-32601)", refused.Error())
	assert.ErrorContains(
		t, s.Call(t.Context(), "Runtime.evaluate", make(chan int), nil), "the parameters of Runtime.evaluate",
	)
	var wrong struct{ Value string }
	assert.ErrorContains(t, s.Call(t.Context(), "Runtime.evaluate", map[string]any{"expression": "1+1"}, &wrong),
		"the answer to Runtime.evaluate")
}

// TestEvents: a session gets its events in order, while its listener makes calls.
func TestEvents(t *testing.T) {
	c, _ := browser(t, func(m *message) []string {
		if m.Method != "Page.navigate" {
			return []string{`{"id":ID,"sessionId":"tab","result":{}}`}
		}
		return []string{
			`{"sessionId":"tab","method":"Page.paused","params":{"n":1}}`,
			`{"sessionId":"other","method":"Page.paused","params":{"n":9}}`,
			`{"sessionId":"tab","method":"Page.unheard","params":{}}`,
			`{"sessionId":"tab","method":"Page.paused","params":{"n":2}}`,
			`{"id":ID,"sessionId":"tab","result":{}}`,
		}
	})
	var told []string
	s := c.Session("tab")
	s.On("Page.paused", func(params json.RawMessage) {
		told = append(told, string(params))
		assert.NoError(t, s.Call(t.Context(), "Page.go", nil, nil))
	})
	require.NoError(t, s.Call(t.Context(), "Page.navigate", struct{}{}, nil))
	s.Drain()
	assert.Equal(t, []string{`{"n":1}`, `{"n":2}`}, told)
	s.Forget()
	assert.NotSame(t, s, c.Session("tab"))
}

// TestEndsOfTheBrowser: all waiting calls end with an error.
func TestEndsOfTheBrowser(t *testing.T) {
	asked := make(chan struct{}, 2)
	c, out := browser(t, func(*message) []string { asked <- struct{}{}; return nil })
	go func() { <-asked; _ = out.Close() }()
	s := c.Session("")
	require.ErrorIs(t, s.Call(t.Context(), "Browser.getVersion", nil, nil), ErrClosed)
	<-c.Closed()
	require.ErrorIs(t, s.Call(t.Context(), "Browser.getVersion", nil, nil), ErrClosed)
}

// TestCallsThatTakeTooLong: a call ends with its context.
func TestCallsThatTakeTooLong(t *testing.T) {
	c, _ := browser(t, func(*message) []string { return nil })
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	require.ErrorIs(t, c.Session("").Call(ctx, "Browser.getVersion", nil, nil), context.DeadlineExceeded)
	c.mu.Lock()
	defer c.mu.Unlock()
	assert.Empty(t, c.waiting)
}
