package pool

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/samples"
)

// maxStripped is the largest number of segments that may precede the path of an operation without being a configured
// base path, such as the prefix of a proxy or a version.
const maxStripped = 3

// router finds the operations of requests.
type router struct {
	host  string   // host of the service, "" for any host
	bases []string // base paths, the longest first
	paths []template
}

// template is the path of an operation as a pattern.
type template struct {
	op      *api.Operation
	pattern *regexp.Regexp
	names   []string // names of the parameters, in order
	literal int      // number of characters outside of parameters
}

var braces = regexp.MustCompile(`\{[^{}/]*\}`)

func newRouter(ops []*api.Operation, baseURL string, basePaths []string) *router {
	out := &router{}
	prefix := ""
	if u, err := url.Parse(baseURL); err == nil && baseURL != "" {
		out.host, prefix = u.Host, strings.TrimSuffix(u.Path, "/")
	}
	for _, base := range append(slices.Clone(basePaths), "") {
		out.bases = append(out.bases, prefix+base, base)
	}
	slices.SortStableFunc(out.bases, func(a, b string) int { return len(b) - len(a) })
	out.bases = slices.Compact(out.bases)
	for _, op := range ops {
		out.paths = append(out.paths, newTemplate(op))
	}
	return out
}

func newTemplate(op *api.Operation) template {
	path := strings.TrimSuffix(op.Spec.Path, "/")
	t := template{op: op}
	var pattern strings.Builder
	last := 0
	for _, at := range braces.FindAllStringIndex(path, -1) {
		pattern.WriteString(regexp.QuoteMeta(path[last:at[0]]) + `([^/]+)`)
		t.names = append(t.names, path[at[0]+1:at[1]-1])
		t.literal += at[0] - last
		last = at[1]
	}
	pattern.WriteString(regexp.QuoteMeta(path[last:]))
	t.literal += len(path) - last
	t.pattern = regexp.MustCompile("^" + pattern.String() + "$")
	return t
}

// split splits a URL into host, path and query, without decoding them.
func split(address string) (host, path, query string) {
	address, query, _ = strings.Cut(address, "?")
	if _, rest, ok := strings.Cut(address, "://"); ok {
		host, path, _ = strings.Cut(rest, "/")
		path = "/" + path
	} else if rest, ok := strings.CutPrefix(address, samples.Unknown); ok { // {{baseUrl}}/books
		path = rest
	} else if path = address; !strings.HasPrefix(path, "/") { // localhost:8080/books
		host, path, _ = strings.Cut(path, "/")
		path = "/" + path
	}
	if strings.Contains(host, samples.Unknown) {
		host = ""
	}
	return host, strings.TrimSuffix(path, "/"), query
}

// find returns the operation of a request and the texts of its path parameters. It prefers the longest base path that
// fits, then the path with the most literal characters. It returns nil if no operation fits.
func (t *router) find(method, path string) (*api.Operation, map[string]string) {
	for _, rest := range t.rests(path) {
		if op, params := t.at(method, rest, rest != path); op != nil {
			return op, params
		}
	}
	return nil, nil
}

// rests returns the path without each base path that fits, the most likely result first.
func (t *router) rests(path string) (out []string) {
	for _, base := range t.bases {
		if rest, ok := strings.CutPrefix(path, base); ok && (rest == "" || rest[0] == '/') {
			out = append(out, rest)
		}
	}
	for range maxStripped {
		at := strings.IndexByte(strings.TrimPrefix(path, "/"), '/')
		if at < 0 {
			break
		}
		path = path[at+1:]
		out = append(out, path)
	}
	return out
}

// at finds the operation of a path without its base path. If strict is set, the path has to contain literal text and
// not only parameters.
func (t *router) at(method, path string, strict bool) (*api.Operation, map[string]string) {
	var best *template
	var texts []string
	for i := range t.paths {
		p := &t.paths[i]
		if p.op.Spec.Method != method || best != nil && p.literal <= best.literal ||
			strict && p.literal <= len(p.names) {
			continue
		}
		if found := p.pattern.FindStringSubmatch(path); found != nil {
			best, texts = p, found[1:]
		}
	}
	if best == nil {
		return nil, nil
	}
	params := map[string]string{}
	for i, name := range best.names {
		text, err := url.PathUnescape(texts[i])
		if err != nil {
			text = texts[i]
		}
		params[name] = text
	}
	return best.op, params
}
