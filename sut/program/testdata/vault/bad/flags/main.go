// Command flags says what is wrong, and behind that how it is called.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "Error: unknown flag: --nothing\nUsage:\n  flags [command]\n\nUse \"flags --help\" for more.")
	os.Exit(1)
}
