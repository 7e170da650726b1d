package mutation

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// change is a mutant of an answer.
type change struct {
	// what names the change and its place; all elements of a list count as one place. The same change of a second
	// answer to the same operation with the same status has the same name. The change of a value also names the value,
	// because a different value in the same place shows a different behaviour of the program.
	what   string
	answer Answer
}

// maxChanges bounds the mutants of an answer.
const maxChanges = 400

// changes returns the mutants of an answer, in a fixed order.
func changes(a *Answer) (all []change) {
	if a.Outcome != sut.Answered {
		return nil
	}
	other := *a
	other.Status = sibling(a.Status)
	all = append(all, change{"status", other})
	if a.ContentType != "" {
		other := *a
		other.ContentType = ""
		all = append(all, change{"content type", other})
	}
	if len(a.Body) > 0 {
		other := *a
		other.Body = nil
		all = append(all, change{"no body", other})
	} else {
		other := *a
		other.Body = []byte(`{}`)
		all = append(all, change{"a body", other})
	}
	body, err := value.ParseJSON(a.Body)
	if err != nil && len(a.Body) > 0 {
		other := *a
		other.Body = append(slices.Clone(a.Body), '2')
		all = append(all, change{"other than " + string(a.Body), other})
	}
	if err != nil {
		return all
	}
	for _, d := range changedValues(body, "") {
		if len(all) < maxChanges {
			other := *a
			other.Body = value.AppendJSON(nil, d.value)
			all = append(all, change{d.what, other})
		}
	}
	return all
}

// sibling returns another status of the same class.
func sibling(status int) int {
	if status%100 == 0 {
		return status + 1
	}
	return status/100*100 + (status%100+1)%100
}

// distorted is a value with one change.
type distorted struct {
	what  string
	value any
}

// changedValues returns all values that differ from v in a single place.
func changedValues(v any, place string) (all []distorted) {
	as := func(what string, other any) { all = append(all, distorted{what + " at " + place, other}) }
	if v != nil {
		as("null", nil)
	}
	switch v := v.(type) {
	case value.Object:
		as("another type", []any{v})
		all = append(all, distortMembers(v, place)...)
	case []any:
		as("another type", value.Object{})
		if len(v) > 0 {
			as("empty", []any{})
			as("longer than "+strconv.Itoa(len(v)), append(slices.Clone(v), v[len(v)-1]))
		} else {
			as("an element", []any{nil})
		}
		for i := range v {
			for _, d := range changedValues(v[i], place+"/*") {
				changed := slices.Clone(v)
				changed[i] = d.value
				all = append(all, distorted{d.what, changed})
			}
		}
	default:
		as("other than "+string(value.AppendJSON(nil, v)), differentValue(v))
		as("another type", otherType(v))
	}
	return all
}

func distortMembers(v value.Object, place string) (all []distorted) {
	for i, m := range v {
		below := value.Below(place, m.Name)
		all = append(all, distorted{"removed at " + below, slices.Delete(slices.Clone(v), i, i+1)})
		renamed := slices.Clone(v)
		renamed[i].Name += "2"
		all = append(all, distorted{"renamed at " + below, renamed})
		for _, d := range changedValues(m.Value, below) {
			changed := slices.Clone(v)
			changed[i].Value = d.value
			all = append(all, distorted{d.what, changed})
		}
	}
	return all
}

// differentValue returns a different value of the same type.
func differentValue(v any) any {
	switch v := v.(type) {
	case nil:
		return value.Object{}
	case bool:
		return !v
	case string:
		return v + "2"
	}
	if n, ok := value.Rat(v); ok && n.IsInt() && n.Num().IsInt64() {
		return n.Num().Int64() + 1
	}
	return int64(0)
}

func otherType(v any) any {
	if text, ok := v.(string); ok {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n
		}
		return int64(len(text))
	}
	return strings.Trim(string(value.AppendJSON(nil, v)), `"`)
}
