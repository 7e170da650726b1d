// Command waits never listens.
package main

import "time"

func main() { time.Sleep(time.Hour) }
