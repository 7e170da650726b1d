package link

import (
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// baked is a cookie that an answer set for a user.
type baked struct {
	user int
	from Origin
}

// Cookies returns the cookies that an answer sets. It leaves out cookies that the answer deletes, and values that a
// Cookie header cannot hold unescaped.
func Cookies(resp *sut.Response) (out []*http.Cookie) {
	if resp == nil || resp.Status < http.StatusOK || resp.Status >= http.StatusBadRequest ||
		resp.Header["Set-Cookie"] == nil {
		return nil
	}
	for _, c := range (&http.Response{Header: resp.Header}).Cookies() {
		if c.Value != "" && c.MaxAge >= 0 && !strings.ContainsAny(c.Value, "\", \t;\\") {
			out = append(out, c)
		}
	}
	return out
}

// Bake keeps the cookies that the answer to a call sets, for later calls of the same user.
func (m *Answers) Bake(step int, c *action.Call, resp *sut.Response) {
	user := c.User.Index
	for _, cookie := range Cookies(resp) {
		m.jar = slices.DeleteFunc(m.jar, func(b baked) bool { return b.user == user && b.from.Name == cookie.Name })
		m.jar = append(m.jar, baked{user, Origin{
			Step: step, Template: c.Op.Spec.Path, Source: suite.FromCookie,
			Name: cookie.Name, Field: words.Plain(cookie.Name), value: cookie.Value,
		}})
	}
}

// carryCookies adds the cookies of the user that earlier answers set and that the operation of the call takes.
func carryCookies(l *linker) {
	for i := range l.m.jar {
		b := &l.m.jar[i]
		if b.user != l.c.User.Index || !slices.Contains(l.c.Op.Cookies, b.from.Name) {
			continue
		}
		param := slices.IndexFunc(l.c.Genotype.Params, func(p genotype.Param) bool {
			return p.Spec.In == openapi.InCookie && p.Spec.Name == b.from.Name
		})
		if param >= 0 && (l.isInvalid(param) || !l.c.Follow.On(param)) {
			continue
		}
		at := slices.IndexFunc(l.e.Cookies, func(p message.Pair) bool { return p.Name == b.from.Name })
		if at < 0 {
			at = len(l.e.Cookies)
			l.e.Cookies = append(l.e.Cookies, message.Pair{Name: b.from.Name})
		}
		l.e.Cookies[at].Value = b.from.value
		l.use(Use{In: openapi.InCookie, Piece: at}, b.from)
	}
}
