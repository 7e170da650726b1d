// Package tipscale is a REST service for the weighbridge of a recycling depot: trucks are weighed full and empty, the
// difference counts towards a contract, and hauliers get a statement.
package tipscale

import (
	"cmp"
	"crypto/sha256"
	_ "embed" // the document
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Schema is the OpenAPI document.
//
//go:embed openapi.yaml
var Schema []byte

// accounts are who may log in, by name.
var accounts = map[string]struct {
	password string
	actor
}{
	"gate":       {"barrier-7", actor{"gate", ""}},
	"office":     {"ledger-3", actor{"office", ""}},
	"kran-dispo": {"hook-15", actor{"haulier", "KRAN"}},
	"lore-dispo": {"track-82", actor{"haulier", "LORE"}},
}

// api puts the service on HTTP.
type api struct {
	mu       sync.Mutex
	service  *service
	sessions map[string]actor // by token
}

// answer is what a handler returns besides an error.
type answer struct {
	status int
	body   any
	etag   string
}

type handler func(a actor, r *http.Request) (answer, error)

// New returns a depot without vehicles, with bug n of BUGS.md built in, 0 for none.
func New(bug int) http.Handler {
	data := &store{vehicles: map[string]*Vehicle{}, perDay: map[string]int{}}
	p := &api{service: &service{data, bug}, sessions: map[string]actor{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /scale/auth/login", p.serve(p.logIn, "nobody"))
	handle := func(pattern string, h handler, roles ...string) { mux.HandleFunc(pattern, p.serve(h, roles...)) }
	handle("POST /scale/vehicles", p.addVehicle, "office")
	handle("GET /scale/vehicles/{plate}", p.getVehicle)
	handle("DELETE /scale/vehicles/{plate}", p.retireVehicle, "office")
	handle("GET /scale/contracts", p.listContracts)
	handle("POST /scale/contracts", p.addContract, "office")
	handle("GET /scale/contracts/{contract_no}", p.getContract)
	handle("PATCH /scale/contracts/{contract_no}", p.changeContract, "office")
	handle("GET /scale/tickets", p.listTickets)
	handle("POST /scale/tickets", p.weighIn, "gate")
	handle("GET /scale/tickets/{ticket_no}", p.getTicket)
	handle("POST /scale/tickets/{ticket_no}/weigh-out", p.weighOut, "gate")
	handle("POST /scale/tickets/{ticket_no}/void", p.voidTicket, "office")
	handle("GET /scale/days/{day}", p.getDay, "gate", "office")
	return mux
}

// serve turns a handler for some roles, or for all, into one of net/http.
func (p *api) serve(h handler, roles ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		defer p.mu.Unlock()
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		a, ok := p.sessions[token]
		out, err := answer{}, error(nil)
		switch {
		case !ok && !slices.Contains(roles, "nobody"):
			err = &refusal{401, "unauthorized", "log in first", ""}
		case ok && len(roles) > 0 && roles[0] != "nobody" && !slices.Contains(roles, a.role):
			err = &refusal{403, "forbidden", "for " + strings.Join(roles, " and "), ""}
		default:
			out, err = h(a, r)
		}
		var no *refusal
		switch {
		case errors.As(err, &no):
			body := map[string]any{"type": "/errors/" + no.code, "title": http.StatusText(no.status),
				"status": no.status, "detail": no.detail}
			if no.field != "" {
				body["field"] = no.field
			}
			send(w, "application/problem+json", no.status, body)
		case out.etag != "" && r.Method == http.MethodGet && r.Header.Get("If-None-Match") == out.etag:
			w.Header().Set("ETag", out.etag)
			w.WriteHeader(http.StatusNotModified)
		case out.body == nil:
			w.WriteHeader(out.status)
		default:
			if out.etag != "" {
				w.Header().Set("ETag", out.etag)
			}
			send(w, "application/json", out.status, out.body)
		}
	}
}

func send(w http.ResponseWriter, kind string, status int, body any) {
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client may be gone
}

func (p *api) logIn(_ actor, r *http.Request) (answer, error) {
	f := readForm(r)
	name, password := f.text("username", 1, 40), f.text("password", 1, 40)
	if err := f.done(); err != nil {
		return answer{}, err
	}
	who, ok := accounts[name]
	if !ok || who.password != password {
		return answer{}, &refusal{401, "unauthorized", "wrong name or password", ""}
	}
	sum := sha256.Sum256([]byte(name + strconv.Itoa(len(p.sessions))))
	token := hex.EncodeToString(sum[:16])
	p.sessions[token] = who.actor
	body := map[string]any{"token": token, "role": who.role}
	if who.haulier != "" {
		body["haulier"] = who.haulier
	}
	return answer{status: 200, body: body}, nil
}

func (p *api) addVehicle(a actor, r *http.Request) (answer, error) {
	f := readForm(r)
	plate, haulier, most := f.text("plate", 4, 14), f.oneOf("haulier", hauliers), f.weight("max_gross")
	if err := f.done(); err != nil {
		return answer{}, err
	}
	v, err := p.service.addVehicle(plate, haulier, most)
	return answer{status: 201, body: v}, err
}

func (p *api) getVehicle(a actor, r *http.Request) (answer, error) {
	v, err := p.service.findVehicle(a, r.PathValue("plate"))
	return answer{status: 200, body: v}, err
}

func (p *api) retireVehicle(a actor, r *http.Request) (answer, error) {
	v, err := p.service.findVehicle(a, r.PathValue("plate"))
	if err == nil {
		err = p.service.retireVehicle(v)
	}
	return answer{status: 204}, err
}

func (p *api) listContracts(a actor, r *http.Request) (answer, error) {
	q := query{r, nil}
	material, on := q.oneOf("material", materials), q.date("valid_on")
	return answer{status: 200, body: map[string]any{"contracts": p.service.listContracts(a, material, on)}}, q.err
}

func (p *api) addContract(a actor, r *http.Request) (answer, error) {
	f := readForm(r)
	c := &Contract{
		Haulier: f.oneOf("haulier", hauliers), Material: f.oneOf("material", materials),
		Price: f.integer("price_cents_per_t", 1, 100000), QuotaKg: f.integer("quota_kg", 1, 100000000),
		ValidFrom: f.date("valid_from"), ValidTo: f.date("valid_to"), Note: or(f.optText("note", 0, 200)),
	}
	if err := f.done(); err != nil {
		return answer{}, err
	}
	err := p.service.addContract(c)
	return answer{201, c, c.etag()}, err
}

func (p *api) getContract(a actor, r *http.Request) (answer, error) {
	c, err := p.service.findContract(a, r.PathValue("contract_no"))
	if err != nil {
		return answer{}, err
	}
	return answer{200, c, c.etag()}, nil
}

func (p *api) changeContract(a actor, r *http.Request) (answer, error) {
	c, err := p.service.findContract(a, r.PathValue("contract_no"))
	if err != nil {
		return answer{}, err
	}
	f := readForm(r)
	patch := contractPatch{
		f.optInteger("price_cents_per_t", 1, 100000), f.optInteger("quota_kg", 1, 100000000),
		f.optDate("valid_to"), f.optText("note", 0, 200),
	}
	if err := f.done(); err != nil {
		return answer{}, err
	}
	err = p.service.changeContract(c, patch, r.Header.Get("If-Match"))
	return answer{200, c, c.etag()}, err
}

func (p *api) listTickets(a actor, r *http.Request) (answer, error) {
	q := query{r, nil}
	f := ticketFilter{
		status: q.oneOf("status", []string{"on_site", "completed", "void"}), day: q.date("day"),
		plate: q.text("plate"), contract: q.text("contract_no"),
	}
	limit, err := strconv.Atoi(cmp.Or(q.text("limit"), "20"))
	if err != nil || limit < 1 || limit > 50 {
		q.fail("limit", "must be from 1 to 50")
	}
	if cursor := q.text("cursor"); cursor != "" {
		text, err := base64.RawURLEncoding.DecodeString(cursor)
		at, no, _ := strings.Cut(string(text), " ")
		if f.afterAt, err = time.Parse(time.RFC3339Nano, at); err != nil || no == "" {
			q.fail("cursor", "no such cursor")
		}
		f.afterNo = no
	}
	if q.err != nil {
		return answer{}, q.err
	}
	all := p.service.listTickets(a, f)
	body := map[string]any{"tickets": all}
	if len(all) > limit {
		last := all[limit-1]
		body["tickets"] = all[:limit]
		body["next"] = base64.RawURLEncoding.EncodeToString([]byte(last.InAt.Format(time.RFC3339Nano) + " " + last.No))
	}
	return answer{status: 200, body: body}, nil
}

func (p *api) weighIn(a actor, r *http.Request) (answer, error) {
	f := readForm(r)
	plate, contract := f.text("plate", 4, 14), f.text("contract_no", 1, 20)
	gross, at := f.weight("gross"), f.moment("weighed_in_at")
	if err := f.done(); err != nil {
		return answer{}, err
	}
	t, err := p.service.weighIn(plate, contract, gross, at)
	return answer{status: 201, body: t}, err
}

func (p *api) getTicket(a actor, r *http.Request) (answer, error) {
	t, err := p.service.findTicket(a, r.PathValue("ticket_no"))
	return answer{status: 200, body: t}, err
}

func (p *api) weighOut(a actor, r *http.Request) (answer, error) {
	t, err := p.service.findTicket(a, r.PathValue("ticket_no"))
	if err != nil {
		return answer{}, err
	}
	f := readForm(r)
	tare, at, deduction := f.weight("tare"), f.moment("weighed_out_at"), or(f.optInteger("deduction_kg", 0, 60000))
	if err := f.done(); err != nil {
		return answer{}, err
	}
	return answer{status: 200, body: t}, p.service.weighOut(t, tare, deduction, at)
}

func (p *api) voidTicket(a actor, r *http.Request) (answer, error) {
	t, err := p.service.findTicket(a, r.PathValue("ticket_no"))
	if err != nil {
		return answer{}, err
	}
	f := readForm(r)
	reason := f.text("reason", 3, 200)
	if err := f.done(); err != nil {
		return answer{}, err
	}
	return answer{status: 200, body: t}, p.service.voidTicket(t, reason)
}

func (p *api) getDay(a actor, r *http.Request) (answer, error) {
	day := r.PathValue("day")
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		return answer{}, notFound("day")
	}
	return answer{status: 200, body: p.service.day(day)}, nil
}

// query reads parameters. The first error stays.
type query struct {
	r   *http.Request
	err error
}

func (q *query) fail(name, detail string) {
	if q.err == nil {
		q.err = unfit(name, detail)
	}
}

func (q *query) text(name string) string {
	v := q.r.URL.Query()[name]
	if len(v) > 0 && v[0] == "" {
		q.fail(name, "must not be empty")
	}
	return strings.Join(v[:min(1, len(v))], "")
}

func (q *query) oneOf(name string, values []string) string {
	v := q.text(name)
	if v != "" && !slices.Contains(values, v) {
		q.fail(name, "must be one of "+strings.Join(values, ", "))
	}
	return v
}

func (q *query) date(name string) string {
	v := q.text(name)
	if _, err := time.Parse(time.DateOnly, v); v != "" && err != nil {
		q.fail(name, "must be a date")
	}
	return v
}
