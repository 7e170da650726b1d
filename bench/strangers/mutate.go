package strangers

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf16"

	"go.yaml.in/yaml/v4"
)

// Mutate returns a mutant of a text: one of its tree, of its bytes, or of both.
func Mutate(text []byte, r *rand.Rand) []byte {
	out := text
	if r.IntN(3) > 0 {
		out = mutateTree(out, r)
	}
	if len(out) == 0 || bytes.Equal(out, text) || r.IntN(8) == 0 {
		out = mutateText(slices.Clone(text), r)
	}
	return out
}

// tree is a document with lists of its nodes.
type tree struct {
	root *yaml.Node
	all  []*yaml.Node // lists and mappings that have elements
	path []string     // of each, as a pointer
	any  []*yaml.Node // all nodes
}

func newTree(root *yaml.Node) *tree {
	t := &tree{root: root}
	t.add(root, "#")
	return t
}

func (t *tree) add(n *yaml.Node, path string) {
	t.any = append(t.any, n)
	if len(n.Content) > 0 && n.Kind != yaml.DocumentNode {
		t.all, t.path = append(t.all, n), append(t.path, path)
	}
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	for i, c := range n.Content {
		switch {
		case n.Kind == yaml.MappingNode && i%2 == 0:
			t.any = append(t.any, c)
		case n.Kind == yaml.MappingNode:
			t.add(c, path+"/"+escape.Replace(n.Content[i-1].Value))
		default:
			t.add(c, path)
		}
	}
}

// mutateTree changes one to three places of a tree. It returns nil for a text
// that is none.
func mutateTree(text []byte, r *rand.Rand) []byte {
	var root yaml.Node
	if err := yaml.Unmarshal(text, &root); err != nil || len(root.Content) == 0 {
		return nil
	}
	for range 1 + r.IntN(3) {
		t := newTree(&root)
		if len(t.all) == 0 {
			return nil
		}
		changes[r.IntN(len(changes))](t, r)
	}
	out, err := yaml.Marshal(&root)
	if err != nil {
		return nil
	}
	return out
}

// pick returns a list or mapping and the index of one of its elements: of a value,
// in a mapping.
func (t *tree) pick(r *rand.Rand) (n *yaml.Node, at int) {
	n = t.all[r.IntN(len(t.all))]
	at = r.IntN(len(n.Content))
	if n.Kind == yaml.MappingNode {
		at |= 1
	}
	return n, at
}

// changes are what a mutation does to a tree. It is read-only.
var changes = []func(t *tree, r *rand.Rand){
	func(t *tree, r *rand.Rand) { // drop
		n, at := t.pick(r)
		first := at
		if n.Kind == yaml.MappingNode {
			first--
		}
		n.Content = slices.Delete(n.Content, first, at+1)
	},
	func(t *tree, r *rand.Rand) { // duplicate
		n, at := t.pick(r)
		first := at
		if n.Kind == yaml.MappingNode {
			first--
		}
		n.Content = append(n.Content, n.Content[first:at+1]...)
	},
	func(t *tree, r *rand.Rand) { // rename
		if n, at := t.pick(r); n.Kind == yaml.MappingNode {
			m, other := t.pick(r)
			name := "x"
			if m.Kind == yaml.MappingNode {
				name = m.Content[other-1].Value
			}
			n.Content[at-1] = scalar(name)
		}
	},
	func(t *tree, r *rand.Rand) { // another node in its place, which may hold it
		n, at := t.pick(r)
		n.Content[at] = copied(t.any[r.IntN(len(t.any))], 2000)
	},
	func(t *tree, r *rand.Rand) { // a value of another type, or a huge one
		n, at := t.pick(r)
		n.Content[at] = plain(odd[r.IntN(len(odd))])
	},
	func(t *tree, r *rand.Rand) { // a reference
		n, at := t.pick(r)
		refs := []string{"#", "#/", "#/paths", "", "other.yaml#/a", "../../../etc/passwd", "http://127.0.0.1:1/x",
			"#%zz", t.path[r.IntN(len(t.path))], t.path[slices.Index(t.all, n)]}
		n.Content[at] = mapping("$ref", scalar(refs[r.IntN(len(refs))]))
	},
	func(t *tree, r *rand.Rand) { // all references lead to one place
		to := t.path[r.IntN(len(t.path))]
		for _, n := range t.all {
			if n.Kind == yaml.MappingNode && n.Content[0].Value == "$ref" && r.IntN(3) == 0 {
				n.Content[1] = scalar(to)
			}
		}
	},
	func(t *tree, r *rand.Rand) { // a keyword that demands much
		for range 40 {
			n, _ := t.pick(r)
			if n.Kind == yaml.MappingNode && slices.ContainsFunc(n.Content, func(c *yaml.Node) bool {
				return c.Value == "type"
			}) {
				k := demands[r.IntN(len(demands))]
				n.Content = append(n.Content, scalar(k[0]), plain(k[1]))
				return
			}
		}
	},
	func(t *tree, r *rand.Rand) { // deep in itself
		n, at := t.pick(r)
		inner := n.Content[at]
		for range 1 + r.IntN(60) {
			inner = mapping([]string{"items", "not", "allOf", "properties", "schema"}[r.IntN(5)], inner)
		}
		n.Content[at] = inner
	},
	func(t *tree, r *rand.Rand) { // an alias of a node that holds it, or of any
		n, at := t.pick(r)
		target := t.all[r.IntN(len(t.all))]
		if r.IntN(2) == 0 {
			target = n
		}
		if target.Anchor == "" {
			target.Anchor = "a" + string(rune('a'+r.IntN(26)))
		}
		n.Content[at] = &yaml.Node{Kind: yaml.AliasNode, Alias: target, Value: target.Anchor}
	},
	func(t *tree, r *rand.Rand) { // another version
		for i := 0; i+1 < len(t.root.Content[0].Content); i += 2 {
			if k := t.root.Content[0].Content[i].Value; k == "openapi" || k == "swagger" {
				t.root.Content[0].Content[i+1] = plain([]string{"4.0.0", "3.1.0", "2.0", "'2.0'", "3", "null", "[]",
					"{}", "3.0.99", "true", "1e400"}[r.IntN(11)])
			}
		}
	},
	func(t *tree, r *rand.Rand) { // shuffled
		n, _ := t.pick(r)
		r.Shuffle(len(n.Content), func(i, j int) { n.Content[i], n.Content[j] = n.Content[j], n.Content[i] })
	},
}

// odd are values that are seldom meant. demands are keywords that ask for much.
var (
	odd = []string{
		"null", "[]", "{}", "''", "true", "-1", "0", "1e400", "-1e400", "99999999999999999999", "1e-400", ".nan",
		".inf", "0x7fffffffffffffff", "text",
		"[null]", "[[[[[]]]]]", "{'': {}}", "\"\\0\\e\"", "'a/b#c'", "2020-01-01", "!!binary aGk=", "1_000", "~",
		"{$ref: 1}", "'<script>'", "{type: [object, array, string, 'null']}",
	}
	demands = [][2]string{
		{"minLength", "1000000000"}, {"maxLength", "0"}, {"maxLength", "1000000000000000000"}, {"minItems", "1e9"},
		{"maxItems", "-5"}, {"minProperties", "1e9"}, {"uniqueItems", "true"}, {"minimum", "1e400"},
		{"maximum", "-1e400"}, {"multipleOf", "1e-300"}, {"multipleOf", "0"}, {"exclusiveMinimum", "true"},
		{"exclusiveMaximum", "1"}, {"pattern", "'(a{1000}){1000}'"}, {"pattern", "'^(?=x)(a+)+$'"},
		{"pattern", "'[a-z]{500}[a-z]{500}'"}, {"pattern", "'('"},
		{"pattern", "'^$'"}, {"enum", "[]"}, {"enum", "[null, 1, a, {}, []]"}, {"const", "{a: [1]}"},
		{"default", "{}"}, {"format", "uuid"}, {"format", "byte"}, {"format", "'%s%n'"}, {"nullable", "maybe"},
		{"required", "[a, a, b, '', 1]"}, {"required", "true"}, {"additionalProperties", "{minProperties: 1e9}"},
		{"allOf", "[{}, {type: string}, {type: integer}]"}, {"oneOf", "[{type: 'null'}]"}, {"anyOf", "[]"},
		{"not", "{}"}, {"type", "[integer, string]"}, {"type", "file"}, {"items", "[{}, false]"},
		{"discriminator", "{propertyName: ''}"},
		{"example", "{a: 1e999}"}, {"examples", "{a: {value: [1]}}"}, {"readOnly", "true"}, {"$ref", "'#'"},
		{"xml", "{name: '<a>', attribute: true, wrapped: true}"}, {"properties", "{a: {$ref: '#'}, '': true}"},
	}
)

func scalar(text string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
}

func mapping(key string, v *yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: []*yaml.Node{scalar(key), v}}
}

// plain parses a value.
func plain(text string) *yaml.Node {
	var n yaml.Node
	if err := yaml.Unmarshal([]byte(text), &n); err != nil || len(n.Content) == 0 {
		return scalar(text)
	}
	return n.Content[0]
}

// copied is a copy of a node, of at most so many nodes.
func copied(n *yaml.Node, most int) *yaml.Node {
	var take func(n *yaml.Node) *yaml.Node
	take = func(n *yaml.Node) *yaml.Node {
		if most--; most < 0 || n.Kind == yaml.AliasNode || n.Kind == yaml.DocumentNode {
			return scalar("")
		}
		out := *n
		out.Anchor, out.Content = "", nil
		for _, c := range n.Content {
			out.Content = append(out.Content, take(c))
		}
		return &out
	}
	return take(n)
}

// mutateText changes bytes.
func mutateText(text []byte, r *rand.Rand) []byte {
	if len(text) == 0 {
		return []byte{byte(r.IntN(256))}
	}
	for range 1 + r.IntN(4) {
		text = edits[r.IntN(len(edits))](text, r)
		if len(text) == 0 {
			return text
		}
	}
	return text
}

// edits are what a mutation does to bytes. It is read-only.
var edits = []func(text []byte, r *rand.Rand) []byte{
	func(text []byte, r *rand.Rand) []byte { text[r.IntN(len(text))] ^= 1 << r.IntN(8); return text },
	func(text []byte, r *rand.Rand) []byte { return text[:r.IntN(len(text))] },
	func(text []byte, r *rand.Rand) []byte { return text[r.IntN(len(text)):] },
	func(text []byte, r *rand.Rand) []byte {
		at := r.IntN(len(text))
		return slices.Delete(text, at, min(len(text), at+1+r.IntN(50)))
	},
	func(text []byte, r *rand.Rand) []byte {
		bits := []string{"\x00", "\xff\xfe", "\ufeff", "\t", "\r", "\n", "\u2028", "'", "\"", "{", "}", "[", "]",
			":", ": ", "- ", "&a ", "*a", "<<: *a\n", "!!str ", "#", "|\n", ">\n", "%", "---\n", "...\n", "\\u0000",
			"\\", ",,", "\x1b[2J", "\ud7ff"}
		return slices.Insert(text, r.IntN(len(text)), []byte(bits[r.IntN(len(bits))])...)
	},
	func(text []byte, r *rand.Rand) []byte {
		from := r.IntN(len(text))
		part := slices.Clone(text[from:min(len(text), from+r.IntN(2000))])
		return slices.Insert(text, r.IntN(len(text)), part...)
	},
	func(text []byte, r *rand.Rand) []byte { // indentation
		at := r.IntN(len(text))
		i := bytes.IndexByte(text[at:], '\n')
		if i < 0 {
			return text
		}
		return slices.Insert(text, at+i+1, []byte([]string{" ", "\t", "   ", "- "}[r.IntN(4)])...)
	},
	func(text []byte, r *rand.Rand) []byte { return append([]byte("\ufeff"), text...) },
	func(text []byte, r *rand.Rand) []byte { // UTF-16
		if len(text) > 1<<20 || r.IntN(4) > 0 {
			return text
		}
		var out []byte
		for _, u := range utf16.Encode([]rune("\ufeff" + string(text))) {
			out = binary.LittleEndian.AppendUint16(out, u)
		}
		return out
	},
	func(text []byte, r *rand.Rand) []byte { return bytes.ReplaceAll(text, []byte("  "), []byte("\t")) },
	func(text []byte, r *rand.Rand) []byte { return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")) },
}
