package synthetic

import (
	"fmt"
	"strings"
)

// operations are the functions of a class that have its logic.
func (m *Model) operations(c *Class) []function {
	var all []function
	row := c.Lower() + "Row"
	if m.creates(c) {
		all = append(all, createFunction(c).split(row, "body")...)
	}
	if m.Has(Put) {
		all = append(all, putFunction(c).split(row, "body")...)
	}
	if m.Has(Get) {
		all = append(all, getFunction(c))
	}
	if m.Has(List) {
		all = append(all, listFunction(c))
	}
	if m.Has(Patch) {
		all = append(all, patchFunction(c).split(row, "p")...)
	}
	if m.Has(Delete) {
		all = append(all, m.deleteFunction(c))
	}
	return all
}

// creates says whether a class has the function that POST calls. What others
// are composed of is made by it even where the class has no POST.
func (m *Model) creates(c *Class) bool {
	return m.Has(Post) || len(c.Users) > len(c.referrers())
}

// referrers are the classes that refer to this one.
func (c *Class) referrers() []*Class {
	var all []*Class
	for _, u := range c.Users {
		for _, r := range u.Refs {
			if r == c {
				all = append(all, u)
			}
		}
	}
	return all
}

// withOwned goes on with a text about a resource where it is composed of others.
func (c *Class) withOwned() string {
	if len(c.Owned) == 0 {
		return ""
	}
	return " and what it is composed of"
}

func createFunction(c *Class) function {
	start := newBlock("").
		when(SelfExistence, fmt.Sprintf("_, exists := a.%s.Rows[*body.ID]; exists", c.Plural()),
			"return http.StatusBadRequest").
		add("row := %sRow{id: *body.ID}", c.Lower())
	return function{
		name: "create" + c.Name, params: "body " + c.Name, result: "int", method: Post,
		doc:    "makes a resource" + c.withOwned() + ".",
		blocks: append([]*block{start}, storeBlocks(c)...),
	}
}

func putFunction(c *Class) function {
	start := newBlock("").
		add("row, found := a.%s.Rows[id]", c.Plural()).
		when(unlisted, "!found", fmt.Sprintf("row = %sRow{id: id}", c.Lower()))
	return function{
		name: "put" + c.Name, params: "id int32, body " + c.Name, result: "int", method: Put,
		doc:    "replaces a resource or makes it. Its id is the path's, not the body's.",
		blocks: append([]*block{start}, storeBlocks(c)...),
	}
}

// storeBlocks are what POST and PUT have in common: all but their first check.
func storeBlocks(c *Class) []*block {
	var blocks []*block
	for _, o := range c.Owned {
		status := o.Lower() + "Status"
		blocks = append(blocks, newBlock(o.Name).
			add("%s := a.create%s(%s{ID: body.%sID, Name: body.%sName, Value: body.%sValue})", status, o.Name,
				o.Name, o.Name, o.Name, o.Name).
			when(OwnExistence, fmt.Sprintf("_, found := a.%s.Rows[*body.%sID]; !found", o.Plural(), o.Name),
				"return "+status,
				mark{"found", false, "the resource was there or has just been made; where it could not be made " +
					"the call has ended with 500"}).
			add("row.%sID = *body.%sID", o.Lower(), o.Name))
	}
	for _, r := range c.Refs {
		blocks = append(blocks, newBlock(r.Name).
			when(ReferExistence, fmt.Sprintf("_, found := a.%s.Rows[*body.%sID]; !found", r.Plural(), r.Name),
				"return http.StatusNotFound").
			add("row.%sID = *body.%sID", r.Lower(), r.Name))
	}
	last := newBlock("Values")
	property(last, c, "*body.Value", func(o *Class) string { return fmt.Sprintf("*body.%sValue", o.Name) })
	last.add("row.name, row.value = *body.Name, *body.Value").
		add("a.%s.Save(row.id, row)", c.Plural()).
		add("return http.StatusCreated")
	return append(blocks, last)
}

// property appends the check of the values, if the class has one. own is the
// value of the resource, owned that of one that it is composed of.
func property(b *block, c *Class, own string, owned func(*Class) string) {
	switch {
	case len(c.Checked) == 0:
	case c.Medians():
		medians(b, c, own, owned)
	default:
		equality(b, c, own)
	}
}

// medians is the paper's property for several resources. The values owned are
// those of the body, even where the resources had been there before.
func medians(b *block, c *Class, own string, owned func(*Class) string) {
	values := []string{own}
	if len(c.Owned) > 1 {
		values = nil
		for _, o := range c.Owned {
			values = append(values, owned(o))
		}
	}
	var refs []string
	for _, r := range c.Checked {
		refs = append(refs, fmt.Sprintf("a.%s.Row(row.%sID).value", r.Plural(), r.Lower()))
	}
	var infeasible []mark
	if len(values) <= 2 && len(refs) <= 2 {
		infeasible = append(infeasible, mark{"average(owned) < average(refs)", false,
			"of up to two values the average is the median, and the medians have just been compared"})
	}
	b.add("owned := []float64{%s}", floats(values)).
		add("refs := []float64{%s}", floats(refs)).
		when(ReferProperty, "!(median(owned) < median(refs) && average(owned) < average(refs))",
			"return http.StatusBadRequest", infeasible...)
}

func floats(values []string) string {
	var all []string
	for _, v := range values {
		all = append(all, "float64("+v+")")
	}
	return strings.Join(all, ", ")
}

// equality is the paper's property for two resources.
func equality(b *block, c *Class, own string) {
	r := c.Checked[0]
	b.add("value, ref := %s, a.%s.Row(row.%sID).value", own, r.Plural(), r.Lower())
	if !c.window {
		b.when(ReferProperty, "value != ref", "return http.StatusBadRequest")
		return
	}
	var infeasible []mark
	if len(r.Checked) == 1 && !r.Medians() {
		const why = "the value referred to has been let through by the same check, so an equal one is in the window"
		infeasible = []mark{{"value >= -128", false, why}, {"value <= 127", false, why}}
	}
	b.when(ReferProperty, "!(value == ref && value >= -128 && value <= 127)",
		"return http.StatusBadRequest", infeasible...)
}

func getFunction(c *Class) function {
	b := newBlock("").
		add("row, found := a.%s.Rows[id]", c.Plural()).
		when(OwnExistence, "!found", "return http.StatusNotFound, nil").
		add("return http.StatusOK, a.bodyOf%s(row)", c.Name)
	return function{
		name: "get" + c.Name, params: "id int32", result: "(int, any)", method: Get,
		doc: "returns one resource.", blocks: []*block{b},
	}
}

func listFunction(c *Class) function {
	b := newBlock("").
		add("all := []%s{}", c.Name).
		add("for _, row := range a.%s.Sorted() {\nall = append(all, a.bodyOf%s(row))\n}", c.Plural(), c.Name).
		add("return http.StatusOK, all")
	return function{
		name: "list" + c.Name, result: "(int, any)", method: List,
		doc: "returns all resources, whatever the path refers to.", blocks: []*block{b},
	}
}

func (m *Model) deleteFunction(c *Class) function {
	b := newBlock("").
		when(SelfExistence, fmt.Sprintf("_, found := a.%s.Rows[id]; !found", c.Plural()), "return http.StatusNotFound")
	if m.Config.OnDelete == Conflict && len(c.Users)+len(c.Owned) > 0 {
		b.when(InUse, fmt.Sprintf("a.%s.InUse(id)", c.Plural()), "return http.StatusConflict")
	}
	b.add("a.%s.Delete(id)", c.Plural()).add("return http.StatusOK")
	return function{
		name: "delete" + c.Name, params: "id int32", result: "int", method: Delete,
		doc: "deletes a resource" + c.withOwned() + ".", blocks: []*block{b},
	}
}

func patchFunction(c *Class) function {
	blocks := []*block{newBlock("").
		add("row, found := a.%s.Rows[id]", c.Plural()).
		when(SelfExistence, "!found", "return http.StatusNotFound")}
	for _, o := range c.Owned {
		blocks = append(blocks, patchOwned(o))
	}
	for _, r := range c.Refs {
		blocks = append(blocks, patchRef(c, r))
	}
	last := newBlock("Values").
		when(OptionalParam, "p.name != nil", "row.name = *p.name").
		when(OptionalParam, "p.value != nil", "row.value = *p.value")
	property(last, c, "row.value", func(o *Class) string {
		return fmt.Sprintf("a.%s.Row(row.%sID).value", o.Plural(), o.Lower())
	})
	last.add("a.%s.Save(row.id, row)", c.Plural()).add("return http.StatusOK")
	return function{
		name: "patch" + c.Name, params: fmt.Sprintf("id int32, p %sPatch", c.Lower()), result: "int", method: Patch,
		doc: "changes what is given of a resource.", blocks: append(blocks, last),
	}
}

// patchOwned changes what a resource is composed of, for good: checks that
// fail later take nothing of it back.
func patchOwned(o *Class) *block {
	v, name, value := o.Lower(), "p."+o.Lower()+"Name", "p."+o.Lower()+"Value"
	return newBlock(o.Name).
		add("%s, found := a.%s.Rows[row.%sID]", v, o.Plural(), v).
		when(OwnExistence, "!found", "return http.StatusNotFound",
			mark{"found", false, "nothing deletes what a resource is composed of and leaves the resource"}).
		open(OptionalParam, name+" != nil || "+value+" != nil").
		when(OptionalParam, name+" != nil", fmt.Sprintf("%s.name = *%s", v, name)).
		when(OptionalParam, value+" != nil", fmt.Sprintf("%s.value = *%s", v, value)).
		add("a.%s.Save(%s.id, %s)\n}", o.Plural(), v, v)
}

func patchRef(c, r *Class) *block {
	id := "p." + r.Lower() + "ID"
	var infeasible []mark
	if c.paths == Shown {
		infeasible = append(infeasible, mark{id + " != nil", false, "it is in the path, so it is always given"})
	}
	return newBlock(r.Name).
		open(OptionalParam, id+" != nil", infeasible...).
		when(ReferExistence, fmt.Sprintf("_, found := a.%s.Rows[*%s]; !found", r.Plural(), id),
			"return http.StatusBadRequest").
		add("row.%sID = *%s\n}", r.Lower(), id)
}
