// Command ends ends at once.
package main

import "log"

func main() { log.Fatal("no database") }
