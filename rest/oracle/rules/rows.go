package rules

import (
	"bytes"
	"encoding/csv"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// rows returns what a list shows in whatever form: its elements, JSON in lines, or the lines of a table by the names in
// its first line. All values of a table are texts.
func rows(x *oracle.Exchange) ([]any, bool) {
	if list, ok := elements(x); ok || api.LastParam(x.Operation.Path) != "" {
		return list, ok
	}
	body, whole := x.Text()
	if !whole {
		return nil, false
	}
	switch kind := form(x); {
	case strings.Contains(kind, "ndjson"), strings.Contains(kind, "jsonl"):
		return lines(body)
	case strings.HasSuffix(kind, "/csv"), strings.HasSuffix(kind, "/tab-separated-values"):
		return table(body)
	}
	return nil, false
}

// form returns the media type of an answer in small letters.
func form(x *oracle.Exchange) string {
	kind, _, _ := strings.Cut(x.Response.Header.Get("Content-Type"), ";")
	return strings.ToLower(strings.TrimSpace(kind))
}

// lines returns the values of JSON in lines.
func lines(body []byte) (out []any, ok bool) {
	for line := range bytes.Lines(body) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		v, err := value.ParseJSON(line)
		if err != nil {
			return nil, false
		}
		out = append(out, v)
	}
	return out, true
}

// table returns the lines of a table behind the first. What separates its columns is what the first line has most of.
func table(body []byte) (out []any, ok bool) {
	body = bytes.TrimPrefix(body, []byte("\ufeff"))
	first, _, _ := bytes.Cut(body, []byte("\n"))
	r := csv.NewReader(bytes.NewReader(body))
	for _, separator := range ";\t|" {
		if bytes.Count(first, []byte(string(separator))) > bytes.Count(first, []byte(string(r.Comma))) {
			r.Comma = separator
		}
	}
	all, err := r.ReadAll()
	if err != nil || len(all) == 0 {
		return nil, false
	}
	for _, line := range all[1:] {
		var o value.Object
		for i, cell := range line {
			o = append(o, value.Member{Name: all[0][i], Value: cell})
		}
		out = append(out, o)
	}
	return out, true
}

// tells reports whether an answer shows something: JSON that is not empty, the lines of a table, or any other text.
func tells(x *oracle.Exchange) bool {
	if v, ok := x.Got(); ok {
		return !nothing(v)
	}
	if list, ok := rows(x); ok {
		return len(list) > 0
	}
	body, whole := x.Text()
	return whole && len(bytes.TrimSpace(body)) > 0 && !strings.Contains(form(x), "json")
}
