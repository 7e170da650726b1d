// Package heronmail is a service for newsletters: brands keep contacts and lists, write campaigns to the subscribers of
// a list, and count what comes back.
package heronmail

import (
	"crypto/sha256"
	_ "embed" // the document
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
)

// Schema is the OpenAPI document of the service.
//
//go:embed openapi.yaml
var Schema []byte

// account is who may log in.
type account struct {
	Name     string `json:"username"`
	Role     string `json:"role"`
	Brand    string `json:"brand"`
	password string
}

var accounts = []account{
	{"tern-admin", "admin", "tern", "quill-1"},
	{"tern-editor", "editor", "tern", "quill-2"},
	{"coot-admin", "admin", "coot", "quill-3"},
}

// failure is an answer that refuses.
type failure struct {
	status  int
	Code    string `json:"code"`
	Message string `json:"message"`
	Field   string `json:"field,omitempty"`
}

func (f *failure) Error() string { return f.Code + ": " + f.Message }

func missing(what string) error       { return &failure{404, "not_found", "no such " + what, ""} }
func denied(why string) error         { return &failure{403, "forbidden", why, ""} }
func conflict(code, why string) error { return &failure{409, code, why, ""} }
func invalid(field, why string) error { return &failure{422, "invalid", why, field} }

// api keeps everything in memory behind one mutex.
type api struct {
	mu        sync.Mutex
	bug       int
	tokens    map[string]account
	contacts  []*contact
	made      int // contacts ever
	lists     []*list
	campaigns []*campaign
}

// New returns a service without contacts, with bug n of BUGS.md built in, 0 for none.
func New(bug int) http.Handler {
	a := &api{bug: bug, tokens: map[string]account{}}
	e := echo.New()
	e.HideBanner = true
	e.HTTPErrorHandler = refuse
	e.Use(a.locked)
	g := e.Group("/mail/v1")
	g.POST("/auth/login", a.logIn)
	in := g.Group("", a.loggedIn)
	admin := role("admin")

	in.GET("/contacts", a.listContacts)
	in.POST("/contacts", a.createContact, admin)
	in.POST("/contacts/imports", a.importContacts, admin)
	in.GET("/contacts/:contact_id", a.getContact)
	in.PATCH("/contacts/:contact_id", a.patchContact, admin)
	in.DELETE("/contacts/:contact_id", a.eraseContact, admin)
	in.POST("/contacts/:contact_id/merge", a.mergeContact, admin)
	in.GET("/lists", a.listLists)
	in.POST("/lists", a.createList, admin)
	in.GET("/lists/:slug", a.getList)
	in.GET("/lists/:slug/members", a.listMembers)
	in.GET("/lists/:slug/members/:contact_id", a.getMember)
	in.PUT("/lists/:slug/members/:contact_id", a.subscribe, admin)
	in.DELETE("/lists/:slug/members/:contact_id", a.unsubscribe, admin)
	in.POST("/lists/:slug/members/:contact_id/confirmation", a.confirm, admin)
	in.GET("/campaigns", a.listCampaigns)
	in.POST("/campaigns", a.createCampaign)
	in.GET("/campaigns/:campaign_no", a.getCampaign)
	in.PATCH("/campaigns/:campaign_no", a.patchCampaign)
	in.DELETE("/campaigns/:campaign_no", a.deleteCampaign)
	in.POST("/campaigns/:campaign_no/schedule", a.schedule)
	in.POST("/campaigns/:campaign_no/unschedule", a.unschedule)
	in.POST("/campaigns/:campaign_no/duplicate", a.duplicate)
	in.POST("/campaigns/:campaign_no/send", a.send, admin)
	in.GET("/campaigns/:campaign_no/recipients", a.recipients)
	in.POST("/campaigns/:campaign_no/events", a.addEvent)
	in.GET("/campaigns/:campaign_no/stats", a.stats)
	return e
}

// refuse writes an error as the service does.
func refuse(err error, c echo.Context) {
	var f *failure
	var h *echo.HTTPError
	switch {
	case errors.As(err, &f):
	case errors.As(err, &h):
		f = &failure{h.Code, "http", http.StatusText(h.Code), ""}
	default:
		f = &failure{500, "internal", "internal error", ""}
	}
	_ = c.JSON(f.status, f)
}

func (a *api) locked(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		a.mu.Lock()
		defer a.mu.Unlock()
		return next(c)
	}
}

// loggedIn wants a token.
func (a *api) loggedIn(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		token, ok := strings.CutPrefix(c.Request().Header.Get("Authorization"), "Bearer ")
		who, known := a.tokens[token]
		if !ok || !known {
			return &failure{401, "unauthenticated", "log in first", ""}
		}
		c.Set("account", who)
		return next(c)
	}
}

// role wants one of the roles.
func role(roles ...string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if !slices.Contains(roles, caller(c).Role) {
				return denied("not for your role")
			}
			return next(c)
		}
	}
}

func caller(c echo.Context) account { return c.Get("account").(account) }

func (a *api) logIn(c echo.Context) error {
	var in struct {
		Username *string `json:"username"`
		Password *string `json:"password"`
	}
	if err := read(c, &in); err != nil {
		return err
	}
	if in.Username == nil {
		return invalid("username", "is required")
	}
	if in.Password == nil {
		return invalid("password", "is required")
	}
	for _, who := range accounts {
		if who.Name == *in.Username && who.password == *in.Password {
			token := digest("token", who.Name, who.password)
			a.tokens[token] = who
			return c.JSON(200, map[string]any{"token": token, "account": who})
		}
	}
	return &failure{401, "unauthenticated", "name or password is wrong", ""}
}

func digest(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	return hex.EncodeToString(sum[:16])
}

// read decodes the body, which has to be one JSON object with the fields of into and no null.
func read(c echo.Context, into any) error {
	data, err := io.ReadAll(io.LimitReader(c.Request().Body, 1<<20))
	if err != nil {
		return &failure{400, "bad_json", "the body cannot be read", ""}
	}
	return decode(data, into, "")
}

func decode(data []byte, into any, at string) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil || fields == nil {
		if at != "" {
			return invalid(strings.TrimSuffix(at, "."), "must be an object")
		}
		return &failure{400, "bad_json", "the body must be a JSON object", ""}
	}
	known := map[string]bool{}
	t := reflect.TypeOf(into).Elem()
	for i := range t.NumField() {
		known[t.Field(i).Tag.Get("json")] = true
	}
	names := make([]string, 0, len(fields))
	for name := range fields {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if !known[name] {
			return invalid(at+name, "is not known")
		}
		if hasNull(fields[name]) {
			return invalid(at+name, "must not be null")
		}
	}
	var wrong *json.UnmarshalTypeError
	if err := json.Unmarshal(data, into); errors.As(err, &wrong) {
		return invalid(at+wrong.Field, "has the wrong type")
	} else if err != nil {
		return &failure{400, "bad_json", "the body must be a JSON object", ""}
	}
	return nil
}

// hasNull says whether a value is null, or a list with a null in it.
func hasNull(raw json.RawMessage) bool {
	var v any
	_ = json.Unmarshal(raw, &v) // it is part of a valid document
	list, _ := v.([]any)
	return v == nil || slices.Contains(list, nil)
}

// number reads a whole number of the query.
func number(c echo.Context, name string, otherwise, low, high int) (int, error) {
	if !c.QueryParams().Has(name) {
		return otherwise, nil
	}
	n, err := strconv.Atoi(c.QueryParam(name))
	if err != nil || n < low || n > high {
		return 0, invalid(name, "must be a number from "+strconv.Itoa(low)+" to "+strconv.Itoa(high))
	}
	return n, nil
}

// length checks a string that is there.
func length(field string, s *string, low, high int) error {
	if s == nil {
		return nil
	}
	if n := utf8.RuneCountInString(*s); n < low || n > high {
		return invalid(field, "is too short or too long")
	}
	return nil
}
