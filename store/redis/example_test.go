package redis_test

import (
	"context"
	"fmt"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"

	"github.com/evoke-go/evoke/store"
	evokeredis "github.com/evoke-go/evoke/store/redis"
)

// A function of yours, here Keys, returns the watcher of the client that the newest handler has. System.Stores of the
// configuration names it.
func ExampleWatch() {
	database, err := miniredis.Run()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer database.Close()
	client := redis.NewClient(&redis.Options{Addr: database.Addr()})
	keys := evokeredis.Watch(client)

	ctx := context.Background()
	client.HGet(ctx, "user:17", "role") // the program asks in vain
	for _, q := range keys.Queries() {
		fmt.Println(q.Text, "wants", q.Wanted[0])
	}
	// A search and its written tests put there what was wanted.
	err = store.Put(ctx, keys, "hash user:*", `{"key": "user:17", "fields": {"role": "admin"}}`)
	fmt.Println(client.HGet(ctx, "user:17", "role").Val(), err)
	// Output:
	// HGET user:* role wants {hash user:* [{fields [{role 1}]} {key user:17}]}
	// admin <nil>
}
