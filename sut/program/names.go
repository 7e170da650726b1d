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

// names are the names of one process, by placeholder: ports, and a folder.
type names struct {
	all map[string]string
	err error
}

var given = regexp.MustCompile(`\{port\d*\}|\{dir\}`)

// into replaces the placeholders in texts.
func (p *names) into(list []string) []string {
	var all []string
	for _, text := range list {
		all = append(all, given.ReplaceAllStringFunc(text, p.named))
	}
	return all
}

// named returns the value of a placeholder. If it has none, it gets a free port.
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

// unused returns an error if something listens at a base URL already: its answers would be taken for those of the
// program.
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
