package hostile

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// perOperation is how many texts an operation has.
const perOperation = 5

// Schema returns a document that has the texts in all its places: five in each
// operation, and the first as its title.
func Schema(texts []string) string {
	paths, schemes := map[string]any{}, map[string]any{}
	var tags []any
	for i := 0; i+perOperation <= len(texts); i += perOperation {
		own := texts[i : i+perOperation]
		op := operation(own)
		schemes[own[1]] = map[string]any{"type": "apiKey", "in": "header", "name": "X-Key", "description": own[2]}
		op["security"] = []any{map[string]any{own[1]: []any{own[2]}}, map[string]any{}}
		tags = append(tags, map[string]any{"name": own[3], "description": own[4]})
		item := map[string]any{"summary": own[0], "description": own[1], "get": op}
		paths[fmt.Sprintf("/n%d", i/perOperation)] = item
		paths["/"+own[2]] = map[string]any{"get": map[string]any{"summary": own[3],
			"responses": map[string]any{"200": map[string]any{"description": own[4]}}}}
		paths[fmt.Sprintf("/n%d/", i/perOperation)+"{"+strings.Trim(own[3], "{}/")+
			"}"] = map[string]any{"parameters": []any{
			map[string]any{"name": strings.Trim(own[3], "{}/"), "in": "path", "required": true,
				"schema": map[string]any{"type": "string", "enum": []any{own[4], "a"}}},
		}, "post": operation(own)}
	}
	doc := map[string]any{
		"openapi": "3.0.3", "info": map[string]any{"title": texts[0], "version": texts[1], "description": texts[2]},
		"servers": []any{map[string]any{"url": "/", "description": texts[3]}, map[string]any{"url": texts[4]}},
		"tags":    tags, "paths": paths, "components": map[string]any{"securitySchemes": schemes},
	}
	data, err := json.Marshal(doc)
	if err != nil {
		panic(err) // it is made of texts alone
	}
	return string(data)
}

func operation(t []string) map[string]any {
	text := map[string]any{"type": "string", "description": t[4], "example": t[3], "enum": []any{t[0], t[1], "a"}}
	object := map[string]any{"type": "object", "title": t[2], "required": []any{t[0]},
		"properties": map[string]any{t[0]: text, t[1]: map[string]any{"type": "integer"}}}
	content := map[string]any{"application/json": map[string]any{"schema": object,
		"example": map[string]any{t[0]: t[1]}}}
	op := map[string]any{
		"summary": t[0], "description": t[1], "operationId": t[2], "tags": []any{t[3]},
		"parameters": []any{
			map[string]any{"name": t[0], "in": "query", "description": t[1], "required": true, "schema": text},
			map[string]any{"name": t[1], "in": "header", "example": t[2], "schema": text},
			map[string]any{"name": t[2], "in": "cookie", "schema": text},
		},
		"requestBody": map[string]any{"description": t[3], "content": content},
		"responses": map[string]any{
			"200": map[string]any{"description": t[4],
				"headers": map[string]any{t[0]: map[string]any{"schema": text}}, "content": content,
				"links": map[string]any{t[1]: map[string]any{"operationId": t[2], "description": t[3]}}},
		},
	}
	return op
}

// Handler returns a service for the operations of [Schema] that answers, fails and
// panics with the texts.
func Handler(texts []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/n"), "/")
		n, err := strconv.Atoi(name)
		if err != nil || n < 0 || perOperation*(n+1) > len(texts) {
			http.NotFound(w, r)
			return
		}
		own := texts[perOperation*n : perOperation*(n+1)]
		if r.Method == http.MethodPost {
			n++
		}
		w.Header().Set("X-Text", own[0])
		w.Header().Add("Set-Cookie", "a="+own[1])
		switch n % 5 {
		case 0:
			panic(own[2])
		case 1:
			panic(fmt.Errorf("%s: %q", own[2], own[3]))
		case 2:
			w.Header().Set("Content-Type", own[3])
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = w.Write([]byte(own[4]))
		case 3:
			http.Error(w, own[3], http.StatusBadRequest)
		default:
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(map[string]any{own[0]: own[1], "id": own[2],
				own[3]: []any{own[4], map[string]any{own[4]: own[0]}}})
		}
	})
}
