package duebook

import (
	"context"
	"net/http"
	"strings"
)

// known wants a token.
func (b *book) known(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		u, found := b.tokens[token]
		if !found {
			refuse(w, &problem{401, "unauthorized", "log in first", ""})
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), userKey{}, u)))
	})
}

// leads lets only leads in.
func leads(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if u, _ := r.Context().Value(userKey{}).(user); u.Role != "lead" {
			refuse(w, &problem{403, "forbidden", "this is for leads", ""})
			return
		}
		next.ServeHTTP(w, r)
	})
}
