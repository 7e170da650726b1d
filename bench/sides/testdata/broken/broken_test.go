package broken

import (
	"strconv"
	"testing"

	"github.com/evoke-go/evoke/bench/sides/testdata/sample"
)

func TestDies(*testing.T) {
	go panic("it dies: " + strconv.Itoa(sample.Twice(5)))
	select {}
}
