package loctext

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

var locales = []string{"en", "de", "fr", "es", "pl", "ja"}

// Project is an app with its strings.
type Project struct {
	ID            string    `json:"project_id"`
	Name          string    `json:"name"`
	SourceLocale  string    `json:"source_locale"`
	TargetLocales []string  `json:"target_locales"`
	StringCount   int       `json:"string_count"`
	CreatedAt     time.Time `json:"created_at"`

	strings map[string]*String
	exports map[string]*Export // what builds fetched, until something changes
}

// Export is what a build needs of a locale.
type Export struct {
	ProjectID string            `json:"project_id"`
	Locale    string            `json:"locale"`
	Texts     map[string]string `json:"texts"`
	Missing   []string          `json:"missing"`

	tag string
}

// changed forgets what builds fetched.
func (p *Project) changed() { p.exports = map[string]*Export{} }

// keys are the keys of the strings, in order.
func (p *Project) keys() []string {
	out := []string{}
	for k := range p.strings {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func (p *Project) view() *Project {
	p.StringCount = len(p.strings)
	return p
}

// named is a project with a name, in whatever case, nil if there is none.
func (s *server) named(name string) *Project {
	for _, p := range s.projects {
		if strings.EqualFold(p.Name, name) {
			return p
		}
	}
	return nil
}

// add adds a project with an ID of its own.
func (s *server) add(p *Project) {
	s.created++
	sum := sha256.Sum256(fmt.Appendf(nil, "project %d", s.created))
	p.ID = "prj_" + hex.EncodeToString(sum[:4])
	p.CreatedAt = time.Now().UTC().Truncate(time.Second)
	p.changed()
	s.projects = append(s.projects, p)
}

func checkName(name string) []cause {
	if n := utf8.RuneCountInString(name); n < 2 || n > 60 || strings.TrimSpace(name) != name {
		return []cause{{"name", "must have 2 to 60 characters, without space around"}}
	}
	return nil
}

func checkTargets(targets []string, source string) []cause {
	seen := map[string]bool{source: true}
	for _, l := range targets {
		if !slices.Contains(locales, l) {
			return []cause{{"target_locales", "has an unknown locale"}}
		}
		if seen[l] {
			return []cause{{"target_locales", "must be different from each other and from source_locale"}}
		}
		seen[l] = true
	}
	if len(targets) == 0 {
		return []cause{{"target_locales", "must not be empty"}}
	}
	return nil
}

func (s *server) listProjects(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if q.Has("target_locale") && !slices.Contains(locales, q.Get("target_locale")) {
		writeError(w, errFields(cause{"target_locale", "is not known"}))
		return
	}
	items := []*Project{}
	for _, p := range s.projects {
		if !q.Has("target_locale") || slices.Contains(p.TargetLocales, q.Get("target_locale")) {
			items = append(items, p.view())
		}
	}
	slices.SortFunc(items, func(a, b *Project) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	writeJSON(w, 200, map[string]any{"items": items})
}

func (s *server) createProject(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Name          string   `json:"name"`
		SourceLocale  *string  `json:"source_locale"`
		TargetLocales []string `json:"target_locales"`
	}
	if e := decode(r, &in); e != nil {
		writeError(w, e)
		return
	}
	source := "en"
	causes := checkName(in.Name)
	if in.SourceLocale != nil {
		source = *in.SourceLocale
		if !slices.Contains(locales, source) {
			causes = append(causes, cause{"source_locale", "is not known"})
		}
	}
	causes = append(causes, checkTargets(in.TargetLocales, source)...)
	if len(causes) > 0 {
		writeError(w, errFields(causes...))
		return
	}
	if s.named(in.Name) != nil {
		writeError(w, errConflict("name_taken", "there is a project with this name"))
		return
	}
	p := &Project{Name: in.Name, SourceLocale: source, TargetLocales: in.TargetLocales, strings: map[string]*String{}}
	s.add(p)
	w.Header().Set("Location", "/v1/projects/"+p.ID)
	writeJSON(w, 201, p.view())
}

func (s *server) getProject(w http.ResponseWriter, _ *http.Request, p *Project) *apiError {
	writeJSON(w, 200, p.view())
	return nil
}

func (s *server) updateProject(w http.ResponseWriter, r *http.Request, p *Project) *apiError {
	var in struct {
		Name          *string   `json:"name"`
		TargetLocales *[]string `json:"target_locales"`
	}
	if e := decode(r, &in); e != nil {
		return e
	}
	var causes []cause
	if in.Name != nil {
		causes = checkName(*in.Name)
	}
	if in.TargetLocales != nil {
		causes = append(causes, checkTargets(*in.TargetLocales, p.SourceLocale)...)
	}
	if len(causes) > 0 {
		return errFields(causes...)
	}
	if in.Name != nil && s.bug != 5 {
		if other := s.named(*in.Name); other != nil && other != p {
			return errConflict("name_taken", "there is a project with this name")
		}
	}
	if in.Name != nil {
		p.Name = *in.Name
	}
	if in.TargetLocales != nil {
		p.TargetLocales = *in.TargetLocales
		for _, x := range p.strings {
			for l := range x.translations {
				if !slices.Contains(p.TargetLocales, l) {
					delete(x.translations, l)
				}
			}
		}
		p.changed()
	}
	writeJSON(w, 200, p.view())
	return nil
}

func (s *server) deleteProject(w http.ResponseWriter, _ *http.Request, p *Project) *apiError {
	s.projects = slices.DeleteFunc(s.projects, func(x *Project) bool { return x == p })
	w.WriteHeader(204)
	return nil
}

func (s *server) copyProject(w http.ResponseWriter, r *http.Request, p *Project) *apiError {
	var in struct {
		Name string `json:"name"`
	}
	if e := decode(r, &in); e != nil {
		return e
	}
	if causes := checkName(in.Name); causes != nil {
		return errFields(causes...)
	}
	if s.named(in.Name) != nil {
		return errConflict("name_taken", "there is a project with this name")
	}
	c := &Project{
		Name:          in.Name,
		SourceLocale:  p.SourceLocale,
		TargetLocales: slices.Clone(p.TargetLocales),
		strings:       map[string]*String{},
	}
	for k, x := range p.strings {
		y := *x
		y.Tags = slices.Clone(x.Tags)
		if s.bug != 3 {
			y.translations = map[string]*Translation{}
			for l, t := range x.translations {
				copied := *t
				y.translations[l] = &copied
			}
		}
		c.strings[k] = &y
	}
	s.add(c)
	w.Header().Set("Location", "/v1/projects/"+c.ID)
	writeJSON(w, 201, c.view())
	return nil
}

func (s *server) progress(w http.ResponseWriter, _ *http.Request, p *Project) *apiError {
	type line struct {
		Locale     string `json:"locale"`
		Total      int    `json:"total"`
		Translated int    `json:"translated"`
		Approved   int    `json:"approved"`
		Percent    int    `json:"percent"`
	}
	lines := []line{}
	for _, l := range p.TargetLocales {
		n := line{Locale: l, Total: len(p.strings)}
		for _, x := range p.strings {
			if x.translated(l) {
				n.Translated++
			}
			if t := x.translations[l]; t != nil && t.Status == "approved" {
				n.Approved++
			}
		}
		if n.Total > 0 {
			n.Percent = n.Translated * 100 / n.Total
			if s.bug == 2 {
				n.Percent = (n.Translated*100 + n.Total/2) / n.Total
			}
		}
		lines = append(lines, n)
	}
	writeJSON(w, 200, map[string]any{"project_id": p.ID, "locales": lines})
	return nil
}

// export answers from what an earlier build fetched if nothing changed since.
func (s *server) export(w http.ResponseWriter, r *http.Request, p *Project) *apiError {
	locale := param(r, "locale")
	if !slices.Contains(p.TargetLocales, locale) {
		return errNotFound("locale")
	}
	out, ok := p.exports[locale]
	if !ok {
		out = &Export{ProjectID: p.ID, Locale: locale, Texts: map[string]string{}, Missing: []string{}}
		for _, k := range p.keys() {
			if t := p.strings[k].translations[locale]; t != nil && t.Status == "approved" {
				out.Texts[k] = t.Text
			} else {
				out.Missing = append(out.Missing, k)
			}
		}
		text, err := json.Marshal(out)
		if err != nil {
			return &apiError{Status: 500, Code: "internal", Message: "the export failed"}
		}
		sum := sha256.Sum256(text)
		out.tag = `"` + hex.EncodeToString(sum[:8]) + `"`
		p.exports[locale] = out
	}
	w.Header().Set("ETag", out.tag)
	if r.Header.Get("If-None-Match") == out.tag {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	writeJSON(w, 200, out)
	return nil
}
