package instrument_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/evoke-go/evoke/internal/instrument"
)

func ExamplePrepare() {
	dir, err := os.MkdirTemp("", "evoke-*")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	plan, err := instrument.Prepare(context.Background(), instrument.Options{
		Dir: "../..", Package: "./examples/bookshop", Cover: []string{"./examples/bookshop/..."}, Cache: dir,
	})
	if err != nil {
		panic(err)
	}
	err = plan.Build(context.Background(), filepath.Join(dir, "bookshop.exe"))
	fmt.Println(len(plan.Packages) > 0, err)
	// Output: true <nil>
}

// BenchmarkPrepare measures a run in which nothing has changed.
func BenchmarkPrepare(b *testing.B) {
	o := instrument.Options{Dir: "../..", Package: "./examples/bookshop", Cover: []string{"./examples/bookshop/..."},
		Cache: b.TempDir()}
	for b.Loop() {
		if _, err := instrument.Prepare(context.Background(), o); err != nil {
			b.Fatal(err)
		}
	}
}
