// Command mongo is a MongoDB without MongoDB: FerretDB with data that end with it.
//
//	go run . ADDRESS
//
// Drivers older than OP_MSG, which put their commands into OP_QUERY, are served too.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := command(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "mongo:", err)
		os.Exit(1)
	}
}

func command(ctx context.Context, args []string) error {
	if len(args) != 1 {
		return errors.New("usage: mongo ADDRESS")
	}
	l, err := net.Listen("tcp", args[0])
	if err != nil {
		return err
	}
	return serve(ctx, l)
}

// serve answers until the context ends.
func serve(ctx context.Context, l net.Listener) (err error) {
	folder, err := os.MkdirTemp("", "evoke-mongo-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	// In memory there would be a single connection to the data, and a cursor that nobody reads to its end keeps that.
	socket := filepath.Join(folder, "socket")
	db, err := ferretdb.New(&ferretdb.Config{
		Listener: ferretdb.ListenerConfig{Unix: socket}, Logger: slog.New(slog.DiscardHandler),
		Handler: "sqlite", SQLiteURL: "file:" + folder + "/?_pragma=synchronous(off)",
	})
	if err != nil {
		return errors.Join(err, l.Close())
	}
	context.AfterFunc(ctx, func() { _ = l.Close() })
	go accept(l, socket)
	return db.Run(ctx)
}

// accept joins each connection with one of its own to a socket.
func accept(l net.Listener, socket string) {
	for {
		client, err := l.Accept()
		if err != nil {
			return // it was closed
		}
		go func() {
			defer func() { _ = client.Close() }()
			if err := join(client, socket); err != nil {
				fmt.Fprintln(os.Stderr, "mongo:", err)
			}
		}()
	}
}
