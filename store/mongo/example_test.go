package mongo_test

import (
	"context"
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	evokemongo "github.com/evoke-go/evoke/store/mongo"
)

// A function of yours that returns the watcher goes into System.Stores of the configuration. This example needs a
// server, so it is compiled and not executed.
func ExampleWatch() {
	of := options.Client().ApplyURI("mongodb://localhost:27017")
	type member struct {
		Code  string `bson:"code"`
		Level int    `bson:"level"`
	}
	documents, err := evokemongo.Watch(of, evokemongo.Options{Database: "club",
		Documents: map[string]any{"members": member{}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	client, err := mongo.Connect(of) // the program's
	if err != nil {
		fmt.Println(err)
		return
	}
	filter := bson.D{{Key: "code", Value: "x"}, {Key: "level", Value: bson.D{{Key: "$gt", Value: 1000}}}}
	client.Database("club").Collection("members").FindOne(context.Background(), filter)
	for _, q := range documents.Queries() {
		fmt.Println(q.Text, q.Wanted) // find members {code: ?, level: {$gt: ?}}
	}
}
