package stintlog

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// handler speaks HTTP. Its mutex makes each request one step.
type handler struct {
	mu     sync.Mutex
	svc    *service
	tokens map[string]Person
}

// call is a request of somebody.
type call struct {
	*http.Request
	who Person
}

// endpoint answers with a status and a body, nil for none.
type endpoint func(c call) (int, any, error)

func newHandler(svc *service) http.Handler {
	h := &handler{svc: svc, tokens: map[string]Person{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v2/auth/login", h.open(h.logIn))
	for pattern, e := range map[string]endpoint{
		"GET /v2/projects":                                     h.listProjects,
		"POST /v2/projects":                                    h.createProject,
		"GET /v2/projects/{project_code}":                      h.getProject,
		"PATCH /v2/projects/{project_code}":                    h.changeProject,
		"GET /v2/stints":                                       h.listStints,
		"POST /v2/stints":                                      h.logStint,
		"GET /v2/stints/{stint_id}":                            h.getStint,
		"PATCH /v2/stints/{stint_id}":                          h.changeStint,
		"DELETE /v2/stints/{stint_id}":                         h.removeStint,
		"GET /v2/people/{username}/weeks/{week}":               h.getWeek,
		"POST /v2/people/{username}/weeks/{week}/submission":   h.submitWeek,
		"DELETE /v2/people/{username}/weeks/{week}/submission": h.withdrawWeek,
		"POST /v2/people/{username}/weeks/{week}/decision":     h.decideWeek,
		"GET /v2/payroll":                                      h.payroll,
	} {
		mux.HandleFunc(pattern, h.open(h.loggedIn(e)))
	}
	return mux
}

// open locks, and writes what the endpoint answers.
func (h *handler) open(e endpoint) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		defer h.mu.Unlock()
		status, body, err := e(call{Request: r})
		if err != nil {
			status, body = refusal(err)
		}
		if body == nil {
			w.WriteHeader(status)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(body)
	}
}

// loggedIn wants a token.
func (h *handler) loggedIn(e endpoint) endpoint {
	return func(c call) (int, any, error) {
		token, _ := strings.CutPrefix(c.Header.Get("Authorization"), "Bearer ")
		who, ok := h.tokens[token]
		if !ok {
			return 0, nil, errUnauthorized
		}
		c.who = who
		return e(c)
	}
}

// refusal makes an answer of an error.
func refusal(err error) (int, any) {
	status, kind, field := http.StatusInternalServerError, "internal", ""
	detail := err.Error()
	var state stateError
	var wrong fieldError
	switch {
	case errors.Is(err, errUnauthorized):
		status, kind, detail = http.StatusUnauthorized, "unauthorized", "log in with a username and a password"
	case errors.Is(err, errForbidden):
		status, kind, detail = http.StatusForbidden, "forbidden", "this is not for you"
	case errors.Is(err, errNotFound):
		status, kind, detail = http.StatusNotFound, "not_found", "there is no such thing"
	case errors.As(err, &state):
		status, kind = http.StatusConflict, state.kind
	case errors.As(err, &wrong):
		status, kind, field, detail = http.StatusBadRequest, "invalid", wrong.field, wrong.detail
	}
	e := map[string]any{"kind": kind, "detail": detail}
	if field != "" {
		e["field"] = field
	}
	return status, map[string]any{"error": e}
}

func (h *handler) logIn(c call) (int, any, error) {
	b := readBody(c.Request, "username", "password")
	name, password := b.text("username", true, 0, 100), b.text("password", true, 0, 100)
	if b.err != nil {
		return 0, nil, b.err
	}
	who, ok := personOf(*name)
	if !ok || who.password != *password {
		return 0, nil, errUnauthorized
	}
	sum := sha256.Sum256([]byte(who.Username + "/" + who.password))
	token := hex.EncodeToString(sum[:16])
	h.tokens[token] = who
	return http.StatusOK, map[string]any{"token": token, "person": who}, nil
}

// projectBody is a project in an answer.
type projectBody struct {
	Code    string `json:"project_code"`
	Team    string `json:"team"`
	Title   string `json:"title"`
	Budget  int    `json:"budget_minutes"`
	Closed  bool   `json:"closed"`
	Stints  int    `json:"stint_count"`
	Minutes int    `json:"minutes"`
	Billed  int    `json:"billed_minutes"`
}

func projectOut(v ProjectView) projectBody {
	return projectBody{v.Code, v.Team, v.Title, v.Budget, v.Closed, v.Stints, v.Minutes, v.Billed}
}

func (h *handler) listProjects(c call) (int, any, error) {
	out := []projectBody{}
	for _, v := range h.svc.ListProjects(c.who) {
		out = append(out, projectOut(v))
	}
	return http.StatusOK, map[string]any{"projects": out}, nil
}

func (h *handler) createProject(c call) (int, any, error) {
	b := readBody(c.Request, "project_code", "title", "budget_minutes")
	code := b.form("project_code", codeForm)
	title, budget := b.text("title", true, 1, 80), b.number("budget_minutes", 0, 1000000)
	if b.err != nil {
		return 0, nil, b.err
	}
	p := Project{Code: code, Title: *title}
	if budget != nil {
		p.Budget = *budget
	}
	v, err := h.svc.CreateProject(c.who, p)
	return http.StatusCreated, projectOut(v), err
}

func (h *handler) getProject(c call) (int, any, error) {
	v, err := h.svc.GetProject(c.who, c.PathValue("project_code"))
	return http.StatusOK, projectOut(v), err
}

func (h *handler) changeProject(c call) (int, any, error) {
	b := readBody(c.Request, "title", "budget_minutes", "closed")
	change := ProjectChange{b.text("title", false, 1, 80), b.number("budget_minutes", 0, 1000000), b.flag("closed")}
	if b.err != nil {
		return 0, nil, b.err
	}
	v, err := h.svc.ChangeProject(c.who, c.PathValue("project_code"), change)
	return http.StatusOK, projectOut(v), err
}

// stintBody is a stint in an answer.
type stintBody struct {
	ID      string    `json:"stint_id"`
	Person  string    `json:"person"`
	Project string    `json:"project_code"`
	Day     string    `json:"day"`
	Start   time.Time `json:"started_at"`
	End     time.Time `json:"ended_at"`
	Break   int       `json:"break_minutes"`
	Minutes int       `json:"minutes"`
	Billed  int       `json:"billed_minutes"`
	Note    string    `json:"note"`
}

func stintOut(s Stint) stintBody {
	return stintBody{"st" + strconv.Itoa(1000+s.No), s.Person, s.Project, s.Day(), s.Start, s.End, s.Break, s.Minutes(),
		s.Billed(), s.Note}
}

// stintNo returns the number of the stint of the path, 0 if it is none.
func stintNo(c call) int {
	id := c.PathValue("stint_id")
	n, err := strconv.Atoi(strings.TrimPrefix(id, "st"))
	if err != nil || id != "st"+strconv.Itoa(n) || n < 1000 {
		return 0
	}
	return n - 1000
}

func (h *handler) listStints(c call) (int, any, error) {
	q := c.URL.Query()
	f := Filter{Person: q.Get("person"), Project: q.Get("project_code"), From: q.Get("from"),
		To: q.Get("to"), Limit: 25}
	for _, name := range []string{"person", "project_code"} {
		if q.Has(name) && q.Get(name) == "" {
			return 0, nil, fieldError{name, "is empty"}
		}
	}
	for _, name := range []string{"from", "to"} {
		if _, err := time.Parse(time.DateOnly, q.Get(name)); q.Has(name) && err != nil {
			return 0, nil, fieldError{name, "want a day"}
		}
	}
	if q.Has("page_size") {
		n, err := strconv.Atoi(q.Get("page_size"))
		if err != nil || n < 1 || n > 100 {
			return 0, nil, fieldError{"page_size", "want 1 to 100"}
		}
		f.Limit = n
	}
	if q.Has("cursor") {
		text, err := base64.RawURLEncoding.DecodeString(q.Get("cursor"))
		var at int64
		var no int
		if n, _ := fmt.Sscanf(string(text), "%d.%d", &at, &no); err != nil || n != 2 {
			return 0, nil, fieldError{"cursor", "is none of a page"}
		}
		f.After = &Position{time.Unix(0, at), no}
	}
	page, next := h.svc.ListStints(c.who, f)
	out := []stintBody{}
	for _, s := range page {
		out = append(out, stintOut(s))
	}
	answer := map[string]any{"stints": out}
	if next != nil {
		answer["next_cursor"] = base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d.%d",
			next.Start.UnixNano(), next.No))
	}
	return http.StatusOK, answer, nil
}

func (h *handler) logStint(c call) (int, any, error) {
	b := readBody(c.Request, "project_code", "started_at", "ended_at", "break_minutes", "note")
	x := Stint{Project: b.form("project_code", codeForm)}
	start, end := b.time("started_at", true), b.time("ended_at", true)
	pause, note := b.number("break_minutes", 0, 240), b.text("note", false, 0, 200)
	if b.err != nil {
		return 0, nil, b.err
	}
	x.Start, x.End = *start, *end
	if pause != nil {
		x.Break = *pause
	}
	if note != nil {
		x.Note = *note
	}
	x, err := h.svc.LogStint(c.who, x)
	return http.StatusCreated, stintOut(x), err
}

func (h *handler) getStint(c call) (int, any, error) {
	x, err := h.svc.GetStint(c.who, stintNo(c))
	return http.StatusOK, stintOut(x), err
}

func (h *handler) changeStint(c call) (int, any, error) {
	b := readBody(c.Request, "project_code", "started_at", "ended_at", "break_minutes", "note")
	change := StintChange{
		Start: b.time("started_at", false),
		End:   b.time("ended_at", false),
		Break: b.number("break_minutes", 0, 240),
		Note:  b.text("note", false, 0, 200),
	}
	if b.has("project_code") {
		code := b.form("project_code", codeForm)
		change.Project = &code
	}
	if b.err != nil {
		return 0, nil, b.err
	}
	x, err := h.svc.ChangeStint(c.who, stintNo(c), change)
	return http.StatusOK, stintOut(x), err
}

func (h *handler) removeStint(c call) (int, any, error) {
	return http.StatusNoContent, nil, h.svc.RemoveStint(c.who, stintNo(c))
}

func weekOut(v WeekView) map[string]any {
	days := []map[string]any{}
	for _, d := range v.Days {
		days = append(days, map[string]any{"day": d.Day, "minutes": d.Minutes})
	}
	out := map[string]any{"person": v.Person, "week": v.Week, "state": v.State, "days": days, "minutes": v.Minutes,
		"billed_minutes": v.Billed}
	if v.Submitted != nil {
		out["submitted_minutes"] = *v.Submitted
	}
	if v.Remark != "" {
		out["remark"] = v.Remark
	}
	return out
}

func (h *handler) getWeek(c call) (int, any, error) {
	v, err := h.svc.GetWeek(c.who, c.PathValue("username"), c.PathValue("week"))
	return http.StatusOK, weekOut(v), err
}

func (h *handler) submitWeek(c call) (int, any, error) {
	v, err := h.svc.SubmitWeek(c.who, c.PathValue("username"), c.PathValue("week"))
	return http.StatusOK, weekOut(v), err
}

func (h *handler) withdrawWeek(c call) (int, any, error) {
	return http.StatusNoContent, nil, h.svc.WithdrawWeek(c.who, c.PathValue("username"), c.PathValue("week"))
}

func (h *handler) decideWeek(c call) (int, any, error) {
	b := readBody(c.Request, "verdict", "remark")
	verdict, remark := b.text("verdict", true, 0, 100), b.text("remark", false, 3, 200)
	if b.err != nil {
		return 0, nil, b.err
	}
	if !slices.Contains([]string{"approve", "return"}, *verdict) {
		return 0, nil, fieldError{"verdict", "want approve or return"}
	}
	why := ""
	if remark != nil {
		why = *remark
	} else if *verdict == "return" {
		return 0, nil, fieldError{"remark", "is missing"}
	}
	v, err := h.svc.DecideWeek(c.who, c.PathValue("username"), c.PathValue("week"), *verdict, why)
	return http.StatusOK, weekOut(v), err
}

func (h *handler) payroll(c call) (int, any, error) {
	month := c.URL.Query().Get("month")
	if !monthForm.MatchString(month) {
		return 0, nil, fieldError{"month", "want a month such as 2031-03"}
	}
	lines, err := h.svc.Payroll(c.who, month)
	if err != nil {
		return 0, nil, err
	}
	out := []map[string]any{}
	minutes, billed := 0, 0
	for _, l := range lines {
		out = append(out, map[string]any{"person": l.Person, "stint_count": l.Stints, "minutes": l.Minutes,
			"billed_minutes": l.Billed})
		minutes += l.Minutes
		billed += l.Billed
	}
	return http.StatusOK, map[string]any{"month": month, "lines": out, "minutes": minutes, "billed_minutes": billed},
		nil
}
