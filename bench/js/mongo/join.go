package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"

	"github.com/FerretDB/wire"
)

// join passes requests of a client on to a socket, and answers back, one after the other,
// until the client leaves.
func join(client net.Conn, socket string) error {
	server, err := net.Dial("unix", socket)
	if err != nil {
		return err
	}
	defer func() { _ = server.Close() }()
	requests, answers := bufio.NewReader(client), bufio.NewReader(server)
	toServer, toClient := bufio.NewWriter(server), bufio.NewWriter(client)
	for {
		h, request, err := wire.ReadMessage(requests)
		if errors.Is(err, wire.ErrZeroRead) || errors.Is(err, net.ErrClosed) || errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read a request: %w", err)
		}
		query, _ := request.(*wire.OpQuery)
		legacy := query != nil && !slices.Contains(served, query.Query().Command())
		if legacy {
			if request, err = message(query); err != nil {
				return err
			}
		}
		if err := send(toServer, h, request); err != nil {
			return err
		}
		h, answer, err := wire.ReadMessage(answers)
		if err != nil {
			return fmt.Errorf("read an answer: %w", err)
		}
		if msg, ok := answer.(*wire.OpMsg); ok && legacy {
			if answer, err = reply(msg); err != nil {
				return err
			}
		}
		if err := send(toClient, h, answer); err != nil {
			return err
		}
	}
}

// served are the commands that FerretDB takes in an OP_QUERY.
var served = []string{"hello", "ismaster", "isMaster", "saslStart", "saslContinue"}

// message is the OP_MSG with the command of an OP_QUERY, which names its database besides.
func message(query *wire.OpQuery) (*wire.OpMsg, error) {
	name, ok := strings.CutSuffix(query.FullCollectionName, ".$cmd")
	if !ok {
		return nil, fmt.Errorf("OP_QUERY of %s is no command", query.FullCollectionName)
	}
	command := query.Query()
	if err := command.Add("$db", name); err != nil {
		return nil, err
	}
	return wire.NewOpMsg(command)
}

// reply is the OP_REPLY with what an OP_MSG says.
func reply(msg *wire.OpMsg) (*wire.OpReply, error) {
	doc, err := msg.RawDocument()
	if err != nil {
		return nil, err
	}
	return wire.NewOpReply(doc)
}

// send writes a message whose kind and length may have changed.
func send(w *bufio.Writer, h *wire.MsgHeader, body wire.MsgBody) error {
	b, err := body.MarshalBinary()
	if err != nil {
		return err
	}
	h.MessageLength = int32(wire.MsgHeaderLen + len(b))
	switch body.(type) {
	case *wire.OpMsg:
		h.OpCode = wire.OpCodeMsg
	case *wire.OpReply:
		h.OpCode = wire.OpCodeReply
	}
	if err := wire.WriteMessage(w, h, body); err != nil {
		return err
	}
	return w.Flush()
}
