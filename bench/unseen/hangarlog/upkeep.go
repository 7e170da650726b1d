package hangarlog

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

// Component is a part with a history of its own.
type Component struct {
	ID       string  `json:"component_id"`
	Part     string  `json:"part_no"`
	Serial   string  `json:"serial_no"`
	Minutes  int     `json:"used_minutes"`
	Cycles   int     `json:"used_cycles"`
	Tail     *string `json:"tail"`
	Position *string `json:"position"`
}

func (a *app) component(r *http.Request) (*Component, error) {
	for _, c := range a.components {
		if c.ID == chi.URLParam(r, "component_id") {
			return c, nil
		}
	}
	return nil, gone("component")
}

func (a *app) listComponents(w http.ResponseWriter, r *http.Request) error {
	q := input.NewQuery(r)
	tail, _ := q.Text("tail")
	if err := q.Err(); err != nil {
		return err
	}
	out := slices.DeleteFunc(append([]*Component{}, a.components...), func(c *Component) bool {
		return tail != "" && (c.Tail == nil || *c.Tail != tail)
	})
	return send(w, http.StatusOK, map[string]any{"components": out})
}

type componentBody struct {
	Part   *string `json:"part_no"`
	Serial *string `json:"serial_no"`
}

var numbers = regexp.MustCompile(`^[A-Z0-9-]{3,20}$`)

func (in *componentBody) check(c *input.Checks) {
	c.That(in.Part != nil && numbers.MatchString(*in.Part), "part_no", "must be 3 to 20 of A-Z, 0-9 and -")
	c.That(in.Serial != nil && numbers.MatchString(*in.Serial), "serial_no", "must be 3 to 20 of A-Z, 0-9 and -")
}

// known finds another component with the numbers.
func (a *app) known(in componentBody, but *Component) bool {
	return slices.ContainsFunc(a.components, func(c *Component) bool {
		return c != but && c.Part == *in.Part && c.Serial == *in.Serial
	})
}

func (a *app) addComponent(w http.ResponseWriter, r *http.Request) error {
	var in componentBody
	if err := read(r, &in, in.check); err != nil {
		return err
	}
	if a.known(in, nil) {
		return clash("serial_taken", "there is a %s with the serial number %s", *in.Part, *in.Serial)
	}
	c := &Component{ID: fmt.Sprintf("cmp_%04d", len(a.components)+1), Part: *in.Part, Serial: *in.Serial}
	a.components = append(a.components, c)
	return send(w, http.StatusCreated, c)
}

func (a *app) getComponent(w http.ResponseWriter, r *http.Request) error {
	c, err := a.component(r)
	if err != nil {
		return err
	}
	return send(w, http.StatusOK, c)
}

func (a *app) patchComponent(w http.ResponseWriter, r *http.Request) error {
	c, err := a.component(r)
	if err != nil {
		return err
	}
	var in componentBody
	if err := read(r, &in, func(check *input.Checks) {
		in.Part, in.Serial = cmp.Or(in.Part, &c.Part), cmp.Or(in.Serial, &c.Serial)
		in.check(check)
	}); err != nil {
		return err
	}
	if a.known(in, c) && a.bug != 3 {
		return clash("serial_taken", "there is a %s with the serial number %s", *in.Part, *in.Serial)
	}
	c.Part, c.Serial = *in.Part, *in.Serial
	return send(w, http.StatusOK, c)
}

func (a *app) install(w http.ResponseWriter, r *http.Request) error {
	c, err := a.component(r)
	if err != nil {
		return err
	}
	var in struct {
		Tail     string `json:"tail"`
		Position string `json:"position"`
	}
	if err := read(r, &in, func(check *input.Checks) {
		check.That(a.aircraft(in.Tail) != nil, "tail", "is no aircraft of the fleet")
		check.Length(in.Position, "position", 1, 20)
	}); err != nil {
		return err
	}
	if c.Tail != nil {
		return clash("installed", "the component is on %s", *c.Tail)
	}
	for _, o := range a.components {
		if o.Tail != nil && *o.Tail == in.Tail && *o.Position == in.Position {
			return clash("position_taken", "%s is at %s", o.ID, in.Position)
		}
	}
	c.Tail, c.Position = &in.Tail, &in.Position
	return send(w, http.StatusOK, c)
}

func (a *app) remove(w http.ResponseWriter, r *http.Request) error {
	c, err := a.component(r)
	if err != nil {
		return err
	}
	if c.Tail == nil {
		return gone("installation")
	}
	c.Tail, c.Position = nil, nil
	return send(w, http.StatusOK, c)
}

// Defect is something that does not work.
type Defect struct {
	ID         string  `json:"defect_id"`
	Tail       string  `json:"tail"`
	Category   string  `json:"category"`
	Text       string  `json:"text"`
	ReportedOn string  `json:"reported_on"`
	DueOn      *string `json:"due_on"`
	Status     string  `json:"status"`
	Action     *string `json:"action"`
	ClosedBy   *string `json:"closed_by"`
}

var (
	categories = []string{"grounding", "B", "C", "D"}
	days       = map[string]int{"B": 3, "C": 10, "D": 120}
)

func (a *app) reportDefect(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Category   string `json:"category"`
		Text       string `json:"text"`
		ReportedOn string `json:"reported_on"`
	}
	var on time.Time
	if err := read(r, &in, func(c *input.Checks) {
		c.OneOf(in.Category, "category", categories...)
		c.Length(in.Text, "text", 3, 300)
		on = day(c, in.ReportedOn, "reported_on")
	}); err != nil {
		return err
	}
	craft := craftOf(r)
	d := &Defect{ID: fmt.Sprintf("DF-%05d", len(a.defects)+1), Tail: craft.Tail, Category: in.Category, Text: in.Text,
		ReportedOn: in.ReportedOn, Status: "open"}
	if in.Category == "grounding" {
		craft.Status = "grounded"
	} else {
		due := on.AddDate(0, 0, days[in.Category]).Format(time.DateOnly)
		d.DueOn = &due
	}
	a.defects = append(a.defects, d)
	return send(w, http.StatusCreated, d)
}

// rank is where a defect stands in lists: those without a day first.
func (d *Defect) rank() string {
	if d.DueOn == nil {
		return " " + d.ID
	}
	return *d.DueOn + " " + d.ID
}

func (a *app) listDefects(w http.ResponseWriter, r *http.Request) error {
	q := input.NewQuery(r)
	tail, _ := q.Text("tail")
	category := q.Word("category", categories...)
	status := q.Word("status", "open", "closed")
	limit := q.Int("limit", 20, 1, 100)
	cursor, given := q.Text("cursor")
	after, err := base64.RawURLEncoding.DecodeString(cursor)
	q.That(!given || err == nil && strings.Contains(string(after), " DF-"), "cursor", "must be a next_cursor")
	if err := q.Err(); err != nil {
		return err
	}
	unfit := func(d *Defect) bool {
		return tail != "" && d.Tail != tail || category != "" && d.Category != category ||
			status != "" && d.Status != status
	}
	found := slices.DeleteFunc(append([]*Defect{}, a.defects...), func(d *Defect) bool {
		return d.rank() <= string(after) || a.bug != 7 && unfit(d)
	})
	slices.SortFunc(found, func(x, y *Defect) int { return cmp.Compare(x.rank(), y.rank()) })
	out := map[string]any{"next_cursor": nil}
	if len(found) > limit {
		found = found[:limit]
		out["next_cursor"] = base64.RawURLEncoding.EncodeToString([]byte(found[limit-1].rank()))
	}
	out["defects"] = slices.DeleteFunc(found, unfit)
	return send(w, http.StatusOK, out)
}

func (a *app) defect(r *http.Request) (*Defect, error) {
	for _, d := range a.defects {
		if d.ID == chi.URLParam(r, "defect_id") {
			return d, nil
		}
	}
	return nil, gone("defect")
}

func (a *app) getDefect(w http.ResponseWriter, r *http.Request) error {
	d, err := a.defect(r)
	if err != nil {
		return err
	}
	return send(w, http.StatusOK, d)
}

func (a *app) closeDefect(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Action string `json:"action"`
	}
	d, err := a.defect(r)
	if err != nil {
		return err
	}
	if err := read(r, &in, func(c *input.Checks) { c.Length(in.Action, "action", 3, 300) }); err != nil {
		return err
	}
	if d.Status == "closed" {
		return clash("closed", "the defect is closed")
	}
	name := caller(r).Name
	d.Status, d.Action, d.ClosedBy = "closed", &in.Action, &name
	if d.Category == "grounding" && (a.bug == 4 || !slices.ContainsFunc(a.defects, func(o *Defect) bool {
		return o.Tail == d.Tail && o.Category == "grounding" && o.Status != "closed"
	})) {
		a.aircraft(d.Tail).Status = "serviceable"
	}
	return send(w, http.StatusOK, d)
}

// Check is work that comes round.
type Check struct {
	Code   string `json:"code"`
	Title  string `json:"title"`
	Months int    `json:"every_months"`
	Last   string `json:"last_done_on"`
	Next   string `json:"next_due_on"`
	Done   int    `json:"signoffs"`
}

// plan works out when the check is due: months later, on the last day of a month that is too short.
func (a *app) plan(c *Check, last time.Time) {
	c.Last = last.Format(time.DateOnly)
	first := time.Date(last.Year(), last.Month()+time.Month(c.Months), 1, 0, 0, 0, 0, time.UTC)
	next := first.AddDate(0, 0, min(last.Day(), first.AddDate(0, 1, -1).Day())-1)
	if a.bug == 1 {
		next = last.AddDate(0, c.Months, 0)
	}
	c.Next = next.Format(time.DateOnly)
}

func (craft *Aircraft) check(code string) int {
	return slices.IndexFunc(craft.checks, func(c *Check) bool { return c.Code == code })
}

// listChecks lists them by the day on which they are due.
func (a *app) listChecks(w http.ResponseWriter, r *http.Request) error {
	out := slices.Clone(craftOf(r).checks)
	slices.SortFunc(out, func(x, y *Check) int {
		return cmp.Or(cmp.Compare(x.Next, y.Next), cmp.Compare(x.Code, y.Code))
	})
	return send(w, http.StatusOK, map[string]any{"checks": append([]*Check{}, out...)})
}

var codes = regexp.MustCompile(`^[A-Z0-9]{2,8}$`)

func (a *app) addCheck(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Code   string `json:"code"`
		Title  string `json:"title"`
		Months int    `json:"every_months"`
		Last   string `json:"last_done_on"`
	}
	var last time.Time
	if err := read(r, &in, func(c *input.Checks) {
		c.That(codes.MatchString(in.Code), "code", "must be 2 to 8 of A-Z and 0-9")
		c.Length(in.Title, "title", 1, 100)
		c.Range(in.Months, "every_months", 1, 120)
		last = day(c, in.Last, "last_done_on")
	}); err != nil {
		return err
	}
	craft := craftOf(r)
	if craft.check(in.Code) >= 0 {
		return clash("code_taken", "%s has a check %s", craft.Tail, in.Code)
	}
	c := &Check{Code: in.Code, Title: in.Title, Months: in.Months}
	a.plan(c, last)
	craft.checks = append(craft.checks, c)
	return send(w, http.StatusCreated, c)
}

func (a *app) importChecks(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		From string `json:"from_tail"`
	}
	craft := craftOf(r)
	if err := read(r, &in, func(c *input.Checks) {
		c.That(a.aircraft(in.From) != nil && in.From != craft.Tail, "from_tail",
			"must be another aircraft of the fleet")
	}); err != nil {
		return err
	}
	added := []*Check{}
	for _, c := range a.aircraft(in.From).checks {
		if craft.check(c.Code) >= 0 {
			continue
		}
		if a.bug != 8 {
			twin := *c
			twin.Done = 0
			c = &twin
		}
		craft.checks = append(craft.checks, c)
		added = append(added, c)
	}
	return send(w, http.StatusOK, map[string]any{"checks": added})
}

func (a *app) signOff(w http.ResponseWriter, r *http.Request) error {
	craft := craftOf(r)
	i := craft.check(chi.URLParam(r, "code"))
	if i < 0 {
		return gone("check")
	}
	var in struct {
		DoneOn string `json:"done_on"`
	}
	var done time.Time
	if err := read(r, &in, func(c *input.Checks) { done = day(c, in.DoneOn, "done_on") }); err != nil {
		return err
	}
	c := craft.checks[i]
	if in.DoneOn <= c.Last {
		return clash("done_since", "the check was done on %s", c.Last)
	}
	c.Done++
	a.plan(c, done)
	return send(w, http.StatusCreated, c)
}
