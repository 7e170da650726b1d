package gotest

import "strings"

// code is an expression: one text, or a composite literal.
type code struct {
	key       string // "" outside of maps and structs
	text      string // of a composite literal the type
	composite bool
	elems     []*code
}

// within leaves out the type of an element of a composite literal, where the
// literal around it says it.
func (c *code) within(elem string) *code {
	if c.composite && strings.TrimPrefix(c.text, "&") == strings.TrimPrefix(elem, "*") {
		c.text = ""
	}
	return c
}

func (c *code) keyed(text string) string {
	if c.key == "" {
		return text
	}
	return c.key + ": " + text
}

// oneLine returns the expression in one line.
func (c *code) oneLine() string {
	if !c.composite {
		return c.keyed(c.text)
	}
	parts := make([]string, len(c.elems))
	for i, e := range c.elems {
		parts[i] = e.oneLine()
	}
	return c.keyed(c.text + "{" + strings.Join(parts, ", ") + "}")
}

// fit returns the expression in one line if that leaves room for so many
// columns, else with a line for each element. gofmt indents them.
func (c *code) fit(others int) string {
	line := c.oneLine()
	if len(c.elems) == 0 || others+columns(line) <= lineWidth {
		return line
	}
	var b strings.Builder
	b.WriteString(c.text + "{\n")
	for _, e := range c.elems {
		b.WriteString(e.fit(others) + ",\n")
	}
	return c.keyed(b.String() + "}")
}
