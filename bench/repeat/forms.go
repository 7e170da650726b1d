package repeat

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
)

const formsSchema = `{"openapi": "3.0.3", "info": {"title": "Forms", "version": "1"}, "paths": {
	"/forms": {"post": {"requestBody": {"content": {"application/json": {"schema": {"type": "object", "required": ["name", "mail", "age"],
		"properties": {"name": {"type": "string"}, "mail": {"type": "string"}, "age": {"type": "integer"}, "city": {"type": "string"}}}}}},
		"responses": {"201": {"description": "taken"}, "400": {"description": "bad"}, "422": {"description": "refused"}}}},
	"/forms/count": {"get": {"responses": {"200": {"description": "how many"}}}}}}`

type forms struct {
	mutex  sync.Mutex
	cities map[string]int
}

// NewForms joins the messages of rules, which stand in a map.
func NewForms() http.Handler {
	f := &forms{cities: map[string]int{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /forms", f.add)
	mux.HandleFunc("GET /forms/count", f.count)
	return mux
}

type form struct {
	Name string `json:"name"`
	Mail string `json:"mail"`
	Age  int    `json:"age"`
	City string `json:"city"`
}

// rules returns what each field has to be.
func (f *form) rules() map[string]func() error {
	return map[string]func() error{
		"name": func() error {
			if len(f.Name) < 2 {
				return errors.New("is too short")
			}
			return nil
		},
		"mail": func() error {
			if !strings.Contains(f.Mail, "@") {
				return fmt.Errorf("%q is no address", f.Mail)
			}
			return nil
		},
		"age": func() error {
			if f.Age < 18 || f.Age > 130 {
				return fmt.Errorf("%d is not an age from 18 to 130", f.Age)
			}
			return nil
		},
		"city": func() error {
			if f.City == "nowhere" {
				return errors.New("is unknown")
			}
			return nil
		},
	}
}

func (f *forms) add(w http.ResponseWriter, r *http.Request) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	var one form
	if !read(w, r, &one) {
		return
	}
	var wrong error
	for field, check := range one.rules() {
		if err := check(); err != nil {
			wrong = errors.Join(wrong, fmt.Errorf("%s %w", field, err))
		}
	}
	if wrong != nil {
		first, _, more := strings.Cut(wrong.Error(), "\n")
		answer(w, http.StatusUnprocessableEntity, map[string]any{"error": wrong.Error(), "first": first, "more": more})
		return
	}
	f.cities[one.City]++
	answer(w, http.StatusCreated, one)
}

func (f *forms) count(w http.ResponseWriter, _ *http.Request) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	text := ""
	for city, n := range f.cities {
		text += fmt.Sprintf("%s=%d ", city, n)
	}
	answer(w, http.StatusOK, map[string]string{"cities": text})
}
