package signetry

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
)

// Envelope is a document on its way to be signed.
type Envelope struct {
	org        string
	nextNo     int
	events     []Event
	Ref        string       `json:"envelope_ref"`
	Subject    string       `json:"subject"`
	Message    string       `json:"message"`
	Status     string       `json:"status"`
	Signing    string       `json:"signing"`
	Template   string       `json:"template_key,omitempty"`
	Clauses    []string     `json:"clauses"`
	Recipients []*Recipient `json:"recipients"`
	Trashed    bool         `json:"trashed"`
	VoidReason string       `json:"void_reason,omitempty"`
}

// Recipient signs an envelope, or gets a copy.
type Recipient struct {
	No            int    `json:"recipient_no"`
	Email         string `json:"email"`
	FullName      string `json:"full_name"`
	Role          string `json:"role"`
	Turn          int    `json:"turn"`
	Status        string `json:"status"`
	TypedName     string `json:"typed_name,omitempty"`
	DeclineReason string `json:"decline_reason,omitempty"`
}

// Event is an entry of the audit trail.
type Event struct {
	Seq       int    `json:"seq"`
	Kind      string `json:"kind"`
	By        string `json:"by"`
	Recipient int    `json:"recipient_no,omitempty"`
}

var (
	statuses = []string{"draft", "sent", "completed", "declined", "voided"}
	signings = []string{"sequential", "parallel"}
	roles    = []string{"signer", "approver", "copy"}
)

// log adds to the audit trail.
func (e *Envelope) log(c echo.Context, kind string, recipient int) {
	e.events = append(e.events, Event{len(e.events) + 1, kind, caller(c).name, recipient})
}

// NewRecipient is the body that adds a recipient.
type NewRecipient struct {
	Email    *string `json:"email"`
	FullName *string `json:"full_name"`
	Role     *string `json:"role"`
	Turn     *int    `json:"turn"`
}

// UnmarshalJSON wants known fields.
func (n *NewRecipient) UnmarshalJSON(data []byte) error {
	type plain NewRecipient
	return strict(data, (*plain)(n))
}

// recipient checks the body.
func (n NewRecipient) recipient() (*Recipient, error) {
	r := &Recipient{Role: "signer", Turn: 1, Status: "pending"}
	if n.Email == nil || !emailForm.MatchString(*n.Email) || len(*n.Email) > 80 {
		return nil, invalid("email", "want an e-mail address")
	}
	if err := needText("full_name", n.FullName, 1, 80); err != nil {
		return nil, err
	}
	r.Email, r.FullName = *n.Email, *n.FullName
	if n.Role != nil {
		r.Role = *n.Role
	}
	if err := oneOf("role", r.Role, roles); err != nil {
		return nil, err
	}
	if n.Turn != nil {
		r.Turn = *n.Turn
	}
	if r.Turn < 1 || r.Turn > 9 {
		return nil, invalid("turn", "want 1 to 9")
	}
	return r, nil
}

// add gives the recipient the next number.
func (e *Envelope) add(r *Recipient) {
	e.nextNo++
	r.No = e.nextNo
	e.Recipients = append(e.Recipients, r)
}

// has says whether an address is among the recipients.
func (e *Envelope) has(email string) bool {
	return slices.ContainsFunc(e.Recipients, func(r *Recipient) bool { return strings.EqualFold(r.Email, email) })
}

// listEnvelopes answers a page of envelopes, the newest first.
func (a *app) listEnvelopes(c echo.Context) error {
	limit, err := queryInt(c, "limit", 20, 1, 50)
	if err != nil {
		return err
	}
	offset, err := queryInt(c, "offset", 0, 0, 100000)
	if err != nil {
		return err
	}
	status, trashed := c.QueryParam("status"), c.QueryParam("trashed")
	if c.QueryParams().Has("status") {
		if err := oneOf("status", status, statuses); err != nil {
			return err
		}
	}
	if c.QueryParams().Has("trashed") {
		if err := oneOf("trashed", trashed, []string{"true", "false"}); err != nil {
			return err
		}
	}
	email := c.QueryParam("recipient")
	if c.QueryParams().Has("recipient") && email == "" {
		return invalid("recipient", "is empty")
	}
	fits := func(e *Envelope) bool {
		return (status == "" || e.Status == status) && (email == "" || e.has(email))
	}
	rows := []*Envelope{}
	total := 0
	for _, e := range slices.Backward(a.envelopes) {
		if e.org != caller(c).org || e.Trashed != (trashed == "true") {
			continue
		}
		if fits(e) {
			total++
		} else if a.bug != 6 {
			continue
		}
		rows = append(rows, e)
	}
	rows = rows[min(offset, len(rows)):]
	rows = rows[:min(limit, len(rows))]
	rows = slices.DeleteFunc(rows, func(e *Envelope) bool { return !fits(e) })
	return c.JSON(http.StatusOK, echo.Map{"items": rows, "total": total, "offset": offset, "limit": limit})
}

// newEnvelope is the body that creates an envelope.
type newEnvelope struct {
	Subject    *string        `json:"subject"`
	Message    *string        `json:"message"`
	Signing    *string        `json:"signing"`
	Template   *string        `json:"template_key"`
	Clauses    []string       `json:"clauses"`
	Recipients []NewRecipient `json:"recipients"`
}

// build checks the body and makes the envelope.
func (a *app) build(org string, in newEnvelope) (*Envelope, error) {
	e := &Envelope{org: org, Status: "draft", Signing: "sequential", Recipients: []*Recipient{}}
	if err := needText("subject", in.Subject, 1, 120); err != nil {
		return nil, err
	}
	e.Subject = *in.Subject
	if err := text("message", in.Message, 0, 1000); err != nil {
		return nil, err
	}
	if in.Message != nil {
		e.Message = *in.Message
	}
	if in.Signing != nil {
		e.Signing = *in.Signing
	}
	if err := oneOf("signing", e.Signing, signings); err != nil {
		return nil, err
	}
	if err := clauseTexts(in.Clauses, 0); err != nil {
		return nil, err
	}
	e.Clauses = append([]string{}, in.Clauses...)
	if in.Template != nil {
		t := a.findTemplate(org, *in.Template)
		if t == nil {
			return nil, invalid("template_key", "there is no such template")
		}
		e.Template = t.Key
		if a.bug == 2 {
			e.Clauses = append(t.Clauses, in.Clauses...)
		} else {
			e.Clauses = slices.Concat(t.Clauses, in.Clauses)
		}
	}
	if len(in.Recipients) > 10 {
		return nil, invalid("recipients", "want at most 10")
	}
	for _, n := range in.Recipients {
		r, err := n.recipient()
		if err != nil {
			return nil, err
		}
		if e.has(r.Email) {
			return nil, invalid("recipients", "has an address twice")
		}
		e.add(r)
	}
	return e, nil
}

func (a *app) createEnvelope(c echo.Context) error {
	var in newEnvelope
	if err := readBody(c, &in); err != nil {
		return err
	}
	key := c.Request().Header.Get("Idempotency-Key")
	if utf8.RuneCountInString(key) > 64 {
		return invalid("Idempotency-Key", "want at most 64 characters")
	}
	org := caller(c).org
	e, err := a.build(org, in)
	if err != nil {
		return err
	}
	again, _ := json.Marshal(in)
	if done, ok := a.replays[org+"/"+key]; ok && key != "" {
		if done.body != string(again) && a.bug != 3 {
			return conflict("key_reused", "this Idempotency-Key came with another body")
		}
		return c.JSON(http.StatusOK, a.find(org, done.ref))
	}
	e.Ref = fmt.Sprintf("ENV-%04d", len(a.envelopes)+1)
	e.log(c, "created", 0)
	a.envelopes = append(a.envelopes, e)
	if key != "" {
		a.replays[org+"/"+key] = replay{string(again), e.Ref}
	}
	return c.JSON(http.StatusCreated, e)
}

// find returns an envelope of the organisation, nil if there is none.
func (a *app) find(org, ref string) *Envelope {
	for _, e := range a.envelopes {
		if e.org == org && e.Ref == ref {
			return e
		}
	}
	return nil
}

// envelope returns the envelope of the path.
func (a *app) envelope(c echo.Context) (*Envelope, error) {
	e := a.find(caller(c).org, c.Param("envelope_ref"))
	if e == nil {
		return nil, notFound("envelope")
	}
	return e, nil
}

// usable returns the envelope of the path if it is not in the trash.
func (a *app) usable(c echo.Context) (*Envelope, error) {
	e, err := a.envelope(c)
	if err == nil && e.Trashed {
		return nil, conflict("in_trash", "restore the envelope first")
	}
	return e, err
}

// draft returns the envelope of the path if it can be changed.
func (a *app) draft(c echo.Context) (*Envelope, error) {
	e, err := a.usable(c)
	if err == nil && e.Status != "draft" {
		return nil, conflict("not_draft", "the envelope is "+e.Status)
	}
	return e, err
}

func (a *app) getEnvelope(c echo.Context) error {
	e, err := a.envelope(c)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, e)
}

func (a *app) listEvents(c echo.Context) error {
	e, err := a.envelope(c)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, echo.Map{"events": e.events})
}

func (a *app) patchEnvelope(c echo.Context) error {
	var in struct {
		Subject *string `json:"subject"`
		Message *string `json:"message"`
		Signing *string `json:"signing"`
	}
	e, err := a.draft(c)
	if err != nil {
		return err
	}
	if err := readBody(c, &in); err != nil {
		return err
	}
	if err := text("subject", in.Subject, 1, 120); err != nil {
		return err
	}
	if err := text("message", in.Message, 0, 1000); err != nil {
		return err
	}
	if in.Signing != nil {
		if err := oneOf("signing", *in.Signing, signings); err != nil {
			return err
		}
		e.Signing = *in.Signing
	}
	if in.Subject != nil {
		e.Subject = *in.Subject
	}
	if in.Message != nil {
		e.Message = *in.Message
	}
	e.log(c, "edited", 0)
	return c.JSON(http.StatusOK, e)
}

func (a *app) trashEnvelope(c echo.Context) error {
	e, err := a.envelope(c)
	if err != nil {
		return err
	}
	if e.Status == "sent" {
		return conflict("in_progress", "void the envelope first")
	}
	if !e.Trashed {
		e.Trashed = true
		e.log(c, "trashed", 0)
	}
	return c.NoContent(http.StatusNoContent)
}

func (a *app) restoreEnvelope(c echo.Context) error {
	e, err := a.envelope(c)
	if err != nil {
		return err
	}
	if !e.Trashed {
		return conflict("not_in_trash", "the envelope is not in the trash")
	}
	e.Trashed = false
	if a.bug == 4 {
		e.Status = "draft"
	}
	e.log(c, "restored", 0)
	return c.JSON(http.StatusOK, e)
}

func (a *app) addRecipient(c echo.Context) error {
	e, err := a.draft(c)
	if err != nil {
		return err
	}
	var in NewRecipient
	if err := readBody(c, &in); err != nil {
		return err
	}
	r, err := in.recipient()
	if err != nil {
		return err
	}
	taken := e.has(r.Email)
	if a.bug == 7 {
		taken = slices.ContainsFunc(e.Recipients, func(x *Recipient) bool { return x.Email == r.Email })
	}
	if taken {
		return conflict("recipient_exists", "the address is among the recipients")
	}
	if len(e.Recipients) == 10 {
		return conflict("too_many_recipients", "an envelope has at most 10")
	}
	e.add(r)
	e.log(c, "recipient_added", r.No)
	return c.JSON(http.StatusCreated, r)
}

func (a *app) removeRecipient(c echo.Context) error {
	e, err := a.draft(c)
	if err != nil {
		return err
	}
	r, err := e.recipient(c)
	if err != nil {
		return err
	}
	e.Recipients = slices.DeleteFunc(e.Recipients, func(x *Recipient) bool { return x == r })
	e.log(c, "recipient_removed", r.No)
	return c.NoContent(http.StatusNoContent)
}

// recipient returns the recipient of the path.
func (e *Envelope) recipient(c echo.Context) (*Recipient, error) {
	no := pathInt(c, "recipient_no")
	for _, r := range e.Recipients {
		if r.No == no {
			return r, nil
		}
	}
	return nil, notFound("recipient")
}
