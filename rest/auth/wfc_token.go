package auth

import (
	"slices"
	"strings"
)

// token reads how to get a token and how to send it, from the current fields of the format or from those of its first
// versions.
func (r *authReader) token(n *authNode) *Token {
	old := []string{"extractFromField", "extractFromHeader", "httpHeaderName", "headerPrefix", "headerPostfix"}
	now := []string{"extractFrom", "extractSelector", "sendIn", "sendName", "sendTemplate"}
	if !r.object(n, append(now[:len(now):len(now)], old...)...) {
		return nil
	}
	t := &Token{}
	switch isOld, isNow := hasAny(n.members, old), hasAny(n.members, now); {
	case isOld && isNow:
		r.fail(n, "mixes the fields %s with the older %s", strings.Join(now, ", "), strings.Join(old, ", "))
	case isOld:
		r.oldToken(n, t)
	default:
		r.newToken(n, t)
	}
	return t
}

func hasAny(members []*authNode, names []string) bool {
	return slices.ContainsFunc(members, func(m *authNode) bool { return slices.Contains(names, m.name) })
}

func (r *authReader) newToken(n *authNode, t *Token) {
	t.From = Place(r.oneOf(n, "extractFrom", "body", "header", "cookie"))
	t.Selector = r.required(n, "extractSelector")
	t.SendIn = Place(r.oneOf(n, "sendIn", "header", "query", "cookie"))
	t.SendName = r.required(n, "sendName")
	if r.err == nil && t.SendName == "" {
		r.fail(n.member("sendName"), "is empty")
	}
	t.Template = tokenMark
	if n.member("sendTemplate") != nil {
		t.Template = r.text(n, "sendTemplate")
	}
	r.verifyToken(n, t, "extractSelector", "sendName", "sendTemplate")
}

func (r *authReader) oldToken(n *authNode, t *Token) {
	from := r.one(n, "extractFromField", "extractFromHeader")
	t.From = InBody
	if from == "extractFromHeader" {
		t.From = InHeader
	}
	t.Selector = r.text(n, from)
	t.SendIn, t.SendName = InHeader, r.required(n, "httpHeaderName")
	t.Template = r.text(n, "headerPrefix") + tokenMark + r.text(n, "headerPostfix")
	r.verifyToken(n, t, from, "httpHeaderName", "headerPrefix")
}

// verifyToken applies the checks of tokens. Its errors name the field of the file.
func (r *authReader) verifyToken(n *authNode, t *Token, selector, sendName, template string) {
	if r.err != nil {
		return
	}
	err := t.check()
	if err == nil {
		return
	}
	field, reason, _ := strings.Cut(err.Error(), ": ")
	fields := map[string]string{"Selector": selector, "SendName": sendName, "Template": template}
	if m := n.member(fields[field]); m != nil {
		n = m
	}
	r.fail(n, "%s", reason)
}
