package auth

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// entry is the result of a log-in.
type entry struct {
	calls    int
	statuses []int // statuses of the answers, by step
	got      []credential
	failed   error // the reason if the user is not logged in
}

// enter makes the calls of a log-in. The user's fixed credentials come first in them. It stores the cookies of the
// answers in u for written tests.
func (s *Session) enter(ctx context.Context, caller sut.Caller, u *User) (entry, error) {
	var out entry
	var gained []credential
	var cookies []learned
	for i, l := range u.Login.steps() {
		answer, err := s.call(ctx, caller, l.carrying(gained))
		out.calls++
		if err != nil {
			return out, err
		}
		out.calls += answer.Repeats
		out.statuses = append(out.statuses, answer.Status)
		hasCookie := slices.ContainsFunc(gained, func(c credential) bool { return c.in == InCookie })
		names, err := l.gain(answer, &gained, hasCookie || l != u.Login && l.Token != nil)
		for _, name := range names {
			cookies = append(cookies, learned{i, name})
		}
		if err != nil {
			out.failed = fmt.Errorf("log-in %s: %w", l.name(), err)
			return out, nil
		}
	}
	u.learned, out.got = cookies, append(u.fixed(), gained...)
	return out, nil
}

// gain adds the credentials in the answer to a step. They replace earlier ones with the same names. It returns the
// names of the cookies. If optional is set, it is no error if there are none.
func (l *Login) gain(answer *sut.Response, gained *[]credential, optional bool) (names []string, err error) {
	if err := refused(answer); err != nil {
		return nil, err
	}
	if l.Cookies {
		for _, c := range given(answer.Header) {
			names = append(names, c.Name)
			*gained = set(*gained, c)
		}
		if len(names) == 0 && !optional {
			return nil, errors.New("the answer sets no cookie")
		}
	}
	if l.Token == nil {
		return names, nil
	}
	token, err := l.Token.read(answer)
	if err != nil {
		return names, err
	}
	*gained = set(*gained, l.Token.credential(token))
	return names, nil
}

// carrying returns the call with the credentials of earlier steps.
func (l *Login) carrying(gained []credential) *Login {
	out := *l
	var signed message.Request
	for _, c := range gained {
		if c.addTo(&signed); c.in == InBody {
			out.Body = out.withMember(c.Name, c.Value)
		}
	}
	out.carry(&signed)
	return &out
}

// withMember returns the body with another value of a member or field. It returns the body unchanged if there is no
// such member.
func (l *Login) withMember(name, text string) string {
	if l.ContentType == formType {
		kept := slices.DeleteFunc(strings.Split(l.Body, "&"), func(field string) bool {
			own, _, _ := strings.Cut(field, "=")
			return field == "" || unescapeQuery(own) == name
		})
		return strings.Join(append(kept, url.QueryEscape(name)+"="+url.QueryEscape(text)), "&")
	}
	plain, err := value.ParseJSON([]byte(l.Body))
	members, ok := plain.(value.Object)
	if err != nil || !ok {
		return l.Body
	}
	members = slices.DeleteFunc(members, func(m value.Member) bool { return m.Name == name })
	return string(value.AppendJSON(nil, append(members, value.Member{Name: name, Value: text})))
}
