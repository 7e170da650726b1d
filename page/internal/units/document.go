package units

import (
	"fmt"
	"html"
	"net/url"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/page/internal/site"
	"github.com/evoke-go/evoke/page/internal/visitor"
)

// document is the document of unit tests. It has the scripts of the page.
type document struct {
	site    *site.Site
	address string // address of the page
	own     bool   // whether tests can read the files of the site
	loads   *visitor.Loads
	body    string // elements that scripts need when they are loaded
}

// scripts returns the addresses of the scripts that are no modules, in order.
func (d *document) scripts() (out []string) {
	for _, s := range d.loads.Scripts {
		address := s.Address
		if address == "" && d.own {
			address = d.site.Sources.Inline(s.Text)
		}
		if address != "" && (s.Type == "" || strings.HasSuffix(s.Type, "javascript")) {
			out = append(out, d.short(address))
		}
	}
	return out
}

func (d *document) styles() (out []string) {
	for _, address := range d.loads.Styles {
		out = append(out, d.short(address))
	}
	return out
}

// short returns an address without the site, if it belongs to the page's site.
func (d *document) short(address string) string {
	at, err := url.Parse(address)
	if err == nil && at.Scheme+"://"+at.Host+"/" == d.origin() {
		at.Scheme, at.Host = "", ""
		return at.String()
	}
	return address
}

func (d *document) hasScript(path string) bool {
	return slices.ContainsFunc(d.scripts(), func(address string) bool {
		at, err := url.Parse(address)
		return err == nil && at.Path == path
	})
}

func (d *document) origin() string {
	at, err := url.Parse(d.address)
	if err != nil {
		return ""
	}
	return at.Scheme + "://" + at.Host + "/"
}

// String implements fmt.Stringer. The document has the scripts of the page and a place for a fixture, like the page of
// QUnit.
func (d *document) String() string {
	var b strings.Builder
	b.WriteString("<!doctype html>\n<meta charset=\"utf-8\">\n")
	for _, address := range d.styles() {
		fmt.Fprintf(&b, "<link rel=\"stylesheet\" href=\"%s\">\n", html.EscapeString(address))
	}
	b.WriteString("<style>#qunit-fixture { position: absolute; top: -10000px; left: -10000px; width: 1000px; " +
		"height: 1000px }</style>\n<div id=\"qunit\"></div>\n<div id=\"qunit-fixture\">" + d.body + "</div>\n")
	inline := map[string]string{}
	for _, s := range d.loads.Scripts {
		inline[d.site.Sources.Inline(s.Text)] = s.Text
	}
	for _, address := range d.scripts() {
		if code, is := inline[address]; is {
			b.WriteString("<script>" + code + "</script>\n")
		} else {
			fmt.Fprintf(&b, "<script src=\"%s\"></script>\n", html.EscapeString(address))
		}
	}
	return b.String()
}
