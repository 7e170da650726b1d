package mongo

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/event"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/value"
)

// TestStatement: the line of a document is what a shell of MongoDB inserts. Nulls are left out.
func TestStatement(t *testing.T) {
	row := value.Object{{Name: "a", Value: int64(1)}, {Name: "b", Value: nil},
		{Name: "c", Value: value.Object{{Name: "d", Value: nil}, {Name: "e", Value: "x"}}}}
	assert.Equal(t, `db.members.insertOne({"a":1,"c":{"e":"x"}})`, (&Watcher{}).Statement("members", row))
}

// TestWatch: the monitor of the options stays, commands on other databases are not heard, and inserted documents tell
// their fields. Without a server no filter is judged. The kit for watchers is in module bench, with a server.
func TestWatch(t *testing.T) {
	told := 0
	of := options.Client().ApplyURI("mongodb://127.0.0.1:1").
		SetMonitor(&event.CommandMonitor{Started: func(context.Context, *event.CommandStartedEvent) { told++ }})
	w, err := Watch(of, Options{Database: "club", Documents: map[string]any{"seats": struct{ Row int }{}}})
	require.NoError(t, err)
	defer func() { require.NoError(t, w.Close()) }()
	ctx, stop := context.WithCancel(t.Context())
	stop() // nobody waits for a server
	send := func(database, command string) {
		raw, err := bson.Marshal(parsed(t, command))
		require.NoError(t, err)
		of.Monitor.Started(ctx, &event.CommandStartedEvent{DatabaseName: database, Command: raw})
	}
	send("club", `{"insert": "members", "documents": [{"code": "x", "level": 1.5}]}`)
	send("other", `{"insert": "others", "documents": [{"code": "x"}]}`)
	send("club", `{"find": "members", "filter": {"code": "x"}}`)
	assert.Equal(t, 3, told)
	assert.Empty(t, w.Queries())
	tables, err := w.Tables(ctx)
	require.NoError(t, err)
	require.Len(t, tables, 2)
	assert.Equal(t, "members", tables[0].Name)
	assert.NotNil(t, tables[0].Column("level"))
	assert.Equal(t, "seats", tables[1].Name)
	var refused *store.Refused
	require.ErrorAs(t, store.Put(ctx, w, "members", `{"_id": {"$oid": "x"}}`), &refused)
	assert.Equal(t, store.Type, refused.Kind)
	require.Error(t, store.Put(ctx, w, "members", `{}`), "there is no server")
}

// TestTypes: what has no fields is an error.
func TestTypes(t *testing.T) {
	for want, document := range map[string]any{"marshal a int: ": 5, "nil has no fields": nil} {
		_, err := Watch(options.Client(), Options{Documents: map[string]any{"numbers": document}})
		require.ErrorContains(t, err, "mongo: documents of numbers: "+want)
	}
}
