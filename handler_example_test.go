package evoke_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/evoke-go/evoke"
)

// clock is a dependency of the service.
type clock func() int

// newClockService is a constructor that takes a dependency and returns an error.
func newClockService(now clock) (http.Handler, error) {
	if now == nil {
		return nil, errors.New("no clock")
	}
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, now()) }), nil
}

// newClockServiceForTests calls newClockService with its dependency. It panics with the error, because Config.Handler
// returns none.
func newClockServiceForTests() http.Handler {
	handler, err := newClockService(func() int { return 12 })
	if err != nil {
		panic(err)
	}
	return handler
}

// A constructor that takes dependencies or returns an error is wrapped in a
// package-level function without parameters, which the written tests call too.
func ExampleConfig_handler() {
	result, err := evoke.Run(context.Background(), evoke.Config{
		Schema:   `{"openapi": "3.0.3", "info": {"title": "Clock", "version": "1"}, "paths": {"/now": {"get": {"responses": {"200": {"description": "the time"}}}}}}`,
		Handler:  newClockServiceForTests,
		Budget:   evoke.Budget{Calls: 20},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, test := range result.Suite.Tests {
		fmt.Println(test.Purpose)
	}
	// Output: GET /now answers 200
}
