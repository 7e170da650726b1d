package expr

import "strings"

// Code is an expression: one text, or a composite literal.
type Code struct {
	key       string // "" outside of maps and structs
	text      string // of a composite literal the type
	composite bool
	elems     []*Code
}

// within leaves out the type of an element of a composite literal, where the
// literal around it says it.
func (c *Code) within(elem string) *Code {
	if c.composite && strings.TrimPrefix(c.text, "&") == strings.TrimPrefix(elem, "*") {
		c.text = ""
	}
	return c
}

func (c *Code) keyed(text string) string {
	if c.key == "" {
		return text
	}
	return c.key + ": " + text
}

// OneLine returns the expression in one line.
func (c *Code) OneLine() string {
	if !c.composite {
		return c.keyed(c.text)
	}
	parts := make([]string, len(c.elems))
	for i, e := range c.elems {
		parts[i] = e.OneLine()
	}
	return c.keyed(c.text + "{" + strings.Join(parts, ", ") + "}")
}

// Fit returns the expression in one line if that leaves room for so many
// columns, else with a line for each element. gofmt indents them.
func (c *Code) Fit(others int) string {
	line := c.OneLine()
	if len(c.elems) == 0 || others+Columns(line) <= Width {
		return line
	}
	var b strings.Builder
	b.WriteString(c.text + "{\n")
	for _, e := range c.elems {
		b.WriteString(e.Fit(others) + ",\n")
	}
	return c.keyed(b.String() + "}")
}

// Composite reports whether the expression is a composite literal.
func (c *Code) Composite() bool { return c.composite }
