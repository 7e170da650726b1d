// Package apperr has the errors which the service layer gives to the web layer.
package apperr

import "fmt"

type FieldError struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// Problem follows RFC 9457.
type Problem struct {
	Type   string       `json:"type"`
	Title  string       `json:"title"`
	Status int          `json:"status"`
	Detail string       `json:"detail,omitempty"`
	Errors []FieldError `json:"errors,omitempty"`
}

func (p *Problem) Error() string { return p.Type + ": " + p.Detail }

func newf(status int, typ, title, format string, args ...any) *Problem {
	return &Problem{Type: "/problems/" + typ, Title: title, Status: status, Detail: fmt.Sprintf(format, args...)}
}

func BadRequest(detail string) error { return newf(400, "bad-request", "Bad request", "%s", detail) }
func Unauthorized(detail string) error {
	return newf(401, "unauthorized", "Unauthorized", "%s", detail)
}
func Forbidden(detail string) error { return newf(403, "forbidden", "Forbidden", "%s", detail) }
func NotFound(what string) error    { return newf(404, "not-found", "Not found", "no such %s", what) }
func Internal() error               { return newf(500, "internal", "Internal error", "") }

func Conflict(typ, format string, args ...any) error {
	return newf(409, typ, "Conflict", format, args...)
}

// Fields collects what is wrong with the fields of a request.
type Fields []FieldError

func (f *Fields) Check(ok bool, field, message string) {
	if !ok {
		*f = append(*f, FieldError{field, message})
	}
}

func (f Fields) Err() error {
	if len(f) == 0 {
		return nil
	}
	p := newf(422, "validation", "Validation failed", "%d field(s) are not valid", len(f))
	p.Errors = f
	return p
}
