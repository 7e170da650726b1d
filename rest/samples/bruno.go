package samples

import (
	"encoding/json"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
)

// block is a block of a .bru file (https://docs.usebruno.com/bru-lang/overview): its name, its pairs, and its raw text.
type block struct {
	name  string
	pairs []pair
	text  string
}

// readBru returns the blocks of a .bru file. A block ends with a line that is only a brace; the lines inside are
// indented.
func readBru(text string) (blocks []block) {
	var lines []string
	open := ""
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		name, begins := strings.CutSuffix(strings.TrimRight(line, " \t"), "{")
		list, listed := strings.CutSuffix(strings.TrimRight(line, " \t"), "[")
		switch {
		case open == "" && begins && strings.TrimSpace(name) != "":
			open, lines = strings.TrimSpace(name), nil
		case open == "" && listed && strings.TrimSpace(list) != "":
			open, lines = strings.TrimSpace(list), nil
		case open != "" && (strings.TrimRight(line, " \t") == "}" || strings.TrimRight(line, " \t") == "]"):
			blocks = append(blocks, newBlock(open, lines))
			open = ""
		case open != "":
			lines = append(lines, line)
		}
	}
	return blocks
}

func newBlock(name string, lines []string) block {
	out := block{name: name}
	for i, line := range lines {
		key, v, ok := strings.Cut(strings.TrimSpace(line), ":")
		// a key that begins with ~ is switched off
		if key = strings.Trim(strings.TrimSpace(key), `"`); ok && key != "" && !strings.HasPrefix(key, "~") {
			out.pairs = append(out.pairs, pair{key, strings.TrimSpace(v)})
		}
		lines[i] = strings.TrimPrefix(line, "  ")
	}
	out.text = strings.Join(lines, "\n")
	return out
}

// find returns the block with a name, or the zero value.
func find(blocks []block, name string) block {
	for _, b := range blocks {
		if b.name == name {
			return b
		}
	}
	return block{}
}

// get returns the value of a key; "" for none.
func (b block) get(key string) string {
	for _, p := range b.pairs {
		if p.Name == key {
			return p.Value
		}
	}
	return ""
}

// bruRequest is a request of a collection, with its position in its folder.
type bruRequest struct {
	Request
	order int
}

// collections gathers the .bru files of a folder. The files of one folder are one recording.
type collections struct {
	fsys    fs.FS
	folders []string
	files   map[string][]bruRequest
	shown   map[string]string
}

// add reads a file. Its parts other than requests are read later, where they are needed.
func (c *collections) add(r *reader, name, shown string, data []byte) {
	blocks := readBru(string(data))
	verb := slices.IndexFunc(blocks, func(b block) bool { return words.Methods.Has(b.name) })
	if verb < 0 {
		if len(blocks) == 0 {
			r.warn(shown, "it has no block of a .bru file")
		}
		return
	}
	v := c.variables(r, path.Dir(name))
	for _, p := range find(blocks, "vars:pre-request").pairs {
		v.set(&r.secrets, p.Name, p.Value)
	}
	order, _ := strconv.Atoi(find(blocks, "meta").get("seq")) //nolint:errcheck // without one it is the first
	if c.files == nil {
		c.files, c.shown = map[string][]bruRequest{}, map[string]string{}
	}
	dir := path.Dir(name)
	if _, known := c.files[dir]; !known {
		c.folders = append(c.folders, dir)
		c.shown[dir] = path.Dir(shown)
	}
	c.files[dir] = append(c.files[dir], bruRequest{requestOf(blocks, blocks[verb], v), order})
}

// variables returns the variables that the files of the folders above define.
func (c *collections) variables(r *reader, dir string) variables {
	v := variables{}
	var above []string
	for range maxDepth {
		if above = append(above, dir); dir == "." {
			break
		}
		dir = path.Dir(dir)
	}
	for _, dir := range slices.Backward(above) {
		for _, name := range []string{"collection.bru", "folder.bru"} {
			full := path.Join(dir, name)
			if info, err := fs.Lstat(c.fsys, full); err != nil || !info.Mode().IsRegular() {
				continue
			}
			data, err := content(c.fsys, full)
			if err != nil {
				continue
			}
			blocks := readBru(string(data))
			for _, p := range slices.Concat(find(blocks, "vars:pre-request").pairs, find(blocks, "vars").pairs) {
				v.set(&r.secrets, p.Name, p.Value)
			}
		}
	}
	return v
}

// requestOf returns the request in the blocks of a file.
func requestOf(blocks []block, verb block, v variables) Request {
	out := Request{Method: strings.ToUpper(verb.name)}
	inPath := variables{}
	for _, name := range []string{"params:path", "path"} {
		for _, p := range find(blocks, name).pairs {
			if p.Value != "" {
				inPath[p.Name] = v.resolve(p.Value)
			}
		}
	}
	out.URL = v.resolve(inPath.inPath(verb.get("url")))
	if query := slices.Concat(find(blocks, "params:query").pairs, find(blocks, "query").pairs); len(query) > 0 {
		_, text := formOf("", resolved(query, v))
		address, _, _ := strings.Cut(out.URL, "?") // the query is in a block as well
		out.URL = address + "?" + text
	}
	for _, h := range resolved(find(blocks, "headers").pairs, v) {
		if out.Header = append(out.Header, Field(h)); strings.EqualFold(h.Name, "Content-Type") {
			out.Type = h.Value
		}
	}
	out.body(blocks, verb.get("body"), v)
	return out
}

func resolved(list []pair, v variables) (out []pair) {
	for _, p := range list {
		out = append(out, pair{v.resolve(p.Name), v.resolve(p.Value)})
	}
	return out
}

// body sets the body of a request from the blocks of its file.
func (r *Request) body(blocks []block, mode string, v variables) {
	kinds := map[string]string{"json": jsonType, "xml": xmlType, "text": textType}
	switch mode {
	case "json", "xml", "text":
		b := find(blocks, "body:"+mode)
		if b.name == "" {
			b = find(blocks, "body")
		}
		if r.Body = v.resolve(b.text); mode == "json" {
			r.Body = v.resolveJSON(b.text)
		}
		if r.Type == "" {
			r.Type = kinds[mode]
		}
	case "formUrlEncoded":
		r.Type, r.Body = formOf(urlencoded, resolved(find(blocks, "body:form-urlencoded").pairs, v))
	case "multipartForm":
		fields := slices.DeleteFunc(resolved(find(blocks, "body:multipart-form").pairs, v), func(p pair) bool {
			return strings.HasPrefix(p.Value, "@file(")
		})
		r.Type, r.Body = formOf(multipart, fields)
	case "graphql":
		query := find(blocks, "body:graphql").text
		data, _ := json.Marshal(map[string]string{"query": v.resolve(query)}) //nolint:errcheck // texts
		r.Type, r.Body = jsonType, string(data)
	}
}

// end passes the recordings to the reader.
func (c *collections) end(r *reader) {
	for _, dir := range c.folders {
		list := c.files[dir]
		slices.SortStableFunc(list, func(a, b bruRequest) int { return a.order - b.order })
		var requests []Request
		for _, f := range list {
			requests = append(requests, f.Request)
		}
		r.record(c.shown[dir], requests)
	}
}
