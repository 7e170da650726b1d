package auth

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
)

// Source returns the candidate's users as Go source for the REST field of a Config, with a line for each user.
func (c *Candidate) Source() string { return Source(c.Users) }

// Source returns users as Go source of rest.Options, with a line for each user.
func Source(users []User) string {
	before, behind := "[]auth.User{", "}"
	public := len(users) > 0 && !slices.ContainsFunc(users, func(u User) bool { return !u.Public })
	if public {
		before, behind = "auth.Public(", ")"
	}
	var b strings.Builder
	b.WriteString("rest.Options{Users: " + before + "\n")
	for i := range users {
		b.WriteString("\t" + users[i].source(public) + ",\n")
	}
	b.WriteString(behind + "}")
	return b.String()
}

// source returns a user as a Go expression.
func (u *User) source(public bool) string {
	if text := u.constructed(); text != "" && (public || !u.Public) {
		return text
	}
	fields := []string{"Name: " + escape.GoString(u.Name)}
	for _, f := range []struct {
		name string
		list []Header
	}{{"Headers", u.Headers}, {"Query", u.Query}, {"Cookies", u.Cookies}} {
		if len(f.list) > 0 {
			fields = append(fields, f.name+": "+headersSource(f.list))
		}
	}
	if u.SignUp != nil {
		fields = append(fields, "SignUp: "+u.SignUp.source())
	}
	if u.SignedUpBy != "" {
		fields = append(fields, "SignedUpBy: "+escape.GoString(u.SignedUpBy))
	}
	if u.Login != nil {
		fields = append(fields, "Login: "+u.Login.source())
	}
	if u.Public && !public {
		fields = append(fields, "Public: true")
	}
	return "auth.User{" + strings.Join(fields, ", ") + "}"
}

// constructed returns the call of the constructor that makes the user; "" if none does.
func (u *User) constructed() string {
	tail := ""
	if s := u.SignUp; s != nil {
		if u.SignedUpBy != "" || s.Method != "" || s.ContentType != "application/json" || len(s.Headers) > 0 {
			return ""
		}
		tail = fmt.Sprintf(".WithSignUp(%s, %s)", escape.GoString(s.Path), escape.GoString(s.Body))
	}
	fixed := u.fixed()
	switch {
	case u.Login != nil && len(fixed) == 0 && u.Login.constructed(u.Name) != "":
		return u.Login.constructed(u.Name) + tail
	case u.Login != nil || len(fixed) != 1:
		return ""
	case fixed[0].in == InHeader && fixed[0].Name == "Authorization":
		if text := authorization(u.Name, fixed[0].Value); text != "" {
			return text + tail
		}
	}
	return fmt.Sprintf("auth.APIKey(%s, %s, %s, %s)", escape.GoString(u.Name), fixed[0].in.source(),
		escape.GoString(fixed[0].Name), escape.GoString(fixed[0].Value)) + tail
}

// authorization returns the name of the constructor for a value of a header; "" if there is none.
func authorization(name, header string) string {
	if token, ok := strings.CutPrefix(header, "Bearer "); ok {
		return fmt.Sprintf("auth.Bearer(%s, %s)", escape.GoString(name), escape.GoString(token))
	}
	code, ok := strings.CutPrefix(header, "Basic ")
	plain, err := base64.StdEncoding.DecodeString(code)
	user, password, pair := strings.Cut(string(plain), ":")
	if !ok || err != nil || !pair {
		return ""
	}
	return fmt.Sprintf("auth.Basic(%s, %s, %s)", escape.GoString(name), escape.GoString(user),
		escape.GoString(password))
}

// constructed returns the call of the constructor that makes a user with the log-in; "" if none does.
func (l *Login) constructed(name string) string {
	if l.Method != "" || len(l.Headers)+len(l.Before) > 0 {
		return ""
	}
	t := l.Token
	bearer := t != nil && *t == Token{Selector: t.Selector, Template: bearerTemplate}
	switch {
	case l.Cookies && t == nil:
		return fmt.Sprintf("auth.CookieLogin(%s, %s, %s, %s)", escape.GoString(name), escape.GoString(l.Path),
			escape.GoString(l.ContentType), escape.GoString(l.Body))
	case l.Cookies || !bearer:
	case l.ContentType == "application/json":
		return fmt.Sprintf("auth.BearerLogin(%s, %s, %s, %s)", escape.GoString(name), escape.GoString(l.Path),
			escape.GoString(l.Body), escape.GoString(t.Selector))
	case l.ContentType == formType:
		return fmt.Sprintf("auth.FormLogin(%s, %s, %s, %s)", escape.GoString(name), escape.GoString(l.Path),
			escape.GoString(l.Body), escape.GoString(t.Selector))
	}
	return ""
}

// source returns a log-in as a Go expression.
func (l *Login) source() string {
	var fields []string
	for _, f := range [][2]string{{"Method", l.Method}, {"Path", l.Path},
		{"ContentType", l.ContentType}, {"Body", l.Body}} {
		if f[1] != "" {
			fields = append(fields, f[0]+": "+escape.GoString(f[1]))
		}
	}
	if len(l.Headers) > 0 {
		fields = append(fields, "Headers: "+headersSource(l.Headers))
	}
	if l.Token != nil {
		fields = append(fields, "Token: "+l.Token.source())
	}
	if l.Cookies {
		fields = append(fields, "Cookies: true")
	}
	if len(l.Before) > 0 {
		var steps []string
		for i := range l.Before {
			steps = append(steps, strings.TrimPrefix(l.Before[i].source(), "&auth.Login"))
		}
		fields = append(fields, "Before: []auth.Login{"+strings.Join(steps, ", ")+"}")
	}
	return "&auth.Login{" + strings.Join(fields, ", ") + "}"
}

// source returns a token as a Go expression.
func (t *Token) source() string {
	var fields []string
	for _, f := range [][2]string{
		{"From", t.From.source()}, {"Selector", goTextIf(t.Selector)}, {"SendIn", t.SendIn.source()},
		{"SendName", goTextIf(t.SendName)}, {"Template", goTextIf(t.Template)},
	} {
		if f[1] != "" {
			fields = append(fields, f[0]+": "+f[1])
		}
	}
	return "&auth.Token{" + strings.Join(fields, ", ") + "}"
}

// source returns a place as a Go expression, "" for none.
func (p Place) source() string {
	return map[Place]string{InBody: "auth.InBody", InHeader: "auth.InHeader", InQuery: "auth.InQuery",
		InCookie: "auth.InCookie"}[p]
}

func headersSource(hs []Header) string {
	var parts []string
	for _, h := range hs {
		parts = append(parts, "{"+escape.GoString(h.Name)+", "+escape.GoString(h.Value)+"}")
	}
	return "[]auth.Header{" + strings.Join(parts, ", ") + "}"
}

func goTextIf(text string) string {
	if text == "" {
		return ""
	}
	return escape.GoString(text)
}
