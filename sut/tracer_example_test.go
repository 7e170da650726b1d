package sut_test

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/sut"
)

const vaultSchema = `
openapi: 3.0.3
info: {title: Vault, version: "1"}
paths:
  /open/{pin}:
    post:
      parameters: [{name: pin, in: path, required: true, schema: {type: integer}}]
      responses:
        "204": {description: it is open}
        "403": {description: it is not}
`

// vault is a small system that reports how near a PIN came. It represents a system in another process or language,
// which a controller of yours talks to.
type vault struct {
	registry *fitness.Registry
	near     float64
}

func (v *vault) Start(context.Context) (sut.Info, error) { return sut.Info{}, nil }
func (v *vault) Reset(context.Context) error             { return nil }
func (v *vault) Stop(context.Context) error              { return nil }

func (v *vault) Call(ctx context.Context, r *sut.Request) (*sut.Response, error) {
	pin, err := strconv.ParseFloat(strings.TrimPrefix(r.Target, "/open/"), 64)
	if err != nil {
		return &sut.Response{Status: http.StatusBadRequest}, ctx.Err()
	}
	v.near = heuristics.Close(math.Abs(pin - 4711))
	if v.near == 1 {
		return &sut.Response{Status: http.StatusNoContent}, ctx.Err()
	}
	return &sut.Response{Status: http.StatusForbidden}, ctx.Err()
}

func (v *vault) Inside(registry *fitness.Registry) sut.Inside {
	v.registry = registry
	return sut.Inside{}
}

func (v *vault) Begin(ctx context.Context, all bool) error {
	v.near = 0
	return ctx.Err()
}

func (v *vault) Take(ctx context.Context, into []sut.Reached) ([]sut.Reached, error) {
	if v.near > 0 {
		id := v.registry.ID(fitness.Target{Kind: sut.BranchTarget, Name: "vault.go:12:3 pin == secret true"})
		into = append(into, sut.Reached{Target: id, Value: v.near})
		v.near = 0
	}
	return into, ctx.Err()
}

func ExampleTracer() {
	result, err := evoke.Run(context.Background(), evoke.Config{
		Schema: vaultSchema, System: evoke.System{Controller: &vault{}}, Search: evoke.Search{Seed: 1},
		Budget: evoke.Budget{Calls: 2000},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("opened:", result.Report.Operations[0].Succeeded())
	// Output: opened: true
}
