// Package vitrine is a service for the loans of a museum: other museums ask for objects of the collection, the
// registrar approves, sends them off and takes them back.
package vitrine

import (
	_ "embed" // the document
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"sync"
)

// Schema is the OpenAPI document of the service.
//
//go:embed openapi.yaml
var Schema []byte

var keys = map[string]Actor{
	"vt-registrar-5501": {Name: "registrar", Role: "registrar"},
	"vt-paintings-5512": {Name: "paintings", Role: "curator", Department: "PNT"},
	"vt-prints-5523":    {Name: "prints", Role: "curator", Department: "PRT"},
	"vt-city-5534":      {Name: "city", Role: "borrower", Borrower: "CITY"},
	"vt-harbour-5545":   {Name: "harbour", Role: "borrower", Borrower: "HARB"},
}

// New returns a museum without objects and loans, with bug n of BUGS.md built in, 0 for none.
func New(bug int) http.Handler {
	h := &handlers{service: &Service{repo: newMemory(), bug: bug}}
	mux := http.NewServeMux()
	route := func(pattern string, f handler, roles ...string) { mux.Handle(pattern, h.wrap(f, roles)) }
	route("GET /objects", h.listObjects)
	route("POST /objects", h.addObject, "registrar", "curator")
	route("GET /objects/{accession_no}", h.getObject)
	route("PATCH /objects/{accession_no}", h.changeObject, "registrar", "curator")
	route("DELETE /objects/{accession_no}", h.removeObject, "registrar")
	route("GET /objects/{accession_no}/checks", h.listChecks, "registrar", "curator")
	route("POST /objects/{accession_no}/checks", h.addCheck, "registrar", "curator")
	route("GET /objects/{accession_no}/checks/{check_no}", h.getCheck, "registrar", "curator")
	route("GET /departments/{department}/summary", h.summary, "registrar", "curator")
	route("GET /borrowers", h.listBorrowers, "registrar", "curator")
	route("POST /borrowers", h.addBorrower, "registrar")
	route("PATCH /borrowers/{borrower_code}", h.changeBorrower, "registrar")
	route("GET /loans", h.listLoans)
	route("POST /loans", h.requestLoan, "borrower")
	route("GET /loans/{loan_no}", h.getLoan)
	route("PATCH /loans/{loan_no}", h.changeLoan, "borrower")
	route("POST /loans/{loan_no}/approval", h.approve, "registrar")
	route("POST /loans/{loan_no}/cancellation", h.cancel, "registrar", "borrower")
	route("POST /loans/{loan_no}/dispatch", h.dispatch, "registrar")
	route("POST /loans/{loan_no}/returns", h.takeBack, "registrar")
	return mux
}

// handlers know HTTP, and leave the rest to the service.
type handlers struct {
	mu      sync.Mutex
	service *Service
}

type handler func(w http.ResponseWriter, r *http.Request, a Actor) error

// wrap does locking, keys, roles and errors.
func (h *handlers) wrap(f handler, roles []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		defer h.mu.Unlock()
		a, known := keys[r.Header.Get("X-Api-Key")]
		if !known {
			refuse(w, &Fault{"unauthorized", "unauthorized", "send a key in X-Api-Key", ""})
			return
		}
		if len(roles) > 0 {
			if err := a.must(roles...); err != nil {
				refuse(w, err)
				return
			}
		}
		if err := f(w, r, a); err != nil {
			refuse(w, err)
		}
	})
}

var statuses = map[string]int{
	"bad_json": 400, "unauthorized": 401, "forbidden": 403, "not_found": 404, "conflict": 409, "invalid": 422,
}

// refuse answers with an error.
func refuse(w http.ResponseWriter, err error) {
	var f *Fault
	if !errors.As(err, &f) {
		f = &Fault{"internal", "internal", "internal error", ""}
	}
	body := map[string]any{"code": f.Code, "message": f.Message}
	if f.Field != "" {
		body["details"] = []map[string]string{{"field": f.Field, "issue": f.Message}}
	}
	status, ok := statuses[f.Kind]
	if !ok {
		status = 500
	}
	reply(w, status, map[string]any{"error": body})
}

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // nobody is left to tell
}

// answer replies with what the service returned.
func answer[T any](w http.ResponseWriter, status int, v T, err error) error {
	if err == nil {
		reply(w, status, v)
	}
	return err
}

func (h *handlers) listObjects(w http.ResponseWriter, r *http.Request, _ Actor) error {
	var f ObjectFilter
	var err [4]error
	f.Department, err[0] = query(r, "department", among(departments))
	f.Status, err[1] = query(r, "status", among(objectStatuses))
	f.Sort, err[2] = query(r, "sort", among([]string{"accession_no", "title", "value", "-value"}))
	f.MinValue, err[3] = number(r, "min_value_cents", 0, 0, 1_000_000_000)
	p, last := page(r)
	if err := errors.Join(append(err[:], last)...); err != nil {
		return err
	}
	objects, total := h.service.ListObjects(f, p)
	w.Header().Set("X-Total-Count", strconv.Itoa(total))
	return answer(w, 200, objects, nil)
}

func (h *handlers) addObject(w http.ResponseWriter, r *http.Request, a Actor) error {
	var in struct {
		AccessionNo *string `json:"accession_no"`
		Title       *string `json:"title"`
		Department  *string `json:"department"`
		ValueCents  *int    `json:"insured_value_cents"`
		AcquiredOn  *string `json:"acquired_on"`
		Fragile     bool    `json:"fragile"`
	}
	if err := read(r, &in); err != nil {
		return err
	}
	err := errors.Join(
		need(map[string]bool{"accession_no": in.AccessionNo != nil, "title": in.Title != nil,
			"department":          in.Department != nil,
			"insured_value_cents": in.ValueCents != nil, "acquired_on": in.AcquiredOn != nil}),
		matching("accession_no", in.AccessionNo, accessionPattern.MatchString),
		text("title", in.Title, 1, 120), matching("department", in.Department, among(departments)),
		value(in.ValueCents), matching("acquired_on", in.AcquiredOn, isDay))
	if err != nil {
		return err
	}
	o, err := h.service.AddObject(a, Object{AccessionNo: *in.AccessionNo, Title: *in.Title, Department: *in.Department,
		ValueCents: *in.ValueCents, AcquiredOn: *in.AcquiredOn, Fragile: in.Fragile})
	return answer(w, 201, o, err)
}

func (h *handlers) getObject(w http.ResponseWriter, r *http.Request, _ Actor) error {
	o, err := h.service.object(r.PathValue("accession_no"))
	return answer(w, 200, o, err)
}

func (h *handlers) changeObject(w http.ResponseWriter, r *http.Request, a Actor) error {
	var in ObjectChange
	if err := read(r, &in); err != nil {
		return err
	}
	if err := errors.Join(text("title", in.Title, 1, 120), value(in.ValueCents)); err != nil {
		return err
	}
	o, err := h.service.ChangeObject(a, r.PathValue("accession_no"), in)
	return answer(w, 200, o, err)
}

func (h *handlers) removeObject(w http.ResponseWriter, r *http.Request, _ Actor) error {
	if err := h.service.RemoveObject(r.PathValue("accession_no")); err != nil {
		return err
	}
	w.WriteHeader(204)
	return nil
}

func (h *handlers) listChecks(w http.ResponseWriter, r *http.Request, _ Actor) error {
	o, err := h.service.object(r.PathValue("accession_no"))
	return answer(w, 200, append([]Check{}, o.Checks...), err)
}

func (h *handlers) addCheck(w http.ResponseWriter, r *http.Request, a Actor) error {
	var in struct {
		Grade     *string `json:"grade"`
		CheckedOn *string `json:"checked_on"`
		Note      *string `json:"note"`
	}
	if err := read(r, &in); err != nil {
		return err
	}
	err := errors.Join(need(map[string]bool{"grade": in.Grade != nil, "checked_on": in.CheckedOn != nil}),
		matching("grade", in.Grade, among(grades)), matching("checked_on", in.CheckedOn, isDay),
		text("note", in.Note, 0, 300))
	if err != nil {
		return err
	}
	c := Check{Grade: *in.Grade, CheckedOn: *in.CheckedOn}
	if in.Note != nil {
		c.Note = *in.Note
	}
	c, err = h.service.AddCheck(a, r.PathValue("accession_no"), c)
	return answer(w, 201, c, err)
}

func (h *handlers) getCheck(w http.ResponseWriter, r *http.Request, _ Actor) error {
	o, err := h.service.object(r.PathValue("accession_no"))
	if err != nil {
		return err
	}
	for _, c := range o.Checks {
		if strconv.Itoa(c.No) == r.PathValue("check_no") {
			return answer(w, 200, c, nil)
		}
	}
	return absent("check")
}

func (h *handlers) summary(w http.ResponseWriter, r *http.Request, _ Actor) error {
	s, err := h.service.Summary(r.PathValue("department"))
	return answer(w, 200, s, err)
}

func (h *handlers) listBorrowers(w http.ResponseWriter, _ *http.Request, _ Actor) error {
	return answer(w, 200, h.service.repo.Borrowers(), nil)
}

func (h *handlers) addBorrower(w http.ResponseWriter, r *http.Request, _ Actor) error {
	var in struct {
		Code    *string `json:"borrower_code"`
		Name    *string `json:"name"`
		Country *string `json:"country"`
	}
	if err := read(r, &in); err != nil {
		return err
	}
	err := errors.Join(
		need(map[string]bool{"borrower_code": in.Code != nil, "name": in.Name != nil, "country": in.Country != nil}),
		matching("borrower_code", in.Code, codePattern.MatchString), text("name", in.Name, 1, 80),
		matching("country", in.Country, countryPattern.MatchString))
	if err != nil {
		return err
	}
	b := Borrower{Code: *in.Code, Name: *in.Name, Country: *in.Country}
	return answer(w, 201, b, h.service.AddBorrower(b))
}

func (h *handlers) changeBorrower(w http.ResponseWriter, r *http.Request, _ Actor) error {
	var in BorrowerChange
	if err := read(r, &in); err != nil {
		return err
	}
	if err := text("name", in.Name, 1, 80); err != nil {
		return err
	}
	b, err := h.service.ChangeBorrower(r.PathValue("borrower_code"), in)
	return answer(w, 200, b, err)
}

func (h *handlers) listLoans(w http.ResponseWriter, r *http.Request, a Actor) error {
	var f LoanFilter
	var err [4]error
	f.Status, err[0] = query(r, "status", among(loanStatuses))
	f.Borrower, err[1] = query(r, "borrower_code", codePattern.MatchString)
	f.Object, err[2] = query(r, "object", accessionPattern.MatchString)
	f.ActiveOn, err[3] = query(r, "active_on", isDay)
	p, last := page(r)
	if err := errors.Join(append(err[:], last)...); err != nil {
		return err
	}
	loans, total := h.service.ListLoans(a, f, p)
	w.Header().Set("X-Total-Count", strconv.Itoa(total))
	return answer(w, 200, loans, nil)
}

func (h *handlers) requestLoan(w http.ResponseWriter, r *http.Request, a Actor) error {
	in, err := loanBody(r, true)
	if err != nil {
		return err
	}
	l, err := h.service.RequestLoan(a, in)
	return answer(w, 201, l, err)
}

func (h *handlers) getLoan(w http.ResponseWriter, r *http.Request, a Actor) error {
	l, err := h.service.Loan(a, r.PathValue("loan_no"))
	return answer(w, 200, l, err)
}

func (h *handlers) changeLoan(w http.ResponseWriter, r *http.Request, a Actor) error {
	in, err := loanBody(r, false)
	if err != nil {
		return err
	}
	l, err := h.service.ChangeLoan(a, r.PathValue("loan_no"), in)
	return answer(w, 200, l, err)
}

func (h *handlers) approve(w http.ResponseWriter, r *http.Request, a Actor) error {
	l, err := h.service.Approve(a, r.PathValue("loan_no"))
	return answer(w, 200, l, err)
}

func (h *handlers) cancel(w http.ResponseWriter, r *http.Request, a Actor) error {
	l, err := h.service.Cancel(a, r.PathValue("loan_no"))
	return answer(w, 200, l, err)
}

func (h *handlers) dispatch(w http.ResponseWriter, r *http.Request, a Actor) error {
	var in struct {
		At *string `json:"dispatched_at"`
	}
	if err := read(r, &in); err != nil {
		return err
	}
	at, err := parseTime("dispatched_at", in.At)
	if err != nil {
		return err
	}
	l, err := h.service.Dispatch(a, r.PathValue("loan_no"), at)
	return answer(w, 200, l, err)
}

func (h *handlers) takeBack(w http.ResponseWriter, r *http.Request, a Actor) error {
	var in struct {
		At      *string   `json:"returned_at"`
		Objects *[]string `json:"objects"`
	}
	if err := read(r, &in); err != nil {
		return err
	}
	at, err := parseTime("returned_at", in.At)
	if err != nil {
		return err
	}
	if err := errors.Join(need(map[string]bool{"objects": in.Objects != nil}), several(in.Objects)); err != nil {
		return err
	}
	l, err := h.service.Return(a, r.PathValue("loan_no"), at, *in.Objects)
	return answer(w, 200, l, err)
}
