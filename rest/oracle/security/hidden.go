package security

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/payload"
	"github.com/evoke-go/evoke/rest/oracle"
)

// heard are the statuses of refusals that show that the service processed the call. It is read-only.
var heard = []int{http.StatusBadRequest, http.StatusConflict, http.StatusUnsupportedMediaType,
	http.StatusUnprocessableEntity}

// hidden looks for answered calls that the schema does not declare: another method on a declared path, or a well-known
// path. They do not count if the service also answers a method or path that cannot exist.
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

// turnedDown reports whether an answer, which may be nil, says that the path or method does not exist.
func turnedDown(x *oracle.Exchange) bool {
	return x != nil && (x.Refused() || x.Status() == http.StatusNotImplemented)
}

// last returns the last earlier call of the same user that fits, or nil if there is none.
func last(x *oracle.Exchange, fits func(*oracle.Exchange) bool) *oracle.Exchange {
	for _, b := range slices.Backward(x.Before) {
		if b.User == x.User && fits(b) {
			return b
		}
	}
	return nil
}

// lists reports whether the header Allow lists a method.
func lists(allow, method string) bool {
	return slices.ContainsFunc(strings.Split(allow, ","), func(m string) bool { return strings.TrimSpace(m) == method })
}

// allowed returns the addition to a reason that the service itself lists the method in Allow.
func allowed(x *oracle.Exchange) string {
	for _, b := range x.Before {
		if allow := b.Response.Header.Get("Allow"); b.Path() == x.Path() && lists(allow, x.Request.Method) {
			return fmt.Sprintf("; Allow of %s lists it", b.Request.Method)
		}
	}
	return ""
}
