package loctext

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

var (
	keyForm     = regexp.MustCompile(`^[a-z0-9_]+(\.[a-z0-9_]+){0,5}$`)
	tagForm     = regexp.MustCompile(`^[a-z0-9-]{1,20}$`)
	placeholder = regexp.MustCompile(`\{[a-z_]+\}`)
)

// String is a text of an app, in the language in which it was written.
type String struct {
	Key       string            `json:"key"`
	Source    string            `json:"source"`
	Context   string            `json:"context"`
	MaxLength *int              `json:"max_length,omitempty"`
	Tags      []string          `json:"tags"`
	States    map[string]string `json:"translations"`

	translations map[string]*Translation
}

// Translation is a string in another language.
type Translation struct {
	Key          string `json:"key"`
	Locale       string `json:"locale"`
	Text         string `json:"text"`
	Status       string `json:"status"`
	Comment      string `json:"comment,omitempty"`
	TranslatedBy string `json:"translated_by"`
	ReviewedBy   string `json:"reviewed_by,omitempty"`
	Revision     int    `json:"revision"`
}

// translated reports whether there is something to use in a locale.
func (x *String) translated(locale string) bool {
	t := x.translations[locale]
	return t != nil && (t.Status == "draft" || t.Status == "approved")
}

func (x *String) view() *String {
	x.States = map[string]string{}
	for l, t := range x.translations {
		x.States[l] = t.Status
	}
	return x
}

// placeholders are those of a text, in order and once each.
func placeholders(text string) []string {
	found := placeholder.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// stringOf finds the string of the path.
func stringOf(r *http.Request, p *Project) (*String, *apiError) {
	if x := p.strings[param(r, "key")]; x != nil {
		return x, nil
	}
	return nil, errNotFound("string")
}

func (s *server) listStrings(w http.ResponseWriter, r *http.Request, p *Project) *apiError {
	limit, e := pageSize(r, 200, 50)
	if e != nil {
		return e
	}
	q := r.URL.Query()
	untranslated := q.Get("untranslated")
	if q.Has("untranslated") && !slices.Contains(p.TargetLocales, untranslated) {
		return errFields(cause{"untranslated", "must be a target locale of the project"})
	}
	find := strings.ToLower(q.Get("q"))
	items, next := []*String{}, any(nil)
	for _, k := range p.keys() {
		x := p.strings[k]
		switch {
		case k <= q.Get("after"),
			q.Has("untranslated") && x.translated(untranslated),
			!strings.Contains(k, find) && !strings.Contains(strings.ToLower(x.Source), find),
			!s.tagged(x, q["tag"]):
			continue
		}
		if len(items) == limit {
			next = items[limit-1].Key
			break
		}
		items = append(items, x.view())
	}
	writeJSON(w, 200, map[string]any{"items": items, "next_after": next})
	return nil
}

// tagged reports whether a string has the tags that a list wants.
func (s *server) tagged(x *String, want []string) bool {
	has := func(tag string) bool { return slices.Contains(x.Tags, tag) }
	if s.bug == 7 {
		return len(want) == 0 || slices.ContainsFunc(want, has)
	}
	return !slices.ContainsFunc(want, func(tag string) bool { return !has(tag) })
}

func (s *server) getString(w http.ResponseWriter, r *http.Request, p *Project) *apiError {
	x, e := stringOf(r, p)
	if e == nil {
		writeJSON(w, 200, x.view())
	}
	return e
}

func (s *server) putString(w http.ResponseWriter, r *http.Request, p *Project) *apiError {
	var in struct {
		Source    string   `json:"source"`
		Context   string   `json:"context"`
		MaxLength *int     `json:"max_length"`
		Tags      []string `json:"tags"`
	}
	if e := decode(r, &in); e != nil {
		return e
	}
	key := param(r, "key")
	causes := []cause{}
	if !keyForm.MatchString(key) || len(key) > 80 {
		causes = append(causes, cause{"key", "must look like checkout.button.pay, with up to 80 characters"})
	}
	if n := utf8.RuneCountInString(in.Source); n < 1 || n > 1000 {
		causes = append(causes, cause{"source", "must have 1 to 1000 characters"})
	}
	if utf8.RuneCountInString(in.Context) > 300 {
		causes = append(causes, cause{"context", "must have up to 300 characters"})
	}
	if in.MaxLength != nil && (*in.MaxLength < 1 || *in.MaxLength > 1000) {
		causes = append(causes, cause{"max_length", "must be from 1 to 1000"})
	}
	tags := slices.Clone(in.Tags)
	slices.Sort(tags)
	if len(slices.Compact(slices.Clone(tags))) != len(in.Tags) || len(in.Tags) > 8 ||
		slices.ContainsFunc(tags, func(t string) bool { return !tagForm.MatchString(t) }) {
		causes = append(causes, cause{"tags", "must be up to 8 different tags such as legal"})
	}
	if len(causes) > 0 {
		return errFields(causes...)
	}
	if tags == nil {
		tags = []string{}
	}
	p.changed()
	x, known := p.strings[key]
	if !known {
		x = &String{Key: key, Source: in.Source, translations: map[string]*Translation{}}
		p.strings[key] = x
	}
	if x.Source != in.Source || s.bug == 8 {
		for _, t := range x.translations {
			if t.Status != "outdated" {
				t.set("outdated", "", "")
			}
		}
	}
	x.Source, x.Context, x.MaxLength, x.Tags = in.Source, in.Context, in.MaxLength, tags
	status := 200
	if !known {
		status = 201
	}
	writeJSON(w, status, x.view())
	return nil
}

func (s *server) deleteString(w http.ResponseWriter, r *http.Request, p *Project) *apiError {
	x, e := stringOf(r, p)
	if e != nil {
		return e
	}
	delete(p.strings, x.Key)
	p.changed()
	w.WriteHeader(204)
	return nil
}

// set moves a translation to another status.
func (t *Translation) set(status, comment, reviewer string) {
	t.Status, t.Comment, t.ReviewedBy = status, comment, reviewer
	t.Revision++
}

// translationOf finds the string and the translation of the path. The translation is nil if there is none yet.
func translationOf(r *http.Request, p *Project) (*String, string, *Translation, *apiError) {
	x, e := stringOf(r, p)
	if e != nil {
		return nil, "", nil, e
	}
	locale := param(r, "locale")
	if !slices.Contains(p.TargetLocales, locale) {
		return nil, "", nil, errNotFound("locale")
	}
	return x, locale, x.translations[locale], nil
}

// mayWrite refuses translators of other languages.
func mayWrite(r *http.Request, locale string) *apiError {
	if a := caller(r); a.Role == "translator" && a.Locale != locale {
		return errForbidden("translators write their own language only")
	}
	return nil
}

// checkText says what is wrong with a text as a translation.
func (s *server) checkText(x *String, text, field string) []cause {
	n := utf8.RuneCountInString(text)
	if n < 1 || n > 1000 {
		return []cause{{field, "must have 1 to 1000 characters"}}
	}
	if s.bug == 1 {
		n = len(text)
	}
	if x.MaxLength != nil && n > *x.MaxLength {
		return []cause{{field, fmt.Sprintf("has more than %d characters", *x.MaxLength)}}
	}
	if !slices.Equal(placeholders(text), placeholders(x.Source)) {
		return []cause{{field, "must have the placeholders of the source"}}
	}
	return nil
}

// translate writes a text and reports whether it is the first in its language.
func (x *String) translate(locale, text, by string) (*Translation, bool) {
	t, known := x.translations[locale]
	if !known {
		t = &Translation{Key: x.Key, Locale: locale}
		x.translations[locale] = t
	}
	t.Text, t.TranslatedBy = text, by
	t.set("draft", "", "")
	return t, !known
}

func writeTranslation(w http.ResponseWriter, status int, t *Translation) {
	w.Header().Set("ETag", fmt.Sprintf(`"%d"`, t.Revision))
	writeJSON(w, status, t)
}

// fresh refuses a change of another revision than the caller knows, if the caller says which.
func fresh(r *http.Request, t *Translation) *apiError {
	tag := r.Header.Get("If-Match")
	if tag == "" || t != nil && (tag == "*" || tag == fmt.Sprintf(`"%d"`, t.Revision)) {
		return nil
	}
	return &apiError{Status: http.StatusPreconditionFailed, Code: "changed", Message: "it is another revision by now"}
}

func (s *server) getTranslation(w http.ResponseWriter, r *http.Request, p *Project) *apiError {
	_, _, t, e := translationOf(r, p)
	if e != nil {
		return e
	}
	if t == nil {
		return errNotFound("translation")
	}
	writeTranslation(w, 200, t)
	return nil
}

func (s *server) putTranslation(w http.ResponseWriter, r *http.Request, p *Project) *apiError {
	x, locale, t, e := translationOf(r, p)
	if e != nil {
		return e
	}
	if e := mayWrite(r, locale); e != nil {
		return e
	}
	var in struct {
		Text string `json:"text"`
	}
	if e := decode(r, &in); e != nil {
		return e
	}
	if causes := s.checkText(x, in.Text, "text"); causes != nil {
		return errFields(causes...)
	}
	if e := fresh(r, t); e != nil {
		return e
	}
	p.changed()
	t, first := x.translate(locale, in.Text, caller(r).Name)
	status := 200
	if first {
		status = 201
	}
	writeTranslation(w, status, t)
	return nil
}

func (s *server) deleteTranslation(w http.ResponseWriter, r *http.Request, p *Project) *apiError {
	x, locale, t, e := translationOf(r, p)
	if e != nil {
		return e
	}
	if e := mayWrite(r, locale); e != nil {
		return e
	}
	if t == nil {
		return errNotFound("translation")
	}
	if e := fresh(r, t); e != nil {
		return e
	}
	delete(x.translations, locale)
	p.changed()
	w.WriteHeader(204)
	return nil
}

func (s *server) review(w http.ResponseWriter, r *http.Request, p *Project) *apiError {
	_, _, t, e := translationOf(r, p)
	if e != nil {
		return e
	}
	var in struct {
		Verdict string `json:"verdict"`
		Comment string `json:"comment"`
	}
	if e := decode(r, &in); e != nil {
		return e
	}
	n := utf8.RuneCountInString(in.Comment)
	switch {
	case in.Verdict != "approve" && in.Verdict != "reject":
		return errFields(cause{"verdict", "must be approve or reject"})
	case n > 300:
		return errFields(cause{"comment", "must have up to 300 characters"})
	case in.Verdict == "reject" && n == 0:
		return errFields(cause{"comment", "must say why"})
	case t == nil:
		return errNotFound("translation")
	}
	if t.Status != "draft" {
		return errConflict("not_a_draft", "the translation is "+t.Status)
	}
	status := map[string]string{"approve": "approved", "reject": "rejected"}[in.Verdict]
	t.set(status, in.Comment, caller(r).Name)
	if s.bug != 6 {
		p.changed()
	}
	writeTranslation(w, 200, t)
	return nil
}

// importTexts writes many translations of a language at once, or none if one of them is wrong.
func (s *server) importTexts(w http.ResponseWriter, r *http.Request, p *Project) *apiError {
	var in struct {
		Locale  string `json:"locale"`
		Entries []struct {
			Key  string `json:"key"`
			Text string `json:"text"`
		} `json:"entries"`
	}
	if e := decode(r, &in); e != nil {
		return e
	}
	if !slices.Contains(p.TargetLocales, in.Locale) {
		return errFields(cause{"locale", "must be a target locale of the project"})
	}
	if e := mayWrite(r, in.Locale); e != nil {
		return e
	}
	if n := len(in.Entries); n < 1 || n > 500 {
		return errFields(cause{"entries", "must be 1 to 500"})
	}
	by, created, updated := caller(r).Name, 0, 0
	write := func(x *String, text string) {
		if _, first := x.translate(in.Locale, text, by); first {
			created++
		} else {
			updated++
		}
	}
	seen := map[string]bool{}
	causes := []cause{}
	for i, entry := range in.Entries {
		at := fmt.Sprintf("entries[%d].", i)
		x := p.strings[entry.Key]
		switch {
		case x == nil:
			causes = append(causes, cause{at + "key", "is not a string of the project"})
			continue
		case seen[entry.Key]:
			causes = append(causes, cause{at + "key", "is there twice"})
			continue
		}
		seen[entry.Key] = true
		wrong := s.checkText(x, entry.Text, at+"text")
		causes = append(causes, wrong...)
		if s.bug == 4 && len(wrong) == 0 {
			write(x, entry.Text)
		}
	}
	p.changed()
	if len(causes) > 0 {
		return errFields(causes...)
	}
	if s.bug != 4 {
		for _, entry := range in.Entries {
			write(p.strings[entry.Key], entry.Text)
		}
	}
	writeJSON(w, 200, map[string]any{"created": created, "updated": updated})
	return nil
}
