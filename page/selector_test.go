package page

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/page/internal/visitor"
)

// TestShortest: a selector is short, and fits no other element.
func TestShortest(t *testing.T) {
	among := map[string]visitor.Sight{"": {}}
	for _, path := range []string{
		"body > main:nth-of-type(1)", "body > main:nth-of-type(1) > ul:nth-of-type(1)",
		"body > main:nth-of-type(1) > ul:nth-of-type(1) > li:nth-of-type(1)",
		"body > main:nth-of-type(1) > ul:nth-of-type(1) > li:nth-of-type(1) > label:nth-of-type(1)",
		"body > main:nth-of-type(1) > ul:nth-of-type(1) > li:nth-of-type(2)",
		"body > main:nth-of-type(1) > ul:nth-of-type(1) > li:nth-of-type(2) > label:nth-of-type(1)",
		"body > footer:nth-of-type(1) > span:nth-of-type(1)",
		"body > footer:nth-of-type(1) > span:nth-of-type(1) > b:nth-of-type(1)",
		"#box", "#box > b:nth-of-type(1)", "#box > p:nth-of-type(1) > i:nth-of-type(1)",
	} {
		among[path] = visitor.Sight{}
	}
	among["#box"] = visitor.Sight{Tag: "div"}
	list, foot := "body > main:nth-of-type(1) > ul:nth-of-type(1)", "body > footer:nth-of-type(1)"
	for path, want := range map[string]string{
		"#box":                        "",
		list:                          "main > ul",
		list + " > li:nth-of-type(2)": "ul > li:nth-of-type(2)",
		list + " > li:nth-of-type(3)": "ul > li:nth-of-type(3)",
		list + " > li:nth-of-type(2) > label:nth-of-type(1)": "li:nth-of-type(2) > label:nth-of-type(1)",
		foot + " > span:nth-of-type(1) > b:nth-of-type(1)":   "span > b",
		foot + " > div:nth-of-type(1) > b:nth-of-type(1)":    "", // it may be the path of #box
		"#box > b:nth-of-type(1)":                            "#box > b",
		"#box > p:nth-of-type(1) > i:nth-of-type(1)":         "p > i",
		"#host  > p:nth-of-type(1) > i:nth-of-type(1)":       "",
		"body > main:nth-of-type(1) > p:nth-of-type(1)":      "main > p",
	} {
		assert.Equal(t, want, shortest(path, among), path)
	}
}
