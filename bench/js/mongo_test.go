package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.mongodb.org/mongo-driver/v2/bson"
	driver "go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// TestMongoDB: before each test there are no documents but the user of the tests, and what is
// unique stays so. A cursor that was not read to its end keeps nothing back.
func TestMongoDB(t *testing.T) {
	data, err := mongo{".", "URL", "things", known}.start(t.Context(), "", t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, data.end()) })
	assert.Equal(t, []string{"URL=mongodb://127.0.0.1:" + data.port + "/things"}, data.variables)
	client, err := driver.Connect(options.Client().ApplyURI("mongodb://127.0.0.1:" + data.port))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, client.Disconnect(t.Context())) })
	things := client.Database("things").Collection("things")
	index := driver.IndexModel{Keys: bson.D{{Key: "name", Value: 1}}, Options: options.Index().SetUnique(true)}
	_, err = things.Indexes().CreateOne(t.Context(), index)
	require.NoError(t, err)
	for range 3 {
		require.NoError(t, data.reset(t.Context(), ""))
		n, err := things.CountDocuments(t.Context(), bson.D{})
		require.NoError(t, err)
		assert.Zero(t, n)
		users, err := client.Database("auth").Collection("users").CountDocuments(t.Context(), bson.D{})
		require.NoError(t, err)
		assert.EqualValues(t, 1, users)
		_, err = things.InsertOne(t.Context(), bson.D{{Key: "name", Value: "a"}})
		require.NoError(t, err)
		_, err = things.InsertOne(t.Context(), bson.D{{Key: "name", Value: "b"}})
		require.NoError(t, err)
		_, err = things.Find(t.Context(), bson.D{}, options.Find().SetBatchSize(1))
		require.NoError(t, err)
		_, err = things.InsertOne(t.Context(), bson.D{{Key: "name", Value: "a"}})
		assert.True(t, driver.IsDuplicateKeyError(err), "%v", err)
	}
}
