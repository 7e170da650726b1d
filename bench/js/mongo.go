package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"

	"go.mongodb.org/mongo-driver/v2/bson"
	driver "go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// mongo is the database of an application in a MongoDB.
type mongo struct {
	dir      string // of this command, which has the program in the folder mongo
	variable string // has the URL of the database
	name     string
	// known puts users of the tests in; nil: there are none.
	known func(ctx context.Context, client *driver.Client) error
}

// start builds the program and starts it.
func (m mongo) start(ctx context.Context, _, temp string) (*store, error) {
	program := filepath.Join(temp, "mongodb")
	if os.Getenv(listening(program)) == "" {
		build := exec.CommandContext(ctx, "go", "build", "-o", program, ".")
		build.Dir = filepath.Join(m.dir, "mongo")
		if out, err := build.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("go build: %w: %s", err, out)
		}
	}
	s, err := serve(ctx, program, filepath.Join(temp, "mongodb.log"), func(port string) []string {
		return []string{"127.0.0.1:" + port}
	}, func(port string) error {
		c, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err != nil {
			return err
		}
		return c.Close()
	})
	if err != nil {
		return nil, err
	}
	client, err := driver.Connect(options.Client().ApplyURI("mongodb://127.0.0.1:" + s.port))
	if err != nil {
		return nil, errors.Join(err, s.end())
	}
	s.variables = []string{m.variable + "=mongodb://127.0.0.1:" + s.port + "/" + m.name}
	s.reset = func(ctx context.Context, _ string) error { return m.emptied(ctx, client) }
	if stop := s.stop; stop != nil {
		s.stop = func() error { return errors.Join(client.Disconnect(context.WithoutCancel(ctx)), stop()) }
	}
	return &s, nil
}

// emptied does what the study does before each test: it deletes all documents, which leaves
// indexes, and puts the users of the tests in.
func (m mongo) emptied(ctx context.Context, client *driver.Client) error {
	db := client.Database(m.name)
	names, err := db.ListCollectionNames(ctx, bson.D{})
	if err != nil {
		return err
	}
	for _, name := range names {
		if _, err := db.Collection(name).DeleteMany(ctx, bson.D{}); err != nil {
			return err
		}
	}
	if m.known == nil {
		return nil
	}
	return m.known(ctx, client)
}

// known puts the user that the study gives to its tool into a database of its own, with the
// roles that it gives.
func known(ctx context.Context, client *driver.Client) error {
	users := client.Database("auth").Collection("users")
	n, err := users.CountDocuments(ctx, bson.D{})
	if err != nil || n > 0 {
		return err
	}
	roles := []string{"cache:clear", "company:update", "roadster:update"}
	for _, of := range []string{
		"core", "crew", "dragon", "fairing", "history", "landpad", "launch", "launchpad", "payload", "rocket", "ship",
		"starlink", "user",
	} {
		roles = append(roles, of+":create", of+":update", of+":delete")
	}
	_, err = users.InsertOne(ctx, bson.M{"key": "foo", "roles": roles})
	return err
}
