package signetry

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"
)

// sendable says why an envelope cannot be sent, nil if it can.
func (e *Envelope) sendable() error {
	switch {
	case e.Trashed:
		return conflict("in_trash", "restore "+e.Ref+" first")
	case e.Status != "draft":
		return conflict("not_draft", e.Ref+" is "+e.Status)
	case !slices.ContainsFunc(e.Recipients, func(r *Recipient) bool { return r.Role != "copy" }):
		return conflict("no_signer", e.Ref+" has nobody to sign or approve")
	}
	return nil
}

// send takes a credit and sends the envelope.
func (a *app) send(c echo.Context, e *Envelope) error {
	if err := e.sendable(); err != nil {
		return err
	}
	if a.used[e.org] == planCredits {
		return conflict("no_credit", "all credits are used")
	}
	a.used[e.org]++
	e.Status = "sent"
	e.log(c, "sent", 0)
	return nil
}

func (a *app) sendEnvelope(c echo.Context) error {
	e, err := a.envelope(c)
	if err != nil {
		return err
	}
	if err := a.send(c, e); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, e)
}

// dispatch sends several envelopes, all or none.
func (a *app) dispatch(c echo.Context) error {
	var in struct {
		Refs []string `json:"envelope_refs"`
	}
	if err := readBody(c, &in); err != nil {
		return err
	}
	if len(in.Refs) < 1 || len(in.Refs) > 10 {
		return invalid("envelope_refs", "want 1 to 10")
	}
	list := []*Envelope{}
	for _, ref := range in.Refs {
		e := a.find(caller(c).org, ref)
		if e == nil {
			return invalid("envelope_refs", "there is no envelope "+ref)
		}
		if slices.Contains(list, e) {
			return invalid("envelope_refs", "has "+ref+" twice")
		}
		list = append(list, e)
	}
	if a.bug != 8 {
		for _, e := range list {
			if err := e.sendable(); err != nil {
				return err
			}
		}
		if a.used[caller(c).org]+len(list) > planCredits {
			return conflict("no_credit", "there are not enough credits")
		}
	}
	for _, e := range list {
		if err := a.send(c, e); err != nil {
			return err
		}
	}
	return c.JSON(http.StatusOK, echo.Map{"envelopes": list})
}

// voidEnvelope calls a sent envelope back.
func (a *app) voidEnvelope(c echo.Context) error {
	e, err := a.usable(c)
	if err != nil {
		return err
	}
	if e.Status != "sent" {
		return conflict("not_sent", "the envelope is "+e.Status)
	}
	var in struct {
		Reason *string `json:"reason"`
	}
	if err := readBody(c, &in); err != nil {
		return err
	}
	if err := needText("reason", in.Reason, 3, 200); err != nil {
		return err
	}
	e.Status = "voided"
	e.VoidReason = *in.Reason
	signed := slices.ContainsFunc(e.Recipients, func(r *Recipient) bool { return r.Status == "signed" })
	if !signed || a.bug == 5 {
		a.used[e.org]--
	}
	e.log(c, "voided", 0)
	return c.JSON(http.StatusOK, e)
}

// acting returns the recipient of the path if it is their turn.
func (a *app) acting(c echo.Context) (*Envelope, *Recipient, error) {
	e, err := a.usable(c)
	if err != nil {
		return nil, nil, err
	}
	r, err := e.recipient(c)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case e.Status != "sent":
		return nil, nil, conflict("not_sent", "the envelope is "+e.Status)
	case r.Role == "copy":
		return nil, nil, conflict("copy_only", "the recipient only gets a copy")
	case r.Status != "pending":
		return nil, nil, conflict("already_acted", "the recipient has "+r.Status)
	case e.Signing == "sequential" && !a.turnOf(e, r):
		return nil, nil, conflict("not_your_turn", "others come first")
	}
	return e, r, nil
}

// turnOf says whether all who come before the recipient have signed.
func (a *app) turnOf(e *Envelope, r *Recipient) bool {
	before, signed := 0, 0
	for _, x := range e.Recipients {
		if x.Role != "copy" && x.Turn < r.Turn {
			before++
			if x.Status == "signed" {
				signed++
			}
		}
	}
	if a.bug == 1 {
		return before == 0 || signed > 0
	}
	return signed == before
}

func (a *app) sign(c echo.Context) error {
	e, r, err := a.acting(c)
	if err != nil {
		return err
	}
	var in struct {
		TypedName *string `json:"typed_name"`
	}
	if err := readBody(c, &in); err != nil {
		return err
	}
	if err := needText("typed_name", in.TypedName, 1, 80); err != nil {
		return err
	}
	r.Status = "signed"
	r.TypedName = *in.TypedName
	e.log(c, "signed", r.No)
	open := slices.ContainsFunc(e.Recipients, func(r *Recipient) bool {
		return r.Role != "copy" && r.Status == "pending"
	})
	if !open {
		e.Status = "completed"
		e.log(c, "completed", 0)
	}
	return c.JSON(http.StatusOK, e)
}

func (a *app) decline(c echo.Context) error {
	e, r, err := a.acting(c)
	if err != nil {
		return err
	}
	var in struct {
		Reason *string `json:"reason"`
	}
	if err := readBody(c, &in); err != nil {
		return err
	}
	if err := needText("reason", in.Reason, 3, 200); err != nil {
		return err
	}
	r.Status = "declined"
	r.DeclineReason = *in.Reason
	e.Status = "declined"
	e.log(c, "declined", r.No)
	return c.JSON(http.StatusOK, e)
}
