package racetime

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gin-gonic/gin"
	"github.com/gin-gonic/gin/binding"
	"github.com/go-playground/validator/v10"
)

// whole is an integer, which may be written as 1.0.
type whole int

func (w *whole) UnmarshalJSON(text []byte) error {
	f, err := strconv.ParseFloat(string(text), 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1e12 {
		return errors.New("wants an integer")
	}
	*w = whole(f)
	return nil
}

// nullable is a text that a request can leave out, set, or set to null.
type nullable struct {
	sent bool
	text *string
}

func (n *nullable) UnmarshalJSON(text []byte) error {
	n.sent, n.text = true, nil
	return json.Unmarshal(text, &n.text)
}

// fits reports whether the text, if there is one, has a length in characters.
func (n nullable) fits(least, most int) bool {
	if n.text == nil {
		return true
	}
	length := utf8.RuneCountInString(*n.text)
	return length >= least && length <= most
}

// bind reads a JSON object with the fields of names and checks it, or refuses. A name that ends in "?" can be null.
func bind(c *gin.Context, into any, names ...string) bool {
	text, err := c.GetRawData()
	var fields map[string]json.RawMessage
	if err != nil || json.Unmarshal(text, &fields) != nil || fields == nil {
		refuse(c, 400, "BAD_JSON", "the body is no JSON object")
		return false
	}
	wrong := exactly(fields, names)
	if len(wrong) == 0 {
		for name, raw := range fields {
			one, err := json.Marshal(map[string]json.RawMessage{name: raw})
			if err != nil || json.Unmarshal(one, into) != nil {
				wrong = append(wrong, name)
			}
		}
	}
	if len(wrong) == 0 {
		var v validator.ValidationErrors
		if err := binding.Validator.ValidateStruct(into); errors.As(err, &v) {
			for _, f := range v {
				name, _, _ := strings.Cut(f.StructNamespace(), ".")
				if field, ok := reflect.TypeOf(into).Elem().FieldByName(name); ok {
					name = field.Tag.Get("json")
				}
				wrong = append(wrong, name)
			}
		}
	}
	if len(wrong) > 0 {
		slices.Sort(wrong)
		invalid(c, wrong...)
		return false
	}
	return true
}

func invalid(c *gin.Context, fields ...string) {
	refuse(c, 422, "INVALID", "not valid: "+strings.Join(fields, ", "), fields...)
}

// exactly names the fields that are not among the names, or null without being allowed to.
func exactly(fields map[string]json.RawMessage, names []string) []string {
	wrong := []string{}
	for name, raw := range fields {
		null := bytes.Equal(raw, []byte("null"))
		if !slices.Contains(names, name+"?") && (null || !slices.Contains(names, name)) {
			wrong = append(wrong, name)
		}
	}
	return wrong
}

// Contact is somebody to call if something happens.
type Contact struct {
	Name  string `json:"name" binding:"required,max=60"`
	Phone string `json:"phone" binding:"required"`
}

var phoneForm = regexp.MustCompile(`^\+[0-9]{6,15}$`)

func (x *Contact) UnmarshalJSON(text []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return err
	}
	if wrong := exactly(fields, []string{"name", "phone"}); len(wrong) > 0 {
		return fmt.Errorf("wrong: %v", wrong)
	}
	type plain Contact
	if err := json.Unmarshal(text, (*plain)(x)); err != nil {
		return err
	}
	if !phoneForm.MatchString(x.Phone) {
		return errors.New("wants a phone number")
	}
	return nil
}

// day reads a date from 2020 to 2099.
func day(text string) (time.Time, bool) {
	t, err := time.Parse(time.DateOnly, text)
	return t, err == nil && t.Year() >= 2020 && t.Year() <= 2099
}

func isDay(text string) bool { _, ok := day(text); return ok }

// window reads offset and limit of a list, or refuses.
func window(c *gin.Context) (offset, limit int, ok bool) {
	offset, err := strconv.Atoi(c.DefaultQuery("offset", "0"))
	if err != nil || offset < 0 || offset > 1000000 {
		invalid(c, "offset")
		return 0, 0, false
	}
	limit, err = strconv.Atoi(c.DefaultQuery("limit", "25"))
	if err != nil || limit < 1 || limit > 100 {
		invalid(c, "limit")
		return 0, 0, false
	}
	return offset, limit, true
}

// cut is the part of a list from offset on.
func cut[T any](list []T, offset, limit int) []T {
	from := min(offset, len(list))
	return list[from:min(from+limit, len(list))]
}

// oneOf reads a query parameter that is one of a few, or refuses. It is "" without the parameter.
func oneOf(c *gin.Context, name string, values []string) (string, bool) {
	v, given := c.GetQuery(name)
	if given && !slices.Contains(values, v) {
		invalid(c, name)
		return "", false
	}
	return v, true
}
