// Generate writes synthetic resource services.
//
//	go run ./synthetic/generate                          # from bench: the published ones anew
//	go run ./synthetic/generate -config c.json -dir mine # another one, into the folder mine
//
// The folder has to be in a module that requires this one. The form of a
// config is that of the config.json beside each generated service.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/evoke-go/evoke/bench/synthetic"
)

func main() {
	config := flag.String("config", "", "file with the config of one service (default: the published ones)")
	dir := flag.String("dir", "synthetic", "folder to write to; each published service gets a folder in it")
	flag.Parse()
	if err := run(*config, *dir); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run(config, dir string) error {
	if config == "" {
		return synthetic.WritePublished(dir)
	}
	data, err := os.ReadFile(filepath.Clean(config))
	if err != nil {
		return err
	}
	c, err := synthetic.ParseConfig(data)
	if err != nil {
		return err
	}
	p, err := synthetic.Generate(c)
	if err != nil {
		return err
	}
	return p.Write(dir)
}
