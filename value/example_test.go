package value_test

import (
	"fmt"

	"github.com/evoke-go/evoke/value"
)

func ExampleParseJSON() {
	v, _ := value.ParseJSON([]byte(`{"b": 1.0, "a": [12345678901234567890]}`))
	fmt.Printf("%s\n", value.AppendJSON(nil, v))
	// Output: {"b":1,"a":[12345678901234567890]}
}
