package auth

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/suite"
)

// written is the log-in of a user as calls of a test, with variables for the values in their answers.
type written struct {
	steps   []*Login // empty without a log-in
	learned []learned
	suffix  string // suffix of the variables
}

// written returns the log-in of u as calls of a test.
func (u *User) written() written {
	w := written{learned: u.learned, suffix: cmp.Or(u.variable, variableSuffix(u.Name))}
	if u.Login != nil {
		w.steps = u.Login.steps()
	}
	return w
}

// step returns a step as a call of a test, and captures of the values that later calls need from its answer. The path
// is a whole URL if the log-in goes to another server.
func (w *written) step(at int) (suite.Request, []suite.Capture) {
	var captures []suite.Capture
	l := w.steps[at]
	if t := l.Token; t != nil {
		own := suite.Capture{Var: w.token(at), Source: suite.Source(t.from()), Name: t.Selector}
		captures = append(captures, own)
	}
	for i, c := range w.learned {
		if c.step == at && l.Cookies {
			captures = append(captures, suite.Capture{Var: w.cookie(i), Source: suite.FromCookie, Name: c.name})
		}
	}
	return w.request(at), captures
}

// suiteRequest returns a log-in or sign-up as the call of a test.
func (l *Login) suiteRequest() suite.Request {
	path, rawQuery, _ := strings.Cut(l.Path, "?")
	r := suite.Request{Method: l.method(), Path: suite.Literal(path), Query: queryFields(rawQuery)}
	for _, h := range l.Headers {
		r.Headers = append(r.Headers, literalField(h))
	}
	if l.ContentType != "" {
		r.Headers = append(r.Headers, literalField(Header{"Content-Type", l.ContentType}))
	}
	if l.Body != "" {
		r.Body = &suite.Body{Text: suite.Literal(l.Body), JSON: json.Valid([]byte(l.Body))}
	}
	return r
}

// fields returns the headers and parameters that u adds to the calls of a test after its log-in.
func (u *User) fields() (headers, query []suite.Field) {
	var all []captured
	for _, c := range u.fixed() {
		all = append(all, captured{c.in, literalField(c.Header)})
	}
	w := u.written()
	return fieldsOf(append(all, w.gained(len(w.steps))...))
}

// Sign adds the credentials of the user to a call of a test. As in the search, they replace headers and parameters of
// the call with the same names; cookies are replaced one by one.
func (u *User) Sign(r *suite.Request) {
	headers, query := u.fields()
	signWith(r, headers, query)
}

func signWith(r *suite.Request, headers, query []suite.Field) {
	for _, f := range headers {
		i := slices.IndexFunc(r.Headers, func(o suite.Field) bool { return strings.EqualFold(o.Name, f.Name) })
		switch {
		case i < 0:
			r.Headers = append(r.Headers, f)
		case strings.EqualFold(f.Name, "Cookie"):
			r.Headers[i].Value = joinCookies(r.Headers[i].Value, f.Value)
		default:
			r.Headers[i] = f
		}
	}
	for _, f := range query {
		if i := slices.IndexFunc(r.Query, func(o suite.Field) bool { return o.Name == f.Name }); i >= 0 {
			r.Query[i] = f
		} else {
			r.Query = append(r.Query, f)
		}
	}
}

// LoginSteps returns the steps of a test before the first call of a user: the sign-up and the log-in, with their
// statuses in the execution. It captures no credentials from a log-in that failed. If another user makes the sign-up,
// the caller puts the steps of that user in front.
func (s *Session) LoginSteps(user int, st Standing) []suite.Step {
	if !s.usable(user) {
		return nil
	}
	u := &s.users[user]
	var steps []suite.Step
	if u.SignUp != nil {
		step := suite.Step{
			Operation: u.SignUp.name(), Note: "sign up " + u.Name,
			Call: &suite.Call{Request: u.SignUp.suiteRequest(),
				Expect: suite.Expect{Status: st.signUp, Broken: st.signUp == 0}},
		}
		if by, ok := st.By(); ok && by.Standing.Ready {
			step.Note += " by " + s.users[by.User].Name
			s.users[by.User].Sign(&step.Call.Request)
		}
		steps = append(steps, step)
	}
	if u.Login == nil {
		return steps
	}
	login := u.written()
	for i, l := range login.steps[:max(1, len(st.logins))] {
		request, captures := login.step(i)
		if !st.Ready {
			captures = nil
		}
		status := 0
		if i < len(st.logins) {
			status = st.logins[i]
		}
		note := "log in as " + u.Name
		if l != u.Login {
			note = "before " + u.Name + " logs in"
		}
		steps = append(steps, suite.Step{
			Operation: l.name(), Note: note,
			Call: &suite.Call{Request: request, Captures: captures,
				Expect: suite.Expect{Status: status, Broken: status == 0}},
		})
	}
	return steps
}

// User returns the user for the written tests. It returns nil for anonymous calls and for a user that cannot log in.
func (s *Session) User(index int) *User {
	if !s.usable(index) {
		return nil
	}
	return &s.users[index]
}

// token returns the name of the variable for the token of a step. Only the names for the steps before the log-in end in
// a letter.
func (w *written) token(step int) string {
	if step == len(w.steps)-1 {
		return "tokenOf" + w.suffix
	}
	return fmt.Sprintf("tokenOf%s%c", w.suffix, 'A'+rune(step%26))
}

// cookie returns the name of the variable for a learned cookie.
func (w *written) cookie(i int) string {
	if i == 0 {
		return "cookieOf" + w.suffix
	}
	return fmt.Sprintf("cookieOf%s%c", w.suffix, 'A'+rune(i%26))
}

// variableSuffix returns the end of the names of a user's variables: "JaneDoe" for "jane doe".
func variableSuffix(name string) string {
	parts := plainWords(name)
	for i, part := range parts {
		parts[i] = strings.ToUpper(part[:1]) + part[1:]
	}
	return cmp.Or(strings.Join(parts, ""), "User")
}

// captured is a value from a step of a log-in, for the calls of a written test.
type captured struct {
	in    Place
	field suite.Field
}

// gained returns the values that the calls of a test carry after a number of steps of the log-in.
func (w *written) gained(steps int) (out []captured) {
	set := func(in Place, f suite.Field) {
		out = slices.DeleteFunc(out, func(c captured) bool { return c.in == in && c.field.Name == f.Name })
		out = append(out, captured{in, f})
	}
	for i, l := range w.steps[:steps] {
		for n, c := range w.learned {
			if c.step == i && l.Cookies {
				set(InCookie, suite.Field{Name: c.name, Value: suite.Text{{Var: w.cookie(n)}}})
			}
		}
		if t := l.Token; t != nil {
			text := message.Fill(suite.Literal(t.template()), tokenMark, suite.Piece{Var: w.token(i)})
			set(t.sendIn(), suite.Field{Name: t.sendName(), Value: text})
		}
	}
	return out
}

// request returns a step of the log-in as a call of a test.
func (w *written) request(step int) suite.Request {
	l := *w.steps[step]
	gained := w.gained(step)
	mark := func(i int) string { return fmt.Sprintf("EvokeTokenMark%d.", i) }
	for i, c := range gained {
		if c.in == InBody {
			l.Body = l.withMember(c.field.Name, mark(i))
		}
	}
	r := l.suiteRequest()
	for i, c := range gained {
		if c.in == InBody && r.Body != nil {
			r.Body.Text = message.Fill(r.Body.Text, mark(i), c.field.Value...)
		}
	}
	headers, query := fieldsOf(gained)
	signWith(&r, headers, query)
	return r
}

// fieldsOf returns captured values as headers and query parameters.
func fieldsOf(gained []captured) (headers, query []suite.Field) {
	var cookies []suite.Field
	for _, c := range gained {
		switch c.in {
		case InHeader:
			headers = append(headers, c.field)
		case InQuery:
			query = append(query, c.field)
		case InCookie:
			cookies = append(cookies, c.field)
		}
	}
	if len(cookies) > 0 {
		headers = append(headers, suite.Field{Name: "Cookie", Value: message.CookieLine(cookies)})
	}
	return headers, query
}
