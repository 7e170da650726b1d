// Package goal writes the documents of micro services that have a goal, and answers whether the goal is met.
package goal

import (
	"encoding/json"
	"net/http"
	"strings"
)

// Met is the status of a service whose surroundings are as its goal needs.
const Met = 299

// Service is a service with one call. The path has at most the parameter {code}.
type Service struct {
	Name, Method, Path string
	Pattern            string            // of the parameter {code}, "" for any text
	Statuses           map[string]string // descriptions of the answers
}

type object = map[string]any

// OpenAPI returns the document of the service.
func (s *Service) OpenAPI() string {
	parameters := []object{}
	if strings.Contains(s.Path, "{code}") {
		code := object{"type": "string"}
		if s.Pattern != "" {
			code["pattern"] = s.Pattern
		}
		parameters = append(parameters, object{"name": "code", "in": "path", "required": true, "schema": code})
	}
	responses := object{}
	for status, description := range s.Statuses {
		responses[status] = object{"description": description}
	}
	doc, err := json.MarshalIndent(object{
		"openapi": "3.0.3",
		"info":    object{"title": s.Name, "version": "1.0.0"},
		"paths": object{s.Path: object{strings.ToLower(s.Method): object{
			"operationId": strings.ToLower(s.Method), "parameters": parameters, "responses": responses,
		}}},
	}, "", "  ")
	if err != nil {
		panic(err)
	}
	return string(doc)
}

// Stored returns a service whose answer depends on a database.
func Stored(name, method, path string) Service {
	return Service{Name: name, Method: method, Path: path, Statuses: map[string]string{
		"204": "The database does not have the data of the goal.",
		"299": "The database has the data of the goal.",
		"404": "The database has no entry of that name.",
	}}
}

// Decide answers [Met] if a condition holds, else 204.
func Decide(w http.ResponseWriter, holds bool) {
	if holds {
		w.WriteHeader(Met)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
