package instrument

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe"
)

// chancy is a program that prints what Go chooses by chance, and its number of mutants.
const chancy = `package main

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/evoke-go/evoke/probe/mutant"
)

func main() {
	m := map[int]bool{}
	for i := 0; i < 12; i++ {
		m[i*i%13] = true
	}
	for k := range m {
		if k > 1 && k < 100 {
			fmt.Print(k, " ")
		}
	}
	a, b := make(chan int, 20), make(chan int, 20)
	for i := 0; i < 20; i++ {
		a <- 1
		b <- 2
	}
	for i := 0; i < 20; i++ {
		select {
		case n := <-a:
			fmt.Print("a", n-1)
		case n := <-b:
			fmt.Print("b", n)
		}
	}
	var wg sync.WaitGroup
	for i := 0; i < 5; i++ {
		wg.Add(1)
		go func() { defer wg.Done(); fmt.Print(" g", i+1) }()
	}
	wg.Wait()
	fmt.Println(rand.IntN(1000), time.Now().UTC(), len(mutant.Sites()) > 15)
}
`

// TestMutantsKeepTheOrder: a program with mutants replaces the choices that Go makes by chance by a fixed order.
func TestMutantsKeepTheOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	dir := project(t, "shop")
	plan := prepare(t, Options{
		Dir: dir, Package: "./virtual", Runtime: MutantRuntime, Cover: []string{"./virtual"},
		Files: map[string][]byte{filepath.Join(dir, "virtual", "main.go"): []byte(chancy)},
	})
	require.Len(t, plan.Packages, 1)
	assert.Equal(t, 1, plan.Packages[0].Files)
	assert.Empty(t, plan.Notes)
	program := filepath.Join(t.TempDir(), "program.exe")
	require.NoError(t, plan.Build(t.Context(), program))
	var first string
	for range 3 {
		cmd := exec.Command(program)
		fixed := probe.Fixed{Order: probe.Ascending, Seed: 1, Clock: time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)}
		cmd.Env = append(os.Environ(), fixed.Environment())
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		if first == "" {
			first = string(out)
		}
		assert.Equal(t, first, string(out))
	}
	assert.Regexp(t, `^3 4 9 10 12 (a0){20} g1 g2 g3 g4 g5\d+ 2030-01-02 03:04:05 .* true\n$`, first)
}
