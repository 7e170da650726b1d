package flagmast

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/go-playground/validator/v10"
)

var (
	slug     = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	validate = newValidator()
)

// newValidator reads the tags that gin has, and knows slugs.
func newValidator() *validator.Validate {
	v := validator.New(validator.WithRequiredStructEnabled())
	v.SetTagName("binding")
	v.RegisterTagNameFunc(func(f reflect.StructField) string { return f.Tag.Get("json") })
	if err := v.RegisterValidation("slug", func(f validator.FieldLevel) bool {
		return slug.MatchString(f.Field().String())
	}); err != nil {
		panic(err)
	}
	return v
}

// refuse answers with an error and ends the request.
func refuse(c *gin.Context, status int, kind, message string) {
	c.AbortWithStatusJSON(status, gin.H{"type": kind, "message": message})
}

// invalid answers that a field breaks a rule.
func invalid(c *gin.Context, field, message string) {
	c.AbortWithStatusJSON(http.StatusUnprocessableEntity, gin.H{
		"type": "validation", "message": "the request is not valid",
		"errors": []gin.H{{"field": field, "message": message}},
	})
}

// bind reads the body, and says whether it could.
func bind(c *gin.Context, into any) bool {
	data, err := io.ReadAll(c.Request.Body)
	if err != nil || !json.Valid(data) || !bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("{")) {
		refuse(c, http.StatusBadRequest, "malformed", "the body is no JSON object")
		return false
	}
	if field, message := unknown(data, reflect.TypeOf(into).Elem(), ""); message != "" {
		invalid(c, field, message)
		return false
	}
	if err := json.Unmarshal(data, into); err != nil {
		var typed *json.UnmarshalTypeError
		errors.As(err, &typed)
		field := ""
		if typed != nil {
			field = typed.Field
		}
		invalid(c, field, "has the wrong type")
		return false
	}
	var wrong validator.ValidationErrors
	if errors.As(validate.Struct(into), &wrong) {
		list := []gin.H{}
		for _, w := range wrong {
			list = append(list, gin.H{"field": w.Namespace(),
				"message": strings.TrimSpace("breaks the rule " + w.Tag() + " " + w.Param())})
		}
		c.AbortWithStatusJSON(http.StatusUnprocessableEntity, gin.H{
			"type": "validation", "message": "the request is not valid", "errors": list,
		})
		return false
	}
	return true
}

// unknown finds a field that a type does not have, or a null.
func unknown(data json.RawMessage, t reflect.Type, at string) (field, message string) {
	if bytes.Equal(bytes.TrimSpace(data), []byte("null")) {
		return at, "is null"
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Slice:
		var list []json.RawMessage
		if json.Unmarshal(data, &list) != nil {
			return at, "has the wrong type"
		}
		for i, x := range list {
			if field, message = unknown(x, t.Elem(), fmt.Sprintf("%s[%d]", at, i)); message != "" {
				return field, message
			}
		}
	case reflect.Struct:
		var object map[string]json.RawMessage
		if json.Unmarshal(data, &object) != nil {
			return at, "has the wrong type"
		}
		for name, x := range object {
			path := strings.TrimPrefix(at+"."+name, ".")
			i := slices.IndexFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool {
				return f.Tag.Get("json") == name
			})
			if i < 0 {
				return path, "is not known"
			}
			if field, message = unknown(x, reflect.VisibleFields(t)[i].Type, path); message != "" {
				return field, message
			}
		}
	}
	return "", ""
}

// queryInt reads a number of the query, and says whether it could.
func queryInt(c *gin.Context, name string, standard, least, most int) (int, bool) {
	text, there := c.GetQuery(name)
	if !there {
		return standard, true
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		invalid(c, name, fmt.Sprintf("want %d to %d", least, most))
		return 0, false
	}
	return n, true
}
