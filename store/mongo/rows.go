package mongo

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/evoke-go/evoke/probe/tables/where"
	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/value"
)

// table is the name of the table of a translated filter.
const table = "t"

// judge judges a filter over documents.
func (t *translation) judge(f filter, documents []bson.D) store.Query {
	q := store.Query{Text: f.verb + " " + f.collection + " " + t.text, Tables: []string{f.collection}}
	q.Any, q.None = 0.5, 0.5
	var rows []where.Row
	for _, d := range documents {
		if rows = append(rows, t.rows(d, map[string]int{})...); len(rows) >= mostRead {
			break
		}
	}
	parsed := where.ParseIn(where.Postgres, "SELECT * FROM "+table+" WHERE "+t.sql)
	if parsed == nil { // no condition that is understood
		q.Wanted = wantedOf(f.collection, nil)
		return q
	}
	q.Result = parsed.With(map[string][]where.Column{table: t.types(rows)}).Evaluate(t.args, where.Rows{table: rows})
	for _, c := range parsed.Conditions() {
		q.Conditions = append(q.Conditions, t.told(c))
	}
	if len(q.Wanted) > 0 {
		q.Wanted = wantedOf(f.collection, t.document(q.Wanted[0].Values))
	}
	return q
}

// types returns the columns with the types of their operands, or of values that are there.
func (t *translation) types(rows []where.Row) (out []where.Column) {
	for i, c := range t.columns {
		k := c.kind
		switch {
		case c.has != nil:
			k = integer
		case k == id:
			k = words
		case k == "":
			k = words
			for _, row := range rows {
				if v := row["c"+strconv.Itoa(i)]; v != nil {
					_, k = cell(v)
					break
				}
			}
		}
		out = append(out, where.Column{Name: "c" + strconv.Itoa(i), Type: string(k)})
	}
	return out
}

// rows returns the rows of a document: one for each choice of elements of the lists that the paths lead into. chosen
// has the elements that are chosen already.
func (t *translation) rows(document bson.D, chosen map[string]int) []where.Row {
	row := where.Row{}
	for i := range t.columns {
		c := &t.columns[i]
		v, at, n := reach(document, c.path, c.has != nil, chosen)
		if n > 0 {
			var out []where.Row
			for i := 0; i < n && len(out) < mostRead; i++ {
				chosen[at] = i
				out = append(out, t.rows(document, chosen)...)
			}
			delete(chosen, at)
			return out
		}
		name := "c" + strconv.Itoa(i)
		switch {
		case c.has == nil:
			row[name] = known(v)
		case c.has(v):
			row[name] = int64(1)
		default:
			row[name] = int64(0)
		}
	}
	return []where.Row{row}
}

// known returns a value of a document for a row. A value that cannot be compared is there all the same.
func known(v any) any {
	if v == nil {
		return nil
	}
	if c, k := cell(v); k != "" {
		return c
	}
	return text(v)
}

// reach returns the value at a path of a document. If the way there leads through a list of which no element is chosen,
// it returns the path of the list and the number of its elements. whole says that the value itself may be a list.
func reach(document bson.D, path string, whole bool, chosen map[string]int) (v any, at string, n int) {
	v = document
	steps := strings.Split(path, ".")
	for i := 0; ; i++ {
		here := strings.Join(steps[:i], ".")
		if of, is := v.(bson.A); is && (i < len(steps) || !whole) {
			choice, is := chosen[here]
			switch {
			case len(of) == 0:
				return nil, "", 0
			case !is:
				return nil, here, len(of)
			}
			v = of[min(choice, len(of)-1)]
		}
		if i == len(steps) {
			return v, "", 0
		}
		v = get(v, steps[i])
	}
}

var (
	columnName = regexp.MustCompile(`\bc(\d+)\b( = 1| <> 1)?`)
	argument   = regexp.MustCompile(`\$\d+`)
	arguments  = regexp.MustCompile(`\(\?(, \?)*\)`)
)

// told returns a condition of SQL with the paths of the filter and without values.
func (t *translation) told(condition string) string {
	out := columnName.ReplaceAllStringFunc(condition, func(of string) string {
		m := columnName.FindStringSubmatch(of)
		n, _ := strconv.Atoi(m[1])
		if n >= len(t.columns) {
			return of
		}
		c := &t.columns[n]
		switch {
		case c.has == nil:
			return c.path + m[2]
		case m[2] == " <> 1":
			return "not " + c.shows
		case m[2] == " = 1":
			return c.shows
		}
		return c.path
	})
	out = arguments.ReplaceAllString(argument.ReplaceAllString(out, "?"), "(?)")
	return strings.NewReplacer(" ILIKE ", " matches ", " LIKE ", " matches ", " IS NULL", " is missing",
		" IS NOT NULL", " is there").Replace(out)
}

// document returns the document of a wanted row. A field that has to be missing is null.
func (t *translation) document(values []where.Assigned) (out value.Object) {
	for _, last := range []bool{false, true} {
		for _, a := range values {
			n, err := strconv.Atoi(strings.TrimPrefix(a.Column, "c"))
			if err != nil || n >= len(t.columns) || t.columns[n].last != last {
				continue
			}
			c, steps := &t.columns[n], strings.Split(t.columns[n].path, ".")
			switch {
			case c.has == nil:
				out = t.put(out, "", steps, func(any) any { return plainOf(a.Value, c.kind) }, false)
			case a.Value == int64(1):
				out = t.put(out, "", steps, c.give, true)
			}
		}
	}
	return out
}

// put returns a document with another value at the path of steps below at. whole says that the value may be a list.
func (t *translation) put(o value.Object, at string, steps []string, give func(any) any, whole bool) value.Object {
	out := slices.Clone(o)
	i := slices.IndexFunc(out, func(m value.Member) bool { return m.Name == steps[0] })
	if i < 0 {
		i = len(out)
		out = append(out, value.Member{Name: steps[0]})
	}
	here := below(at, steps[0])
	own := out[i].Value
	elements, _ := own.([]any)
	isList := t.lists[here] && (!whole || len(steps) > 1)
	if isList {
		own = nil
		if len(elements) > 0 {
			own = elements[0]
		}
	}
	if len(steps) == 1 {
		own = give(own)
	} else {
		inner, _ := own.(value.Object)
		own = t.put(inner, here, steps[1:], give, whole)
	}
	if isList {
		own = append([]any{own}, elements[min(1, len(elements)):]...)
	}
	out[i].Value = own
	return out
}
