package program

import (
	"cmp"
	"fmt"
	"maps"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

// names are what one process gets, by what stands for it: ports, and a folder.
type names struct {
	all map[string]string
	err error
}

var given = regexp.MustCompile(`\{port\d*\}|\{dir\}`)

// into returns texts with what stands for the names in place of them.
func (p *names) into(list []string) []string {
	var all []string
	for _, text := range list {
		all = append(all, given.ReplaceAllStringFunc(text, p.named))
	}
	return all
}

// named returns what stands for a name, which is a free port if nothing does.
func (p *names) named(name string) string {
	if port, ok := p.all[name]; ok {
		return port
	}
	for {
		baseURL, err := free()
		if err != nil {
			p.err = cmp.Or(p.err, err)
			return ""
		}
		port := baseURL[strings.LastIndex(baseURL, ":")+1:]
		if !slices.Contains(slices.Collect(maps.Values(p.all)), port) {
			p.all[name] = port
			return port
		}
	}
}

// free returns a base URL at which nothing listens.
func free() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return "http://" + listener.Addr().String(), listener.Close()
}

// unused reports a base URL at which something listens already: its answers would be taken
// for those of the program.
func unused(baseURL string) error {
	u, err := url.Parse(baseURL)
	if err != nil {
		return err
	}
	conn, err := net.DialTimeout("tcp", u.Host, time.Second)
	if err != nil {
		return nil
	}
	_ = conn.Close()
	return fmt.Errorf("something listens at %s already", u.Host)
}
