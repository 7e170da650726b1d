package synthetic

import (
	"fmt"
	"slices"
	"strings"
)

// apiFile is the source of the file with New, not yet formatted.
func (m *Model) apiFile() string {
	var t strings.Builder
	t.WriteString(generated)
	fmt.Fprintf(&t, "// Package %s is the synthetic service %s, made from config.json.\n%s", m.Config.Package(),
		m.Config.Name, m.dependencies())
	fmt.Fprintf(&t, "package %s\n\n", m.Config.Package())
	fmt.Fprintf(&t, "import (\n_ \"embed\" // for the schema\n\"net/http\"\n\n\"%s/server\"\n\"%s/store\"\n)\n\n",
		module, module)
	t.WriteString("//go:embed swagger.json\nvar schema []byte\n\n")
	t.WriteString("// Schema returns the Swagger document of the service.\nfunc Schema() []byte { return schema }\n\n")
	t.WriteString("// api has the resources of each class.\ntype api struct {\n")
	for _, c := range m.Classes {
		fmt.Fprintf(&t, "%s *store.Table[%sRow]\n", c.Plural(), c.Lower())
	}
	t.WriteString("}\n\n// New returns the service without resources. Its Reset deletes them all.\nfunc New() " +
		"http.Handler {\na := &api{\n")
	for _, c := range m.Classes {
		fmt.Fprintf(&t, "%s: store.NewTable[%sRow](),\n", c.Plural(), c.Lower())
	}
	t.WriteString("}\n")
	if len(m.Config.Edges) > 0 {
		t.WriteString("a.relate()\n")
	}
	t.WriteString("s := server.New(a.clear)\n")
	for _, c := range m.Classes {
		fmt.Fprintf(&t, "a.route%s(s)\n", c.Name)
	}
	t.WriteString("return s\n}\n\n")
	t.WriteString(m.relate())
	t.WriteString("// clear deletes all resources.\nfunc (a *api) clear() {\n")
	for _, c := range m.Classes {
		fmt.Fprintf(&t, "a.%s.Clear()\n", c.Plural())
	}
	return t.String() + "}\n"
}

// dependencies describes the edges in a comment.
func (m *Model) dependencies() string {
	var t strings.Builder
	for i, e := range m.Config.Edges {
		if i == 0 {
			t.WriteString("//\n")
		}
		verb := map[Kind]string{
			Composition: "is composed of", Existence: "depends on the existence of",
			Property: "depends on the existence and the value of",
		}[e.Kind]
		fmt.Fprintf(&t, "//   - %s %s %s\n", m.Classes[e.From].Name, verb, m.Classes[e.To].Name)
	}
	return t.String()
}

// relate is the function that tells the store who refers to whom.
func (m *Model) relate() string {
	if len(m.Config.Edges) == 0 {
		return ""
	}
	rule := "store.Restrict"
	if m.Config.OnDelete == Cascade {
		rule = "store.Cascade"
	}
	var t strings.Builder
	t.WriteString("// relate says what rows point to.\nfunc (a *api) relate() {\n")
	for _, c := range m.Classes {
		for _, o := range c.Owned {
			t.WriteString(relation("Own", c, o, rule))
		}
		for _, r := range c.Refs {
			t.WriteString(relation("Refer", c, r, rule))
		}
	}
	return t.String() + "}\n\n"
}

func relation(verb string, from, to *Class, rule string) string {
	return fmt.Sprintf("store.%s(a.%s, a.%s, %s, func(r %sRow) int32 { return r.%sID })\n",
		verb, from.Plural(), to.Plural(), rule, from.Lower(), to.Lower())
}

// valuesFile is the source of the median and the average, or "" where no
// property has them. Whether a side of the median's condition can be had
// depends on how many values the properties are of.
func (m *Model) valuesFile() (source string, functions []function) {
	var counts []int
	for _, c := range m.Classes {
		if c.Medians() {
			own := 1
			if len(c.Owned) > 1 {
				own = len(c.Owned)
			}
			counts = append(counts, own, len(c.Checked))
		}
	}
	if len(counts) == 0 {
		return "", nil
	}
	isEven := func(n int) bool { return n%2 == 0 }
	isOdd := func(n int) bool { return n%2 == 1 }
	var infeasible []mark
	if !slices.ContainsFunc(counts, isOdd) {
		infeasible = append(infeasible,
			mark{oddCount, true, "all properties of this service are of an even number of values"})
	}
	if !slices.ContainsFunc(counts, isEven) {
		infeasible = append(infeasible,
			mark{oddCount, false, "all properties of this service are of an odd number of values"})
	}
	b := newBlock("")
	b.checks = []check{{unlisted, infeasible}}
	source = generated + "package " + m.Config.Package() + "\n" + valuesText
	return source, []function{{name: "median", blocks: []*block{b}}}
}

const (
	oddCount   = "len(sorted)%2 == 1"
	valuesText = `
import "slices"

// median returns the value in the middle, of an even number of values the mean
// of the two there.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	middle := len(sorted) / 2
	if ` + oddCount + ` {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

// average returns the mean.
func average(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
`
)
