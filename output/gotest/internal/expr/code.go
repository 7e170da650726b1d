package expr

import "strings"

// Code is a Go expression: one text, or a composite literal.
type Code struct {
	key       string // of an element in a map or struct, else ""
	text      string // the expression, or the type of a composite literal
	composite bool
	elems     []*Code
}

// within removes the type of a composite literal that is an element of another one, if the outer literal implies it.
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

// Fit returns the expression in one line if that fits beside so many columns of other code, else with a line for each
// element. gofmt indents the lines.
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
