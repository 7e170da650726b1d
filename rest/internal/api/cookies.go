package api

import (
	"slices"

	"github.com/evoke-go/evoke/openapi"
)

// TakeCookies notes which cookies each operation takes from earlier answers: its cookie parameters, and the cookies of
// the security schemes that it asks for.
func TakeCookies(a *API, schemes []openapi.SecurityScheme) {
	for _, o := range a.Ops {
		for i := range o.Template.Params {
			if p := &o.Template.Params[i]; p.Spec.In == openapi.InCookie {
				o.Cookies = append(o.Cookies, p.Spec.Name)
				o.Following |= Bit(i)
			}
		}
		for i := range schemes {
			s := &schemes[i]
			asked := slices.ContainsFunc(o.Spec.Security, func(r openapi.Requirement) bool {
				_, ok := r[s.Name]
				return ok
			})
			if asked && s.Type == "apiKey" && s.In == openapi.InCookie && !slices.Contains(o.Cookies, s.Param) {
				o.Cookies = append(o.Cookies, s.Param)
			}
		}
		o.Chained = o.Chained || len(o.Cookies) > 0
	}
}

// SetsCookie notes that an answer of an operation set a cookie. The operations that take the cookie then need this
// operation. Only the first operation that sets a cookie counts.
func SetsCookie(a *API, from *Operation, cookie string) {
	if slices.ContainsFunc(a.Ops, func(o *Operation) bool { return slices.Contains(o.Sets, cookie) }) {
		return
	}
	takes := func(o *Operation) bool { return o != from && slices.Contains(o.Cookies, cookie) }
	if !slices.ContainsFunc(a.Ops, takes) {
		return
	}
	from.Sets = append(from.Sets, cookie)
	for _, o := range a.Ops {
		if makers := []*Operation{from}; takes(o) && !slices.ContainsFunc(o.Needs,
			func(g []*Operation) bool { return slices.Equal(g, makers) }) {
			o.Needs = append(o.Needs, makers)
		}
	}
	a.breakCircles()
}
