package openapi

import (
	"slices"
	"strings"
)

// securityReader reads the security schemes, and the schemes that calls need.
type securityReader struct {
	*files
	schemes []SecurityScheme // sorted by name
	known   map[string]bool  // by name
}

// readSecurity reads the declared schemes of a document.
func readSecurity(f *files, d dialect, root at) *securityReader {
	declared := root.get("components").get("securitySchemes")
	if d.swagger {
		declared = root.get("securityDefinitions")
	}
	r := &securityReader{files: f, known: map[string]bool{}}
	for name, v := range f.first(declared, maxSchemes, "security schemes").members() {
		if strings.HasPrefix(name, "x-") && !v.isMap() {
			continue
		}
		v = f.deref(v, "the security scheme "+name)
		if scheme, ok := r.scheme(name, v); ok {
			r.schemes, r.known[name] = append(r.schemes, scheme), true
		}
	}
	slices.SortStableFunc(r.schemes, func(a, b SecurityScheme) int { return strings.Compare(a.Name, b.Name) })
	return r
}

func (r *securityReader) scheme(name string, v at) (SecurityScheme, bool) {
	out := SecurityScheme{Name: name, Type: r.text(v.get("type"), "the type of "+name),
		Description: r.text(v.get("description"), "the description of "+name)}
	switch out.Type {
	case "basic": // of Swagger
		out.Type, out.Scheme = "http", "basic"
	case "http":
		out.Scheme = strings.ToLower(r.text(v.get("scheme"), "the scheme of "+name))
	case "apiKey":
		out.In = r.text(v.get("in"), "the place of "+name)
		out.Param = r.text(v.get("name"), "the name in "+name)
		if out.Param == "" || !slices.Contains([]string{InHeader, InQuery, InCookie}, out.In) {
			r.warn("the security scheme %s does not say where the key goes", name)
			return out, false
		}
	case "oauth2":
		out.TokenURL = r.tokenURL(v)
	case "openIdConnect", "mutualTLS":
	default:
		r.warn("the security scheme %s has the unknown type %q", name, out.Type)
		return out, false
	}
	return out, true
}

// tokenURL returns the URL where the password flow issues tokens. In Swagger each scheme has one flow, and its name
// stands beside the URL.
func (r *securityReader) tokenURL(v at) string {
	flow := v.get("flows").get("password")
	if v.get("flow").ok() {
		if r.text(v.get("flow"), "the flow of a security scheme") != "password" {
			return ""
		}
		flow = v
	}
	return r.text(flow.get("tokenUrl"), "the tokenUrl of a security scheme")
}

// requirements reads a list of alternatives. declared is false if there is no list.
func (r *securityReader) requirements(a at) (all []Requirement, declared bool) {
	if !a.isList() {
		if a.ok() {
			r.warn("security is %s, not a list", a.kind())
		}
		return nil, false
	}
	for alternative := range r.first(a, maxAlternatives, "security").items() {
		// An alternative with an unknown scheme cannot be satisfied; without that scheme it would mean that no
		// authentication is needed.
		if need, known := r.requirement(alternative); known && alternative.isMap() {
			all = append(all, need)
		}
	}
	return all, true
}

// requirement reads one alternative. known is false if it needs an undeclared scheme.
func (r *securityReader) requirement(alternative at) (need Requirement, known bool) {
	need, known = Requirement{}, true
	for name, scopes := range r.first(alternative, maxAlternatives, "security").members() {
		if !r.known[name] {
			r.warn("the security scheme %s is not declared", name)
			known = false
			continue
		}
		need[name] = r.texts(scopes, "the scopes of "+name)
	}
	return need, known
}
