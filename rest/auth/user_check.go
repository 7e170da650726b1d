package auth

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/message"
)

// Check returns an error if a user cannot be used. The error begins with the name of the field.
func (u *User) Check() error {
	if u.Name == "" {
		return wrong("Name", "required")
	}
	isNotEmpty := func(s string) bool { return s != "" }
	err := cmp.Or(checkHeaders("Headers", u.Headers, message.IsToken), checkHeaders("Query", u.Query, isNotEmpty),
		checkHeaders("Cookies", u.Cookies, message.IsToken), u.checkSignUp())
	if err != nil || u.Login == nil {
		return err
	}
	return u.Login.checkSteps()
}

func (u *User) checkSignUp() error {
	switch {
	case u.SignUp == nil && u.SignedUpBy != "":
		return wrong("SignedUpBy", "there is no SignUp")
	case u.SignUp == nil:
		return nil
	case len(u.SignUp.Before) > 0:
		return wrong("SignUp.Before", "only a log-in has steps")
	}
	if err := u.SignUp.check(); err != nil {
		return fmt.Errorf("SignUp.%w", err)
	}
	return nil
}

// checkSteps checks a log-in with the calls before it.
func (l *Login) checkSteps() error {
	if err := l.check(); err != nil {
		return fmt.Errorf("Login.%w", err)
	}
	gives := l.Token != nil || l.Cookies
	for i := range l.Before {
		step := &l.Before[i]
		if err := step.check(); err != nil {
			return fmt.Errorf("Login.Before[%d].%w", i, err)
		}
		if len(step.Before) > 0 {
			return wrong(fmt.Sprintf("Login.Before[%d].Before", i), "only the log-in itself has steps")
		}
		gives = gives || step.Token != nil || step.Cookies
	}
	switch {
	case l.Token != nil && l.Token.sendIn() == InBody:
		return wrong("Login.Token.SendIn", "%q is none of header, query, cookie", InBody)
	case !gives:
		return wrong("Login", "gets neither a token nor cookies")
	}
	return nil
}

// wrong returns an error that begins with the name of the field.
func wrong(field, format string, args ...any) error {
	return fmt.Errorf(field+": "+format, args...)
}

func checkHeaders(where string, hs []Header, valid func(string) bool) error {
	for i, h := range hs {
		if !valid(h.Name) {
			return fmt.Errorf("%s[%d].Name: %q cannot be a name here", where, i, h.Name)
		}
		if !message.IsLine(h.Value) {
			return fmt.Errorf("%s[%d].Value: has a line break or another control character", where, i)
		}
	}
	return nil
}

func (l *Login) check() error {
	if !message.IsToken(l.method()) {
		return wrong("Method", "%q is not a method", l.Method)
	}
	if err := checkPath(l.Path); err != nil {
		return wrong("Path", "%w", err)
	}
	if err := checkHeaders("Headers", l.Headers, message.IsToken); err != nil {
		return err
	}
	if !message.IsLine(l.ContentType) {
		return wrong("ContentType", "has a line break or another control character")
	}
	if l.Token != nil {
		if err := l.Token.check(); err != nil {
			return fmt.Errorf("Token.%w", err)
		}
	}
	return nil
}

// checkPath accepts "/path?query" and the URL of another server.
func checkPath(path string) error {
	u, err := url.Parse(path)
	switch {
	case path == "":
		return errors.New("required")
	case err != nil || strings.ContainsAny(path, " #"):
		return fmt.Errorf("%q is not a path or a URL", path)
	case strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "//"):
		return nil
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return fmt.Errorf("%q is neither a path that begins with / nor an http or https URL", path)
	}
	return nil
}

func (t *Token) check() error {
	switch t.from() {
	case InBody:
		if t.Selector != "" && t.Selector[0] != '/' {
			return wrong("Selector", "%q is not a JSON pointer, which begins with /", t.Selector)
		}
	case InHeader, InCookie:
		if !message.IsToken(t.Selector) {
			return wrong("Selector", "%q cannot be the name of a %s", t.Selector, t.from())
		}
	default:
		return wrong("From", "%q is none of body, header, cookie", t.From)
	}
	switch t.sendIn() {
	case InHeader, InCookie:
		if !message.IsToken(t.sendName()) {
			return wrong("SendName", "%q cannot be the name of a %s", t.SendName, t.sendIn())
		}
	case InQuery, InBody:
	default:
		return wrong("SendIn", "%q is none of header, query, cookie", t.SendIn)
	}
	if !strings.Contains(t.template(), tokenMark) || !message.IsLine(t.Template) {
		return wrong("Template", "%q is not a line with %s in it", t.Template, tokenMark)
	}
	return nil
}
