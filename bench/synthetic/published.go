package synthetic

import (
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"strings"
)

// A graph is one of the three dependency graphs of the study (Fig. 10). The
// paper's "depends on" edges have the kind that depends names.
type graph struct {
	name  string
	seed  uint64
	edges func(depends Kind) []Edge
}

// The services of a graph share its seed, so that the four differ in nothing
// but what their names say.
func graphs() []graph {
	return []graph{
		{"dense", 1, func(depends Kind) []Edge {
			return []Edge{{0, 1, Composition}, {0, 2, Composition}, {0, 3, depends}, {0, 4, depends}}
		}},
		{"medium", 2, func(depends Kind) []Edge {
			return []Edge{{0, 1, depends}, {1, 2, depends}, {2, 3, depends}}
		}},
		{"sparse", 3, func(depends Kind) []Edge {
			return []Edge{{0, 1, depends}}
		}},
	}
}

// Published returns the twelve configurations of the study: three graphs of
// five classes, references that ask for existence or for a property, too, and
// paths that hide or show them.
func Published() []Config {
	var configs []Config
	for _, g := range graphs() {
		for _, depends := range []Kind{Existence, Property} {
			for _, paths := range []Paths{Hide, Shown} {
				name := "n5-" + g.name
				if depends == Property {
					name += "-pd"
				}
				configs = append(configs, Config{
					Name: name + "-" + string(paths), Seed: g.seed, Classes: 5, Edges: g.edges(depends), Paths: paths,
					// The chain's values are compared as the originals compare them.
					ValueWindow: depends == Property && g.name != "dense",
				})
			}
		}
	}
	return configs
}

// WritePublished generates the published services into folders of a folder,
// and into the folder published the list of them that programs import.
func WritePublished(dir string) error {
	for _, c := range Published() {
		p, err := Generate(c)
		if err != nil {
			return err
		}
		if err := p.Write(filepath.Join(dir, c.Package())); err != nil {
			return err
		}
	}
	list, err := publishedFile()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(dir, "published"), 0o777); err != nil {
		return fmt.Errorf("synthetic: %w", err)
	}
	return os.WriteFile(filepath.Join(dir, "published", "published.go"), list, 0o666)
}

// publishedFile is the source of the package published.
func publishedFile() ([]byte, error) {
	var t, services strings.Builder
	t.WriteString(generated)
	t.WriteString("// Package published lists the published synthetic services.\npackage " +
		"published\n\nimport (\n\"net/http\"\n\n")
	for _, c := range Published() {
		fmt.Fprintf(&t, "%q\n", module+"/"+c.Package())
		fmt.Fprintf(&services, "{%q, %q, %s.Schema(), %s.New},\n", c.Name, module+"/"+c.Package(),
			c.Package(), c.Package())
	}
	t.WriteString(")\n\n// Service is a service. All of its program is in one package.\ntype Service " +
		"struct {\nName, Package string\n")
	t.WriteString("// Schema is its Swagger document.\nSchema []byte\n// New returns a handler without resources, " +
		"which has a cheap Reset.\nNew func() http.Handler\n}\n\n")
	t.WriteString("// Services returns the published services, in a fixed order.\nfunc Services() []Service " +
		"{\nreturn []Service{\n" + services.String() + "}\n}\n")
	content, err := format.Source([]byte(t.String()))
	if err != nil {
		return nil, fmt.Errorf("synthetic: %w", err)
	}
	return content, nil
}
