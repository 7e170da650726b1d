package report

import (
	"fmt"
	"maps"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Why says in a few words why an operation never succeeded, as far as the outcomes of its calls show; "" if it
// succeeded.
func (o *Operation) Why() string {
	switch {
	case o.Succeeded():
		return ""
	case o.Skipped != "":
		return "not called: " + o.Skipped
	case o.Reason != "":
		return o.Reason
	case o.Calls == 0:
		return "never called: give the search a larger budget"
	case len(o.byCount()) == 0:
		return o.words().nothing
	}
	return o.seen() + o.admitted().guessed(": ") + o.quoted()
}

// admitted returns the operation without its answers 401, if at least a quarter of the answers are of calls that passed
// authentication. The reason is then in the other answers: the 401 are only those of anonymous and made-up users.
func (o *Operation) admitted() *Operation {
	past, total := 0, 0
	for name, count := range o.Outcomes {
		total += count
		if status := statusOf(name); status == 403 || status == 404 || status == 409 || status >= 500 {
			past += count
		}
	}
	if 4*past < total {
		return o
	}
	out := *o
	out.Outcomes = maps.Clone(o.Outcomes)
	delete(out.Outcomes, "401")
	return &out
}

// maxQuoted is the maximum length in characters of a quoted message of the system.
const maxQuoted = 160

// quoted returns the message with which the system refuses the operation; "" if there is none.
func (o *Operation) quoted() string {
	if o.Refusal == "" || !o.isHTTP() {
		return ""
	}
	text := strings.Join(strings.Fields(o.Refusal), " ")
	if utf8.RuneCountInString(text) > maxQuoted {
		text = string([]rune(text)[:maxQuoted]) + "..."
	}
	text = fmt.Sprintf("; the service says %q", text)
	if o.Refused != "" && !strings.Contains(o.Refusal, o.Refused) {
		text += " of " + strconv.Quote(o.Refused)
	}
	return text
}

// guessed returns the guess with a text before it; "" if the outcomes are no status codes.
func (o *Operation) guessed(before string) string {
	if !o.isHTTP() {
		return ""
	}
	return before + o.guess()
}

// guess returns the likely reason, judged by the most frequent status.
func (o *Operation) guess() string {
	method, path, _ := strings.Cut(o.Name, " ")
	parameter := strings.Contains(path, "{")
	switch most := statusOf(o.byCount()[0]); {
	case most == 401:
		return "the calls are not authenticated; give a user (a header, an API key or a log-in)"
	case most == 403:
		return "the user is not allowed to; give one who is"
	case most == 404 && parameter && o.Maker != "":
		return "nothing exists at the path, although " + o.Maker + " succeeds"
	case most == 404 && parameter:
		return "nothing exists at the path; no call creates what its parameters name"
	case most == 404:
		return "there is nothing at the path, or what the call names elsewhere does not exist"
	case most == 405:
		return "the server does not know " + method + " there; does the schema match the server?"
	case most == 409:
		return "the state does not allow it; something has to be done before"
	case most == 406 || most == 415:
		return "the content type is not the one that the server wants"
	case most == 429:
		return "too many calls; set a rate limit"
	case most >= 300 && most < 400:
		return "it only redirects"
	case (most == 400 || most == 422) && o.Demanded != "":
		return "the calls lack the " + o.Demanded + ", which the schema does not declare: add it there"
	case (most == 400 || most == 422) && o.Refusal != "" && o.Refused == "":
		// the refusal may have nothing to do with an input, for example if a credential is missing
		return "the calls are refused; where that is for their data, examples in the schema help to find accepted ones"
	case most == 400 || most == 422:
		return "the data is refused; examples in the schema help to find accepted ones"
	case most == 501:
		return "the service does not offer it yet"
	case most == 502 || most == 503 || most == 504:
		return "something that the server needs is missing"
	case most >= 500:
		return "it fails on the data or needs something that is missing"
	}
	return "the answers do not tell why"
}

// Overall says what is wrong with the run as a whole: that no operation succeeded, or that the system refused most of
// them. It returns "" if neither is the case.
func (r *Report) Overall() string {
	all := Operation{Name: "ALL /", Outcomes: map[string]int{}}
	for i := range r.Operations {
		o := &r.Operations[i]
		if o.Succeeded() {
			return operations(r.Operations).shut(r.LogIn)
		}
		if all.Calls += o.Calls; i == 0 {
			all.Demanded = o.Demanded
		} else if o.Demanded != all.Demanded {
			all.Demanded = ""
		}
		all.Incomplete += o.Incomplete
		for name, count := range o.Outcomes {
			all.Outcomes[name] += count
		}
	}
	w := r.Words()
	none := "No " + w.Operation + " " + w.Succeeded + ": "
	switch {
	case len(r.Operations) == 0:
		return none + "the schema has no operations."
	case all.Calls == 0:
		return none + "nothing was called."
	case len(all.byCount()) == 0:
		return none + "there was never " + w.outcome + "."
	}
	return ended(none + all.seen() + operations(r.Operations).base(&all) + logIn(r.LogIn, &all))
}

// base returns the guess for a run in which nothing succeeded. It guesses a wrong base path, unless an operation whose
// path has no parameter is answered otherwise than 404: the base path is right for all operations or for none. With
// parameters in the path, a 404 may mean that the resource does not exist.
func (ops operations) base(all *Operation) string {
	if !all.isHTTP() || statusOf(all.byCount()[0]) != 404 {
		return all.guessed("; ")
	}
	right := false
	for i := range ops {
		o := &ops[i]
		parameter, most := strings.Contains(o.Name, "{"), o.byCount()
		switch {
		case len(most) == 0:
		case parameter && statusOf(most[0]) == 404:
			all.Name = o.Name
		case !parameter && statusOf(most[0]) != 404:
			right = true
		}
	}
	if right {
		return all.guessed("; ")
	}
	return "; there is nothing at the path; is the base path right?"
}

// ended returns a sentence with a full stop, unless it is a question.
func ended(text string) string {
	if strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

// logIn says which log-in to configure, if the most frequent answers of the operation are 401 or 403.
func logIn(how string, o *Operation) string {
	most := statusOf(o.byCount()[0])
	if how == "" || most != 401 && most != 403 {
		return ""
	}
	return "; " + how
}

// shut names the operations that the system refused with almost only 401, 403 or 404, if these are most of the called
// operations.
func (ops operations) shut(logInBy string) string {
	if !ops.isHTTP() {
		return ""
	}
	called, total := 0, 0
	all := Operation{Name: "ALL /", Outcomes: map[string]int{}}
	names := map[string][]string{} // by the most frequent status
	for i := range ops {
		o := &ops[i]
		if o.Calls > 0 {
			called++
		}
		if !o.isShut() {
			continue
		}
		total++
		most := o.byCount()[0]
		names[most] = append(names[most], o.Name)
		all.Outcomes[most]++
		if strings.Contains(o.Name, "{") && most == "404" {
			all.Name = "ALL /{id}"
		}
	}
	if 2*total <= called {
		return ""
	}
	var lists []string
	for _, status := range all.byCount() {
		lists = append(lists, status+" from "+some(names[status]))
	}
	return ended(fmt.Sprintf("%d of %d operations answered only 401, 403 or 404: %s", total, called,
		strings.Join(lists, "; ")) + all.guessed("; ") + logIn(logInBy, &all))
}

// isShut reports whether an operation never succeeded, and at least nine in ten of its answers are 401, 403 or 404. The
// other answers come from checks before the authentication.
func (o *Operation) isShut() bool {
	if o.Calls == 0 || o.Succeeded() {
		return false
	}
	refusals, answers := 0, o.Incomplete
	for name, count := range o.Outcomes {
		answers += count
		if status := statusOf(name); status == 401 || status == 403 || status == 404 {
			refusals += count
		}
	}
	return refusals > 0 && 10*refusals >= 9*answers
}

// maxNamed is how many operations a sentence names.
const maxNamed = 6

// some lists the first of some names of operations.
func some(names []string) string {
	if len(names) <= maxNamed {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:maxNamed-1], ", "), len(names)-maxNamed+1)
}
