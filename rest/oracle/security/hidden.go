package security

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/payload"
	"github.com/evoke-go/evoke/rest/oracle"
)

// heard are refusals of a call that somebody looked at. It is read-only.
var heard = []int{http.StatusBadRequest, http.StatusConflict, http.StatusUnsupportedMediaType,
	http.StatusUnprocessableEntity}

// hidden looks for calls that no operation of the schema has and that are answered: on a path of the schema by another
// method, or beside them. A service that answers anything there, a method or a path that nobody has, says nothing.
func hidden(x *oracle.Exchange) []oracle.Finding {
	m := x.Request.Method
	if !x.Stray() || m == http.MethodHead || m == http.MethodOptions || m == http.MethodTrace || m == payload.NoMethod {
		return nil
	}
	if slices.Contains(payload.Beside, x.Path()) || slices.Contains(payload.Beside, x.Path()+"/") {
		if nobody := last(x, func(b *oracle.Exchange) bool { return b.Path() == payload.NoPath }); x.Succeeded() &&
			turnedDown(nobody) {
			return said("GET %s is answered with %d, and the schema does not have it", x.Path(), x.Status())
		}
		return nil
	}
	nobody := last(x, func(b *oracle.Exchange) bool {
		return b.Request.Method == payload.NoMethod && b.Operation.Path == x.Operation.Path
	})
	if !turnedDown(nobody) || nobody.Status() == x.Status() ||
		!x.Succeeded() && (m == http.MethodGet || !slices.Contains(heard, x.Status())) {
		return nil
	}
	return said("%s is answered with %d, and the schema does not have it%s", x.Operation.Name(), x.Status(), allowed(x))
}

// turnedDown reports whether an answer, nil for none, says that there is nothing.
func turnedDown(x *oracle.Exchange) bool {
	return x != nil && (x.Refused() || x.Status() == http.StatusNotImplemented)
}

// last returns the last earlier call by the same user that fits, nil for none.
func last(x *oracle.Exchange, fits func(*oracle.Exchange) bool) *oracle.Exchange {
	for _, b := range slices.Backward(x.Before) {
		if b.User == x.User && fits(b) {
			return b
		}
	}
	return nil
}

// lists reports whether Allow has a method.
func lists(allow, method string) bool {
	return slices.ContainsFunc(strings.Split(allow, ","), func(m string) bool { return strings.TrimSpace(m) == method })
}

// allowed says that the service itself tells of the method.
func allowed(x *oracle.Exchange) string {
	for _, b := range x.Before {
		if allow := b.Response.Header.Get("Allow"); b.Path() == x.Path() && lists(allow, x.Request.Method) {
			return fmt.Sprintf("; Allow of %s lists it", b.Request.Method)
		}
	}
	return ""
}
