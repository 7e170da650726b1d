package heronmail

import (
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
)

var (
	campaignStatuses = []string{"draft", "scheduled", "sent"}
	kinds            = []string{"open", "click", "bounce", "complaint"}
)

// campaign is a mail to the subscribers of a list.
type campaign struct {
	No      int    `json:"campaign_no"`
	Subject string `json:"subject"`
	List    string `json:"list"`
	Body    string `json:"body"`
	Status  string `json:"status"`
	SendAt  string `json:"send_at,omitempty"`

	brand   string
	deleted bool
	to      []recipient
	events  []event
}

// recipient is who a campaign was sent to, as of the sending.
type recipient struct {
	ContactID string `json:"contact_id"`
	Email     string `json:"email"`
}

// event is what came back.
type event struct {
	No        int    `json:"event_no"`
	ContactID string `json:"contact_id"`
	Kind      string `json:"kind"`
}

// campaign returns the one of the path, if it has one of the statuses.
func (a *api) campaign(c echo.Context, in ...string) (*campaign, error) {
	for _, m := range a.campaigns {
		if strconv.Itoa(m.No) == c.Param("campaign_no") && m.brand == caller(c).Brand && !m.deleted {
			if len(in) > 0 && !slices.Contains(in, m.Status) {
				return nil, conflict("wrong_status", "the campaign is "+m.Status)
			}
			return m, nil
		}
	}
	return nil, missing("campaign")
}

func (a *api) listCampaigns(c echo.Context) error {
	status := c.QueryParam("status")
	if c.QueryParams().Has("status") && !slices.Contains(campaignStatuses, status) {
		return invalid("status", "is not known")
	}
	out := []*campaign{}
	for _, m := range slices.Backward(a.campaigns) {
		if m.brand == caller(c).Brand && !m.deleted && (status == "" || m.Status == status) {
			out = append(out, m)
		}
	}
	return c.JSON(200, map[string]any{"data": out})
}

// campaignInput are the fields of a campaign in a body.
type campaignInput struct {
	Subject *string `json:"subject"`
	List    *string `json:"list"`
	Body    *string `json:"body"`
}

// apply checks the fields that are there, and sets them.
func (a *api) apply(in campaignInput, m *campaign) error {
	if err := length("subject", in.Subject, 1, 120); err != nil {
		return err
	}
	if err := length("body", in.Body, 1, 5000); err != nil {
		return err
	}
	if in.List != nil && a.listOf(m.brand, *in.List) == nil {
		return invalid("list", "is no list")
	}
	if in.Subject != nil {
		m.Subject = *in.Subject
	}
	if in.List != nil {
		m.List = *in.List
	}
	if in.Body != nil {
		m.Body = *in.Body
	}
	return nil
}

func (a *api) createCampaign(c echo.Context) error {
	var in campaignInput
	if err := read(c, &in); err != nil {
		return err
	}
	switch {
	case in.Subject == nil:
		return invalid("subject", "is required")
	case in.List == nil:
		return invalid("list", "is required")
	case in.Body == nil:
		return invalid("body", "is required")
	}
	m := &campaign{No: len(a.campaigns) + 1, Status: "draft", brand: caller(c).Brand}
	if err := a.apply(in, m); err != nil {
		return err
	}
	a.campaigns = append(a.campaigns, m)
	return c.JSON(201, m)
}

func (a *api) getCampaign(c echo.Context) error {
	m, err := a.campaign(c)
	if err != nil {
		return err
	}
	return c.JSON(200, m)
}

func (a *api) patchCampaign(c echo.Context) error {
	m, err := a.campaign(c)
	if err != nil {
		return err
	}
	var in campaignInput
	if err := read(c, &in); err != nil {
		return err
	}
	if m, err = a.campaign(c, "draft"); err != nil {
		return err
	}
	if err := a.apply(in, m); err != nil {
		return err
	}
	return c.JSON(200, m)
}

func (a *api) deleteCampaign(c echo.Context) error {
	m, err := a.campaign(c, "draft")
	if err != nil {
		return err
	}
	m.deleted = true
	return c.NoContent(204)
}

func (a *api) schedule(c echo.Context) error {
	var in struct {
		SendAt *string `json:"send_at"`
	}
	if err := read(c, &in); err != nil {
		return err
	}
	if in.SendAt == nil {
		return invalid("send_at", "is required")
	}
	at, err := time.Parse(time.RFC3339, *in.SendAt)
	if err != nil || at.UTC().Year() < 2000 || at.UTC().Year() > 2099 {
		return invalid("send_at", "must be a time from 2000 to 2099")
	}
	m, err := a.campaign(c, "draft")
	if err != nil {
		return err
	}
	m.Status, m.SendAt = "scheduled", at.UTC().Format(time.RFC3339)
	return c.JSON(200, m)
}

func (a *api) unschedule(c echo.Context) error {
	m, err := a.campaign(c, "scheduled")
	if err != nil {
		return err
	}
	m.Status, m.SendAt = "draft", ""
	return c.JSON(200, m)
}

// duplicate makes a draft with the same text.
func (a *api) duplicate(c echo.Context) error {
	m, err := a.campaign(c)
	if err != nil {
		return err
	}
	d := &campaign{No: len(a.campaigns) + 1, Subject: m.Subject, List: m.List, Body: m.Body,
		Status: "draft", brand: m.brand}
	if a.bug == 6 && m.Status == "scheduled" {
		d.Status, d.SendAt = m.Status, m.SendAt
	}
	a.campaigns = append(a.campaigns, d)
	return c.JSON(201, d)
}

// send mails a campaign to those who are subscribed and not blocked.
func (a *api) send(c echo.Context) error {
	m, err := a.campaign(c, "draft", "scheduled")
	if err != nil {
		return err
	}
	l := a.listOf(m.brand, m.List)
	for _, p := range slices.SortedFunc(slices.Values(a.contacts), byEmail) {
		if l.members[p.ID] == "subscribed" && !p.Blocked {
			m.to = append(m.to, recipient{p.ID, p.Email})
		}
	}
	m.Status, m.SendAt = "sent", ""
	return c.JSON(200, m)
}

func (a *api) recipients(c echo.Context) error {
	m, err := a.campaign(c, "sent")
	if err != nil {
		return err
	}
	return c.JSON(200, map[string]any{"data": append([]recipient{}, m.to...)})
}

// addEvent takes down what came back. A complaint blocks the contact.
func (a *api) addEvent(c echo.Context) error {
	var in struct {
		ContactID *string `json:"contact_id"`
		Kind      *string `json:"kind"`
	}
	if err := read(c, &in); err != nil {
		return err
	}
	if in.ContactID == nil {
		return invalid("contact_id", "is required")
	}
	if in.Kind == nil || !slices.Contains(kinds, *in.Kind) {
		return invalid("kind", "is not known")
	}
	m, err := a.campaign(c, "sent")
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(m.to, func(r recipient) bool { return r.ContactID == *in.ContactID }) {
		return invalid("contact_id", "is no recipient of the campaign")
	}
	e := event{len(m.events) + 1, *in.ContactID, *in.Kind}
	m.events = append(m.events, e)
	if p := a.find(m.brand, e.ContactID); p != nil && e.Kind == "complaint" {
		if l := a.listOf(m.brand, m.List); a.bug == 5 && l.members[p.ID] != "" {
			l.set(p.ID, "unsubscribed")
		} else {
			p.Blocked = true
		}
	}
	return c.JSON(201, e)
}

// stats counts contacts, not events. Who clicks has opened the mail.
func (a *api) stats(c echo.Context) error {
	m, err := a.campaign(c, "sent")
	if err != nil {
		return err
	}
	count := func(of ...string) int {
		who := map[string]bool{}
		n := 0
		for _, e := range m.events {
			if slices.Contains(of, e.Kind) {
				who[e.ContactID] = true
				n++
			}
		}
		if a.bug == 3 && of[0] == "open" {
			return n
		}
		return len(who)
	}
	bounced, opened := count("bounce"), count("open", "click")
	rate := 0.0
	if len(m.to) > 0 {
		rate = math.Round(1000*float64(opened)/float64(len(m.to))) / 10
	}
	return c.JSON(200, map[string]any{
		"campaign_no": m.No, "recipients": len(m.to), "delivered": len(m.to) - bounced, "opened": opened,
		"clicked": count("click"),
		"bounced": bounced, "complaints": count("complaint"), "open_rate": rate,
	})
}
