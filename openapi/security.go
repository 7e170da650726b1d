package openapi

import (
	"slices"
	"strings"
)

func (r *reader) securitySchemes(root at) {
	declared := root.get("components").get("securitySchemes")
	if r.swagger {
		declared = root.get("securityDefinitions")
	}
	for name, v := range declared.members() {
		if strings.HasPrefix(name, "x-") && !v.isMap() {
			continue
		}
		v = r.deref(v, "the security scheme "+name)
		if s, ok := r.securityScheme(name, v); ok {
			r.doc.Security = append(r.doc.Security, s)
		}
	}
	slices.SortStableFunc(r.doc.Security, func(a, b SecurityScheme) int { return strings.Compare(a.Name, b.Name) })
}

func (r *reader) securityScheme(name string, v at) (SecurityScheme, bool) {
	s := SecurityScheme{Name: name, Type: r.text(v.get("type"), "the type of "+name)}
	switch s.Type {
	case "basic": // Swagger
		s.Type, s.Scheme = "http", "basic"
	case "http":
		s.Scheme = strings.ToLower(r.text(v.get("scheme"), "the scheme of "+name))
	case "apiKey":
		s.In = r.text(v.get("in"), "the place of "+name)
		s.Param = r.text(v.get("name"), "the name in "+name)
		if s.Param == "" || !slices.Contains([]string{InHeader, InQuery, InCookie}, s.In) {
			r.warn("the security scheme %s does not say where the key goes", name)
			return s, false
		}
	case "oauth2", "openIdConnect", "mutualTLS":
	default:
		r.warn("the security scheme %s has the unknown type %q", name, s.Type)
		return s, false
	}
	return s, true
}

// requirements reads a list of alternatives; declared is false where there is no list.
func (r *reader) requirements(a at) (all []Requirement, declared bool) {
	if !a.isList() {
		if a.ok() {
			r.warn("security is %s, not a list", a.kind())
		}
		return nil, false
	}
	for alternative := range a.items() {
		need := Requirement{}
		known := true
		for name, scopes := range alternative.members() {
			if !slices.ContainsFunc(r.doc.Security, func(s SecurityScheme) bool { return s.Name == name }) {
				r.warn("the security scheme %s is not declared", name)
				known = false
				continue
			}
			need[name] = r.texts(scopes, "the scopes of "+name)
		}
		// An alternative with an unknown part cannot be met; without that
		// part it would read as "no authentication needed".
		if known && alternative.isMap() {
			all = append(all, need)
		}
	}
	return all, true
}
