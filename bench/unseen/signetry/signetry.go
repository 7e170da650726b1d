// Package signetry is a REST service for electronic signatures: an office writes templates, makes envelopes of them and
// sends the envelopes to be signed.
package signetry

import (
	_ "embed" // the document of the service
	"net/http"
	"sync"

	"github.com/labstack/echo/v4"
)

// Schema is the OpenAPI document.
//
//go:embed openapi.yaml
var Schema []byte

// account is an API key: who calls, for which organisation, and in which role.
type account struct {
	name, org, role string
}

var accounts = map[string]account{
	"sg-alder-desk-71":  {"alder-desk", "alder", "sender"},
	"sg-alder-audit-72": {"alder-audit", "alder", "auditor"},
	"sg-birch-desk-83":  {"birch-desk", "birch", "sender"},
}

// planCredits is how many envelopes an organisation may send.
const planCredits = 6

// app has the state of all organisations.
type app struct {
	sync.Mutex
	bug       int
	envelopes []*Envelope
	templates []*Template
	used      map[string]int    // credits, by organisation
	replays   map[string]replay // by organisation and Idempotency-Key
}

// replay is what was made with an Idempotency-Key.
type replay struct {
	body string
	ref  string
}

// New returns a service without envelopes, with bug n of BUGS.md built in, 0 for none.
func New(bug int) http.Handler {
	a := &app{bug: bug, used: map[string]int{}, replays: map[string]replay{}}
	e := echo.New()
	e.HideBanner = true
	e.HTTPErrorHandler = answerError
	api := e.Group("", a.lock, authenticate)

	api.GET("/credits", a.getCredits)

	api.GET("/templates", a.listTemplates)
	api.POST("/templates", a.createTemplate, senders)
	api.GET("/templates/:template_key", a.getTemplate)
	api.DELETE("/templates/:template_key", a.deleteTemplate, senders)
	api.PUT("/templates/:template_key/clauses/:clause_no", a.putClause, senders)

	api.GET("/envelopes", a.listEnvelopes)
	api.POST("/envelopes", a.createEnvelope, senders)
	api.GET("/envelopes/:envelope_ref", a.getEnvelope)
	api.PATCH("/envelopes/:envelope_ref", a.patchEnvelope, senders)
	api.DELETE("/envelopes/:envelope_ref", a.trashEnvelope, senders)
	api.POST("/envelopes/:envelope_ref/restore", a.restoreEnvelope, senders)
	api.GET("/envelopes/:envelope_ref/events", a.listEvents)
	api.POST("/envelopes/:envelope_ref/send", a.sendEnvelope, senders)
	api.POST("/envelopes/:envelope_ref/void", a.voidEnvelope, senders)
	api.POST("/envelopes/:envelope_ref/recipients", a.addRecipient, senders)
	api.DELETE("/envelopes/:envelope_ref/recipients/:recipient_no", a.removeRecipient, senders)
	api.POST("/envelopes/:envelope_ref/recipients/:recipient_no/sign", a.sign, senders)
	api.POST("/envelopes/:envelope_ref/recipients/:recipient_no/decline", a.decline, senders)

	api.POST("/dispatches", a.dispatch, senders)
	return e
}

// lock keeps requests apart.
func (a *app) lock(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		a.Lock()
		defer a.Unlock()
		return next(c)
	}
}

// authenticate finds the account of the API key.
func authenticate(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		acc, ok := accounts[c.Request().Header.Get("X-Api-Key")]
		if !ok {
			return fail(http.StatusUnauthorized, "unauthorized", "send a valid X-Api-Key")
		}
		c.Set("account", acc)
		return next(c)
	}
}

// senders lets only senders through.
func senders(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if caller(c).role != "sender" {
			return fail(http.StatusForbidden, "forbidden", "auditors only read")
		}
		return next(c)
	}
}

func caller(c echo.Context) account { return c.Get("account").(account) }

// Error is the body of an answer that refuses.
type Error struct {
	status  int
	Code    string `json:"code"`
	Message string `json:"message"`
	Field   string `json:"field,omitempty"`
}

func (e *Error) Error() string { return e.Message }

func fail(status int, code, message string) error { return &Error{status, code, message, ""} }
func conflict(code, message string) error         { return fail(http.StatusConflict, code, message) }
func notFound(what string) error {
	return fail(http.StatusNotFound, "not_found", "there is no such "+what)
}

func invalid(field, message string) error {
	return &Error{http.StatusUnprocessableEntity, "invalid", message, field}
}

// answerError writes errors of handlers and of the router.
func answerError(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	e := &Error{http.StatusInternalServerError, "internal", "internal error", ""}
	switch x := err.(type) {
	case *Error:
		e = x
	case *echo.HTTPError:
		e = &Error{x.Code, "http", http.StatusText(x.Code), ""}
	}
	_ = c.JSON(e.status, e)
}

// getCredits answers how many envelopes the organisation may still send.
func (a *app) getCredits(c echo.Context) error {
	used := a.used[caller(c).org]
	return c.JSON(http.StatusOK, echo.Map{"plan": planCredits, "used": used, "left": planCredits - used})
}
