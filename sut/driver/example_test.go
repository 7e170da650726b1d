package driver_test

import (
	"context"
	"fmt"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/sut/driver"
)

const safeSchema = `
openapi: 3.0.3
info: {title: Safe, version: "1"}
paths:
  /open/{pin}:
    post:
      parameters: [{name: pin, in: path, required: true, schema: {type: integer}}]
      responses:
        "204": {description: it is open}
        "403": {description: it is not}
`

// safe is a scripted driver and its system: it has one condition, and says how near a PIN
// came to it.
type safe struct{ near float64 }

func (s *safe) Begin(all, listen bool, mute []uint32) { s.near = 0 }
func (s *safe) Reset() error                          { return nil }

func (s *safe) Take() ([]driver.Score, []driver.Compared) {
	if s.near == 0 {
		return nil, nil
	}
	near := s.near
	s.near = 0
	return []driver.Score{{Number: 0, Value: near}}, nil
}

func (s *safe) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	pin, err := strconv.ParseFloat(strings.TrimPrefix(r.URL.Path, "/open/"), 64)
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	s.near = heuristics.Close(math.Abs(pin - 4711))
	if s.near < 1 {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// A system with a driver may run anywhere: here it listens on a socket, as one in another
// language would.
func ExampleServe() {
	system := &safe{}
	server := httptest.NewServer(system)
	defer server.Close()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer listener.Close()
	go func() {
		commands, err := listener.Accept()
		if err != nil {
			return
		}
		_ = driver.Serve(commands, driver.Announcement{Name: "scripted", BaseURL: server.URL, Targets: []driver.Target{
			{Number: 0, Kind: sut.BranchTarget, Side: driver.True, Line: 12, Column: 3,
				File: "safe.x", What: "pin == secret"},
		}}, system)
	}()
	result, err := evoke.Run(context.Background(), evoke.Config{
		Schema: safeSchema, Search: evoke.Search{Seed: 1}, Budget: evoke.Budget{Calls: 2000},
		System: evoke.System{Controller: driver.New(driver.Options{Address: listener.Addr().String()})},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("opened:", result.Report.Operations[0].Succeeded())
	// Output: opened: true
}
