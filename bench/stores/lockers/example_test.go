package lockers_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench/stores/lockers"
)

// Each test begins with the rows that the database has before the search, and they are there afterwards.
func Example() {
	dir, err := os.MkdirTemp("", "lockers-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	os.Setenv(lockers.Variable, "file:"+filepath.Join(dir, "db"))
	defer os.Unsetenv(lockers.Variable)
	result, err := evoke.Run(context.Background(), evoke.Config{
		Schema:   string(lockers.Schema()),
		Handler:  lockers.New, // makes no rows anew
		System:   evoke.System{Database: lockers.Database, PutBack: true},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}},
		Budget:   evoke.Budget{Calls: 100},
	})
	if err != nil {
		panic(err)
	}
	lockers.New()
	var rented int
	if err := lockers.Database().QueryRow("SELECT count(*) FROM rentals").Scan(&rented); err != nil {
		panic(err)
	}
	for _, o := range result.Report.Operations {
		if o.Name == "POST /rentals" {
			fmt.Println(o.Name, "was accepted more than three times:", o.Outcomes["201"] > 3)
		}
	}
	fmt.Println("rented afterwards:", rented)
	// Output:
	// POST /rentals was accepted more than three times: true
	// rented afterwards: 0
}
