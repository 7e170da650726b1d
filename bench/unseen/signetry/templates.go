package signetry

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"
)

// Template has clauses from which envelopes begin.
type Template struct {
	org     string
	Key     string   `json:"template_key"`
	Title   string   `json:"title"`
	Clauses []string `json:"clauses"`
}

// findTemplate returns a template of the organisation, nil if there is none.
func (a *app) findTemplate(org, key string) *Template {
	for _, t := range a.templates {
		if t.org == org && t.Key == key {
			return t
		}
	}
	return nil
}

func (a *app) listTemplates(c echo.Context) error {
	out := []*Template{}
	for _, t := range a.templates {
		if t.org == caller(c).org {
			out = append(out, t)
		}
	}
	return c.JSON(http.StatusOK, echo.Map{"templates": out})
}

func (a *app) createTemplate(c echo.Context) error {
	var in struct {
		Key     *string  `json:"template_key"`
		Title   *string  `json:"title"`
		Clauses []string `json:"clauses"`
	}
	if err := readBody(c, &in); err != nil {
		return err
	}
	if in.Key == nil || !keyForm.MatchString(*in.Key) {
		return invalid("template_key", "want 2 to 40 small letters, digits and hyphens")
	}
	if err := needText("title", in.Title, 1, 80); err != nil {
		return err
	}
	if err := clauseTexts(in.Clauses, 1); err != nil {
		return err
	}
	org := caller(c).org
	if a.findTemplate(org, *in.Key) != nil {
		return conflict("template_exists", "there is a template with this key")
	}
	t := &Template{org, *in.Key, *in.Title, in.Clauses}
	a.templates = append(a.templates, t)
	return c.JSON(http.StatusCreated, t)
}

// template returns the template of the path.
func (a *app) template(c echo.Context) (*Template, error) {
	t := a.findTemplate(caller(c).org, c.Param("template_key"))
	if t == nil {
		return nil, notFound("template")
	}
	return t, nil
}

func (a *app) getTemplate(c echo.Context) error {
	t, err := a.template(c)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, t)
}

func (a *app) deleteTemplate(c echo.Context) error {
	t, err := a.template(c)
	if err != nil {
		return err
	}
	a.templates = slices.DeleteFunc(a.templates, func(x *Template) bool { return x == t })
	return c.NoContent(http.StatusNoContent)
}

// putClause replaces the text of one clause.
func (a *app) putClause(c echo.Context) error {
	t, err := a.template(c)
	if err != nil {
		return err
	}
	n := pathInt(c, "clause_no")
	if n < 1 || n > len(t.Clauses) {
		return notFound("clause")
	}
	var in struct {
		Text *string `json:"text"`
	}
	if err := readBody(c, &in); err != nil {
		return err
	}
	if err := needText("text", in.Text, 1, 500); err != nil {
		return err
	}
	t.Clauses[n-1] = *in.Text
	return c.JSON(http.StatusOK, t)
}
