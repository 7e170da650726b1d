package rest_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/sut"
)

// ExampleProblem_EncodeCase takes a case to another process and back.
func ExampleProblem_EncodeCase() {
	system := sut.NewHandler(newItems, sut.HandlerOptions{})
	doc, err := openapi.Read([]byte(`{"openapi":"3.1.0","info":{"title":"t","version":"1"},
		"paths":{"/ping":{"get":{"responses":{"200":{"description":"pong"}}}}}}`), openapi.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	here, err := rest.New(doc, system, &fitness.Registry{}, rest.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	there, err := rest.New(doc, system, &fitness.Registry{}, rest.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	data, err := here.EncodeCase(here.Sample(rand.New(rand.NewPCG(1, 2))))
	fmt.Println(string(data), err)
	back, err := there.DecodeCase(data)
	fmt.Println(len(back.Actions), err)
	// Output:
	// {"version":1,"calls":[{"operation":"GET /ping","user":-1,"follow":false,"params":{}}]} <nil>
	// 1 <nil>
}
