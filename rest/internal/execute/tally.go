package execute

import (
	"cmp"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/refusal"
	"github.com/evoke-go/evoke/sut"
)

// Tally counts the answers of one operation over a whole search.
type Tally struct {
	Operation *openapi.Operation
	// Calls is how often the operation was called.
	Calls int
	// Statuses counts the answers by status code.
	Statuses map[int]int
	// NoAnswer counts the calls without a complete answer: panics, time-outs and
	// broken connections.
	NoAnswer int
	// Sought counts the calls of the operation until its first success.
	Sought int
	// Last is the status of the last answer, 0 if there was none.
	Last    int
	refused []refused // the refusals until the first success
	// Location is the target of the first redirect, or "" if there was none.
	Location string
}

// count counts an answer.
func (t *Tally) count(resp *sut.Response) {
	if t.Calls++; !t.Succeeded() {
		t.Sought++
	}
	t.Last = 0
	if resp.Outcome == sut.Answered {
		t.Last = resp.Status
		t.Statuses[resp.Status]++
		if t.Location == "" && resp.Status/100 == 3 {
			t.Location = resp.Header.Get("Location")
		}
	} else {
		t.NoAnswer++
	}
}

// refused counts refusals with the same text, apart from the parts that change from call to call.
type refused struct {
	status, times      int
	class, said, field string
}

// maxSorts is the number of different refusals that are counted for an operation.
const maxSorts = 64

// refuse counts the text of a refusal: its reason, or else its body, whatever that says.
func (t *Tally) refuse(status int, r *refusal.Refusal, body []byte) {
	said := cmp.Or(r.Reason, shown(body))
	if said == "" || t.Succeeded() {
		return
	}
	for i := range t.refused {
		if f := &t.refused[i]; f.status == status && f.class == r.Class {
			f.times++
			return
		}
	}
	if len(t.refused) == maxSorts {
		return
	}
	f := refused{status: status, times: 1, class: r.Class, said: withoutTags(said)}
	if len(r.Complaints) > 0 {
		f.field = r.Complaints[0].Field
	}
	t.refused = append(t.refused, f)
}

// shown returns a short body in one line, "" for a longer body and for one without letters and digits.
func shown(body []byte) string {
	text := strings.Join(strings.Fields(string(body)), " ")
	if len(body) > maxShown || !strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r)
	}) {
		return ""
	}
	return text
}

// maxShown is the number of bytes of a body that is short.
const maxShown = 500

// withoutTags returns the text of a page, and any other text as it is.
func withoutTags(text string) string {
	if !page.MatchString(text) {
		return text
	}
	return strings.Join(strings.Fields(tag.ReplaceAllString(text, " ")), " ")
}

// page matches the beginning of a page, and tag what is no text in it.
var (
	page = regexp.MustCompile(`(?i)^\s*<(?:!doctype html|html)\b`)
	tag  = regexp.MustCompile(`(?is)<(?:style|script|title)\b.*?</(?:style|script|title)\s*>|<[^>]*>`)
)

// Recall counts a refusal that another process read.
func (t *Tally) Recall(said, field string) {
	if said != "" && len(t.refused) < maxSorts {
		t.refused = append(t.refused, refused{times: 1, said: said, field: field})
	}
}

// Refusal returns the most frequent text of the refusals with the most frequent status, and the part of the call that
// the text is about; "" if unknown. A text that appeared later, and often enough, wins: it comes from a later check,
// so calls passed the earlier ones.
func (t *Tally) Refusal() (said, field string) {
	best, admitted := -1, t.admits()
	for i, f := range t.refused {
		if f.status == http.StatusUnauthorized && admitted {
			continue
		}
		if best < 0 {
			best = i
			continue
		}
		b := t.refused[best]
		if n, most := t.Statuses[f.status], t.Statuses[b.status]; n > most || n == most && f.times > b.times {
			best = i
		}
	}
	if best < 0 {
		return "", ""
	}
	most := t.refused[best]
	for _, f := range t.refused[best:] {
		if f.status == most.status && f.times*laterShare >= most.times {
			said, field = f.said, f.field
		}
	}
	return said, field
}

// laterShare is the least frequency of a text from a later check: one in so many of the most frequent one.
const laterShare = 10

// admits reports whether at least a quarter of the answers belong to calls that passed authentication. Then the other
// refusals are more worth reporting than 401.
func (t *Tally) admits() bool {
	past, total := 0, 0
	for status, n := range t.Statuses {
		total += n
		if status == http.StatusForbidden || status == http.StatusNotFound ||
			status == http.StatusConflict || status >= 500 {
			past += n
		}
	}
	return 4*past >= total
}

// answeredStatus returns the status of an answer, 0 if there was none.
func answeredStatus(resp *sut.Response) int {
	if resp.Outcome != sut.Answered {
		return 0
	}
	return resp.Status
}

// Succeeded reports whether the operation ever answered 2xx.
func (t *Tally) Succeeded() bool {
	if t.Statuses[http.StatusOK] > 0 {
		return true // most operations have succeeded
	}
	for status, n := range t.Statuses {
		if status/100 == 2 && n > 0 {
			return true
		}
	}
	return false
}

// SucceededOnce reports whether the operation has exactly one success so far.
func (t *Tally) SucceededOnce() bool {
	n := 0
	for status, times := range t.Statuses {
		if status/100 == 2 {
			n += times
		}
	}
	return n == 1
}

// Redirects reports whether all answers of the operation redirect.
func (t *Tally) Redirects() bool {
	for status, n := range t.Statuses {
		if n > 0 && (status < 300 || status > 399 || status == http.StatusNotModified) {
			return false
		}
	}
	return t.Location != "" && t.NoAnswer == 0
}

// Demanded returns the input that the text of Refusal asks for and the operation does not declare; "" for none.
func (t *Tally) Demanded() string {
	said, _ := t.Refusal()
	return demanded(said, t.Operation)
}

// demanded returns the header or the query parameter that a refusal asks for and the operation does not declare, such
// as "header X-Tenant" and "query parameter region". It returns "" if the text names none, or a header with a
// credential, which a security scheme may declare.
func demanded(said string, op *openapi.Operation) string {
	for _, d := range []struct {
		in, noun string
		names    []string
	}{
		{openapi.InHeader, "header ", groupsOf(words.DemandedHeader().FindStringSubmatch(said))},
		{openapi.InQuery, "query parameter ", groupsOf(words.DemandedQuery().FindStringSubmatch(said))},
	} {
		for _, name := range d.names {
			if !declares(op, d.in, name) && !words.Unnamed.Has(name) {
				return d.noun + name
			}
		}
	}
	return ""
}

// groupsOf returns the groups of a match that are not empty.
func groupsOf(match []string) []string {
	if match == nil {
		return nil
	}
	return slices.DeleteFunc(match[1:], func(s string) bool { return s == "" })
}

// declares reports whether an operation has a parameter, or HTTP itself a header.
func declares(op *openapi.Operation, in, name string) bool {
	return in == openapi.InHeader && (words.OfHTTP.Has(name) || words.Credentials.Has(name)) ||
		slices.ContainsFunc(op.Parameters, func(p *openapi.Parameter) bool {
			return p.In == in && strings.EqualFold(p.Name, name)
		})
}
