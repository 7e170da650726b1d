package site

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/evoke-go/evoke/js"
)

// document puts probes into the inline scripts of a document and into its attributes with code. All other bytes stay
// the same. It also returns the changed texts, for a policy that lists them by their hashes.
func document(sources *Sources, path string, text []byte) ([]byte, map[string]string) {
	d := &rewriter{sources: sources, path: path, changed: map[string]string{}}
	t := html.NewTokenizer(bytes.NewReader(text))
	for {
		kind := t.Next()
		raw := t.Raw()
		switch kind {
		case html.ErrorToken:
			if errors.Is(t.Err(), io.EOF) {
				return d.out.Bytes(), d.changed
			}
			return text, nil // the document cannot be parsed to its end
		case html.StartTagToken, html.SelfClosingTagToken:
			d.tag(string(raw), t)
		case html.TextToken:
			d.text(string(raw))
		default:
			d.script = nil
			d.out.Write(raw)
		}
		d.line += bytes.Count(raw, []byte("\n"))
	}
}

// rewriter writes a document with probes.
type rewriter struct {
	sources *Sources
	path    string
	line    int // number of line breaks before the current token
	out     bytes.Buffer
	script  *js.Module // kind of the script whose text follows; nil for other text
	scripts int        // number of scripts so far
	changed map[string]string
}

// text writes the text between tags, with probes if it is a script.
func (d *rewriter) text(raw string) {
	if d.script == nil {
		d.out.WriteString(raw)
		return
	}
	code := d.sources.Code(d.path, d.line, raw, *d.script) // the printer escapes "</script" in it
	d.sources.note(d.path, d.scripts, code)
	d.changed[raw] = code
	d.out.WriteString(code)
}

// tag writes a tag. Attributes with code get probes. The integrity attribute of a script is removed, because probes
// change the script.
func (d *rewriter) tag(raw string, t *html.Tokenizer) {
	name, more := t.TagName()
	tag := string(name)
	var attributes []html.Attribute
	for more {
		var key, val []byte
		key, val, more = t.TagAttr()
		attributes = append(attributes, html.Attribute{Key: string(key), Val: string(val)})
	}
	d.script = nil
	if tag == "script" {
		d.script = moduleOf(attributes)
		d.scripts++
	}
	probed := d.attributes(tag, attributes)
	if slices.Equal(probed, attributes) {
		d.out.WriteString(raw)
		return
	}
	d.write(tag, probed, raw)
}

// attributes returns the attributes of a tag, with probes in their code.
func (d *rewriter) attributes(tag string, attributes []html.Attribute) (out []html.Attribute) {
	for _, a := range attributes {
		if tag == "script" && a.Key == "integrity" {
			continue
		}
		if isHandler(a.Key) && strings.TrimSpace(a.Val) != "" {
			code := d.handler(a.Key, a.Val)
			d.changed[a.Val], a.Val = code, code
		}
		out = append(out, a)
	}
	return out
}

// write writes a tag with other attributes, over the same number of lines.
func (d *rewriter) write(tag string, attributes []html.Attribute, raw string) {
	written := "<" + tag
	for _, a := range attributes {
		written += " " + a.Key + `="` + html.EscapeString(a.Val) + `"`
	}
	written += strings.Repeat("\n", max(0, strings.Count(raw, "\n")-strings.Count(written, "\n")))
	if strings.HasSuffix(raw, "/>") {
		written += " /"
	}
	d.out.WriteString(written + ">")
}

func isHandler(attribute string) bool {
	return len(attribute) > 2 && strings.HasPrefix(attribute, "on")
}

// handler puts probes into the code of an attribute. The code becomes a function, which the attribute calls.
func (d *rewriter) handler(attribute, code string) string {
	name := attribute + "$"
	before, after := "function "+name+"(event){", "\n}"
	probed := d.sources.Code(d.path, d.line, before+code+after, js.CommonJS)
	if probed == before+code+after {
		return code
	}
	return probed + ";return __evoke__.e(" + name + ",this,event)"
}

// moduleOf returns the kind of an inline script by its attributes; nil if it is no JavaScript, or not inline.
func moduleOf(attributes []html.Attribute) *js.Module {
	module := js.CommonJS
	for _, a := range attributes {
		if a.Key == "src" {
			return nil
		}
		if a.Key != "type" {
			continue
		}
		switch kind := strings.ToLower(strings.TrimSpace(a.Val)); {
		case kind == "module":
			module = js.ES
		case kind != "" && !isJavaScript(kind):
			return nil
		}
	}
	return &module
}

// isJavaScript reports whether a media type is JavaScript.
func isJavaScript(media string) bool {
	media, _, _ = strings.Cut(media, ";")
	_, kind, _ := strings.Cut(strings.TrimSpace(strings.ToLower(media)), "/")
	kind = strings.TrimPrefix(kind, "x-")
	return kind == "javascript" || kind == "ecmascript" || kind == "jscript"
}

// allowed returns a Content-Security-Policy that allows scripts with probes wherever it allowed the original scripts by
// their hashes.
func allowed(policy string, changed map[string]string) string {
	for before, after := range changed {
		for name, hash := range map[string]func(string) []byte{
			"sha256": func(s string) []byte { h := sha256.Sum256([]byte(s)); return h[:] },
			"sha384": func(s string) []byte { h := sha512.Sum384([]byte(s)); return h[:] },
			"sha512": func(s string) []byte { h := sha512.Sum512([]byte(s)); return h[:] },
		} {
			source := func(text string) string {
				return "'" + name + "-" + base64.StdEncoding.EncodeToString(hash(text)) + "'"
			}
			policy = strings.ReplaceAll(policy, source(before), source(after))
		}
	}
	return policy
}
