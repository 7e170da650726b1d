// Package web has the HTTP side of the log.
package web

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/evoke-go/evoke/bench/unseen/vinolog/internal/apperr"
	"github.com/evoke-go/evoke/bench/unseen/vinolog/internal/domain"
	"github.com/evoke-go/evoke/bench/unseen/vinolog/internal/service"
)

type api struct{ svc *service.Service }

type userKey struct{}

func userOf(r *http.Request) domain.User { return r.Context().Value(userKey{}).(domain.User) }

func Router(svc *service.Service) http.Handler {
	a := &api{svc}
	r := chi.NewRouter()
	r.Use(recoverer, a.lock)
	r.NotFound(func(w http.ResponseWriter, _ *http.Request) { fail(w, apperr.NotFound("resource")) })
	r.Post("/api/auth/login", a.login)
	r.Group(func(r chi.Router) {
		r.Use(a.authenticate)
		r.Post("/api/auth/logout", a.logout)
		r.Get("/api/vessels", a.listVessels)
		r.Get("/api/vessels/{vesselId}", a.getVessel)
		r.Get("/api/lots", a.listLots)
		r.Get("/api/lots/{lotId}", a.getLot)
		r.Get("/api/lots/{lotId}/readings", a.listReadings)
		r.Get("/api/lots/{lotId}/summary", a.summary)
	})
	r.Group(func(r chi.Router) {
		r.Use(a.authenticate, allow(domain.Winemaker, domain.Cellarhand))
		r.Post("/api/vessels/{vesselId}/wash", a.washVessel)
		r.Post("/api/lots", a.createLot)
		r.Patch("/api/lots/{lotId}", a.patchLot)
		r.Post("/api/lots/{lotId}/readings", a.addReading)
		r.Delete("/api/lots/{lotId}/readings/{readingId}", a.voidReading)
		r.Post("/api/lots/{lotId}/additions", a.addAddition)
		r.Post("/api/lots/{lotId}/transfers", a.transfer)
	})
	r.Group(func(r chi.Router) {
		r.Use(a.authenticate, allow(domain.Winemaker))
		r.Post("/api/vessels", a.createVessel)
		r.Post("/api/lots/{lotId}/bottling", a.bottle)
		r.Post("/api/blends", a.blend)
	})
	return r
}

// ---- middleware ----

func recoverer(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if p := recover(); p != nil {
				log.Printf("panic in %s %s: %v", r.Method, r.URL.Path, p)
				fail(w, apperr.Internal())
			}
		}()
		next.ServeHTTP(w, r)
	})
}

func (a *api) lock(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.svc.Lock()
		defer a.svc.Unlock()
		next.ServeHTTP(w, r)
	})
}

func token(r *http.Request) string {
	t, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return t
}

func (a *api) authenticate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		u, err := a.svc.Authenticate(token(r))
		if err != nil {
			fail(w, err)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), userKey{}, u)))
	})
}

func allow(roles ...domain.Role) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if u := userOf(r); !slices.Contains(roles, u.Role) {
				fail(w, apperr.Forbidden("not for the role "+string(u.Role)))
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// ---- JSON ----

func send(w http.ResponseWriter, status int, body any, err error) {
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func fail(w http.ResponseWriter, err error) {
	var p *apperr.Problem
	if !errors.As(err, &p) {
		log.Printf("unexpected error: %v", err)
		errors.As(apperr.Internal(), &p)
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p)
}

// body reads a JSON body without unknown fields; it answers itself if it cannot.
func body[T any](w http.ResponseWriter, r *http.Request) (in T, ok bool) {
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		fail(w, apperr.BadRequest(err.Error()))
		return in, false
	}
	return in, true
}

// params reads query parameters and collects what is wrong with them.
type params struct {
	r *http.Request
	f apperr.Fields
}

func (p *params) number(name string, def, lo, hi int) int {
	v := p.r.URL.Query().Get(name)
	if v == "" {
		return def
	}
	n, err := strconv.Atoi(v)
	p.f.Check(err == nil && n >= lo && n <= hi, name, "is out of range")
	return n
}

func (p *params) enum(name string, values ...string) string {
	v := p.r.URL.Query().Get(name)
	p.f.Check(v == "" || slices.Contains(values, v), name, "must be one of "+strings.Join(values, ", "))
	return v
}

func (p *params) time(name string) (t time.Time) {
	if v := p.r.URL.Query().Get(name); v != "" {
		var err error
		t, err = time.Parse(time.RFC3339, v)
		p.f.Check(err == nil, name, "must be an RFC 3339 time")
	}
	return t
}

// ---- handlers ----

func (a *api) login(w http.ResponseWriter, r *http.Request) {
	if in, ok := body[struct{ Username, Password string }](w, r); ok {
		tok, u, err := a.svc.Login(in.Username, in.Password)
		send(w, 200, map[string]any{"token": tok, "user": u}, err)
	}
}

func (a *api) logout(w http.ResponseWriter, r *http.Request) {
	a.svc.Logout(token(r))
	w.WriteHeader(204)
}

func (a *api) createVessel(w http.ResponseWriter, r *http.Request) {
	if in, ok := body[service.NewVessel](w, r); ok {
		v, err := a.svc.CreateVessel(in)
		send(w, 201, v, err)
	}
}

func (a *api) listVessels(w http.ResponseWriter, r *http.Request) {
	p := &params{r: r}
	state, kind := p.enum("state", "clean", "in_use", "dirty"), p.enum("kind", "tank", "barrel", "amphora")
	free := p.number("min_free", 0, 0, 20000)
	send(w, 200, map[string]any{"data": a.svc.ListVessels(state, kind, float64(free))}, p.f.Err())
}

func (a *api) getVessel(w http.ResponseWriter, r *http.Request) {
	v, err := a.svc.Vessel(chi.URLParam(r, "vesselId"))
	send(w, 200, v, err)
}

func (a *api) washVessel(w http.ResponseWriter, r *http.Request) {
	if in, ok := body[struct{ Method string }](w, r); ok {
		v, err := a.svc.WashVessel(chi.URLParam(r, "vesselId"), in.Method)
		send(w, 200, v, err)
	}
}

func (a *api) createLot(w http.ResponseWriter, r *http.Request) {
	if in, ok := body[service.NewLot](w, r); ok {
		l, err := a.svc.CreateLot(in)
		send(w, 201, l, err)
	}
}

func (a *api) listLots(w http.ResponseWriter, r *http.Request) {
	p := &params{r: r}
	q := service.LotQuery{
		Stage: p.enum("stage", domain.Must, domain.Fermenting, domain.Dry, domain.Aging,
			domain.Bottled, domain.Emptied),
		Sort: p.enum("sort", "code", "volume", "-volume"), Variety: r.URL.Query().Get("variety"),
		Vintage: p.number("vintage", 0, 2000, domain.CurrentVintage),
		Page:    p.number("page", 1, 1, 10000), PerPage: p.number("per_page", 10, 1, 100)}
	if err := p.f.Err(); err != nil {
		fail(w, err)
		return
	}
	list, total := a.svc.ListLots(q)
	pages := int(math.Ceil(float64(total) / float64(q.PerPage)))
	send(w, 200, map[string]any{"data": list,
		"meta": map[string]int{"page": q.Page, "per_page": q.PerPage, "total": total, "pages": pages}}, nil)
}

func (a *api) getLot(w http.ResponseWriter, r *http.Request) {
	l, err := a.svc.Lot(chi.URLParam(r, "lotId"))
	send(w, 200, l, err)
}

func (a *api) patchLot(w http.ResponseWriter, r *http.Request) {
	in, ok := body[struct {
		Revision *int            `json:"revision"`
		Vineyard *string         `json:"vineyard"`
		Notes    json.RawMessage `json:"notes"`
	}](w, r)
	if !ok {
		return
	}
	p := service.LotPatch{Vineyard: in.Vineyard, SetNotes: in.Notes != nil}
	if in.Notes != nil {
		if err := json.Unmarshal(in.Notes, &p.Notes); err != nil {
			fail(w, apperr.BadRequest("notes must be a string or null"))
			return
		}
	}
	if in.Revision == nil {
		fail(w, apperr.Fields{{Field: "revision", Message: "is required"}}.Err())
		return
	}
	p.Revision = *in.Revision
	l, err := a.svc.PatchLot(chi.URLParam(r, "lotId"), p)
	send(w, 200, l, err)
}

func (a *api) addReading(w http.ResponseWriter, r *http.Request) {
	if in, ok := body[service.NewReading](w, r); ok {
		x, err := a.svc.AddReading(userOf(r), chi.URLParam(r, "lotId"), in)
		send(w, 201, x, err)
	}
}

func (a *api) listReadings(w http.ResponseWriter, r *http.Request) {
	p := &params{r: r}
	since, until := p.time("since"), p.time("until")
	if err := p.f.Err(); err != nil {
		fail(w, err)
		return
	}
	list, err := a.svc.ListReadings(chi.URLParam(r, "lotId"), since, until)
	send(w, 200, map[string]any{"data": list}, err)
}

func (a *api) voidReading(w http.ResponseWriter, r *http.Request) {
	if err := a.svc.VoidReading(userOf(r), chi.URLParam(r, "lotId"), chi.URLParam(r, "readingId")); err != nil {
		fail(w, err)
		return
	}
	w.WriteHeader(204)
}

func (a *api) addAddition(w http.ResponseWriter, r *http.Request) {
	if in, ok := body[service.NewAddition](w, r); ok {
		x, err := a.svc.AddAddition(userOf(r), chi.URLParam(r, "lotId"), in)
		send(w, 201, x, err)
	}
}

func (a *api) transfer(w http.ResponseWriter, r *http.Request) {
	if in, ok := body[service.NewTransfer](w, r); ok {
		l, err := a.svc.Transfer(chi.URLParam(r, "lotId"), in)
		send(w, 200, l, err)
	}
}

func (a *api) bottle(w http.ResponseWriter, r *http.Request) {
	if in, ok := body[service.NewBottling](w, r); ok {
		l, err := a.svc.Bottle(chi.URLParam(r, "lotId"), in)
		send(w, 200, l, err)
	}
}

func (a *api) blend(w http.ResponseWriter, r *http.Request) {
	if in, ok := body[service.NewBlend](w, r); ok {
		l, err := a.svc.Blend(in)
		send(w, 201, l, err)
	}
}

func (a *api) summary(w http.ResponseWriter, r *http.Request) {
	x, err := a.svc.Summary(chi.URLParam(r, "lotId"))
	send(w, 200, x, err)
}
