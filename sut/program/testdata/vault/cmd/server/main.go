// Command server serves the vault.
package main

import (
	"flag"
	"log"
	"net/http"
	"os"

	"example.com/vault"
)

func main() {
	address := flag.String("addr", "127.0.0.1:"+os.Getenv("PORT"), "where to listen")
	flag.Parse()
	log.Fatal(http.ListenAndServe(*address, vault.New()))
}
