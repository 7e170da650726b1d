package main

import (
	"bufio"
	"context"
	"net"
	"testing"

	"github.com/FerretDB/wire"
	"github.com/FerretDB/wire/wirebson"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// running is a connection to what serves until the test ends.
func running(t *testing.T) *conn {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- serve(ctx, l) }()
	c, err := net.Dial("tcp", l.Addr().String())
	require.NoError(t, err)
	t.Cleanup(func() {
		assert.NoError(t, c.Close())
		stop()
		assert.NoError(t, <-done)
	})
	return &conn{bufio.NewReader(c), bufio.NewWriter(c)}
}

type conn struct {
	r *bufio.Reader
	w *bufio.Writer
}

// asked is the answer to a request.
func (c *conn) asked(t *testing.T, code wire.OpCode, request wire.MsgBody) wire.MsgBody {
	t.Helper()
	require.NoError(t, send(c.w, &wire.MsgHeader{RequestID: 7, OpCode: code}, request))
	h, answer, err := wire.ReadMessage(c.r)
	require.NoError(t, err)
	assert.EqualValues(t, 7, h.ResponseTo)
	return answer
}

func (c *conn) queried(t *testing.T, pairs ...any) *wirebson.Document {
	t.Helper()
	query, err := wire.NewOpQuery(wirebson.MustDocument(pairs...))
	require.NoError(t, err)
	query.FullCollectionName, query.NumberToReturn = "store.$cmd", -1
	reply, ok := c.asked(t, wire.OpCodeQuery, query).(*wire.OpReply)
	require.True(t, ok)
	doc, err := reply.RawDocument().DecodeDeep()
	require.NoError(t, err)
	return doc
}

// TestDrivers: what a driver that knows no OP_MSG writes, a driver that does reads.
func TestDrivers(t *testing.T) {
	c := running(t)
	assert.EqualValues(t, 1, c.queried(t, "ismaster", int32(1)).Get("ok"))
	things := wirebson.MustArray(wirebson.MustDocument("_id", int32(3), "name", "lamp"))
	assert.EqualValues(t, 1, c.queried(t, "insert", "things", "documents", things).Get("n"))
	assert.EqualValues(t, 0, c.queried(t, "insert", "things", "documents", things).Get("n"), "it is there already")
	assert.EqualValues(t, 0, c.queried(t, "unheardof", int32(1)).Get("ok"))

	answer, ok := c.asked(t, wire.OpCodeMsg, wire.MustOpMsg("find", "things", "$db", "store")).(*wire.OpMsg)
	require.True(t, ok)
	raw, err := answer.RawDocument()
	require.NoError(t, err)
	doc, err := raw.DecodeDeep()
	require.NoError(t, err)
	first := doc.Get("cursor").(*wirebson.Document).Get("firstBatch").(*wirebson.Array)
	assert.Equal(t, "lamp", first.Get(0).(*wirebson.Document).Get("name"))
}

func TestUsage(t *testing.T) {
	assert.EqualError(t, command(t.Context(), nil), "usage: mongo ADDRESS")
}
