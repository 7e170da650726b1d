package link

import (
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// declared fills the parts of the call for which schema links of earlier answers gave a value. The latest answer
// counts.
func (l *linker) declared() {
	body := false
	for _, t := range l.latest() {
		switch {
		case t.fill.Param == genotype.InBody:
			body = l.fillBody(t) || body
		case l.isInvalid(t.fill.Param):
		default:
			l.fillParam(t)
		}
	}
	if body {
		l.e.Body = value.AppendJSON(l.e.Body[:0], l.e.Value)
	}
}

// latest returns the latest value of each filled part that follows earlier answers. Of several links of one answer the
// first counts.
func (l *linker) latest() []*told {
	var out []*told
	for i := range l.m.told {
		t := &l.m.told[i]
		if t.fill.To != l.c.Op || !l.c.Follow.Follows(t.fill.Bit) {
			continue
		}
		known := slices.IndexFunc(out, func(o *told) bool { return o.fill.SamePart(t.fill) })
		switch {
		case known < 0:
			out = append(out, t)
		case t.step > out[known].step:
			out[known] = t
		}
	}
	return out
}

// fillParam gives a parameter a value. It skips an optional parameter that the call leaves out. It skips a cookie whose
// value needs escaping, because the written test does not escape cookies.
func (l *linker) fillParam(t *told) {
	param := t.fill.Param
	spec := l.c.Genotype.Params[param].Spec
	text, ok := textOf(t.given.value)
	if !ok {
		return
	}
	use := Use{In: spec.In}
	if spec.In == openapi.InPath {
		use.Piece = slices.IndexFunc(l.e.Path, func(p message.PathPiece) bool {
			return p.Param != "" && p.Index == param
		})
		if use.Piece < 0 || text == "" {
			return
		}
		l.e.Path[use.Piece].Set(text)
	} else {
		pairs, at := l.pair(param)
		if at < 0 || spec.In == openapi.InCookie && message.EscapeCookie(text) != text {
			return
		}
		pairs[at].Value, use.Piece = text, at
	}
	l.fill(t, use)
}

// fillBody gives a part of the body a value. It does not change invalid data. A member that the call leaves out is only
// added if the schema does not declare it, so that only the link knows it. It reports whether it filled the part.
func (l *linker) fillBody(t *told) bool {
	at := t.fill.At
	filled := func(f *api.Fill) bool { return f.Param == genotype.InBody && overlap(f.At, at) }
	if !l.e.JSONBody || !l.opensBody() || l.isInvalid(genotype.InBody) && overlap(l.c.Genotype.Invalid.At, at) ||
		slices.ContainsFunc(l.filled, filled) {
		return false
	}
	old, there := lookUp(l.e.Value, pointerTo(at))
	if !there && (t.fill.Declared || !l.hasRoom(at)) {
		return false
	}
	v, use := t.given.value, Use{In: InBodyText, At: at}
	if text, isText := v.(string); isText {
		wantsNumber := isNumber(old)
		if n, err := strconv.ParseInt(text, 10, 64); err == nil && wantsNumber && strconv.FormatInt(n, 10) == text {
			v, use.Bare = n, true
		}
	} else {
		use.Bare = true
	}
	l.e.Value = genotype.ReplaceAt(l.e.Value, at, v)
	l.fill(t, use)
	return true
}

// hasRoom reports whether a member can be added to the body at a place.
func (l *linker) hasRoom(at []genotype.Step) bool {
	last := len(at) - 1
	if last < 0 || at[last].Name == "" {
		return false
	}
	above, ok := lookUp(l.e.Value, pointerTo(at[:last]))
	_, isObject := above.(value.Object)
	return ok && isObject
}

// fill records that a link filled a part.
func (l *linker) fill(t *told, use Use) {
	l.filled = append(l.filled, t.fill)
	if t.given.text != nil {
		use.Text = t.given.text
		l.uses = append(l.uses, use)
	}
}

// overlap reports whether two places are equal or one contains the other.
func overlap(a, b []genotype.Step) bool {
	n := min(len(a), len(b))
	return slices.Equal(a[:n], b[:n])
}
