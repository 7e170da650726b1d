package repeat

import "net/http"

const feedSchema = `{"openapi": "3.0.3", "info": {"title": "Feed", "version": "1"}, "paths": {
	"/messages": {"post": {"requestBody": {"content": {"application/json": {"schema": {"type": "object", "required": ["text"],
		"properties": {"text": {"type": "string"}, "urgent": {"type": "boolean"}}}}}},
		"responses": {"202": {"description": "taken"}, "400": {"description": "bad"}, "422": {"description": "refused"}, "503": {"description": "full"}}}},
	"/next": {"get": {"responses": {"200": {"description": "the next"}, "204": {"description": "none"}}}},
	"/drain": {"post": {"responses": {"200": {"description": "all"}}}}}}`

type message struct {
	Text   string `json:"text"`
	Urgent bool   `json:"urgent"`
}

type feed struct{ urgent, normal, spare chan message }

// NewFeed takes messages from several channels, any of which may be ready.
func NewFeed() http.Handler {
	f := &feed{urgent: make(chan message, 2), normal: make(chan message, 3), spare: make(chan message, 3)}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /messages", f.post)
	mux.HandleFunc("GET /next", f.next)
	mux.HandleFunc("POST /drain", f.drain)
	return mux
}

func (f *feed) post(w http.ResponseWriter, r *http.Request) {
	var m message
	if !read(w, r, &m) {
		return
	}
	if m.Text == "" {
		refuse(w, http.StatusUnprocessableEntity, "a message has a text")
		return
	}
	urgent := f.urgent
	if !m.Urgent {
		urgent = nil
	}
	select {
	case urgent <- m:
		answer(w, http.StatusAccepted, map[string]any{"way": "urgent", "waiting": len(f.urgent)})
	case f.normal <- m:
		answer(w, http.StatusAccepted, map[string]any{"way": "normal", "waiting": len(f.normal)})
	case f.spare <- m:
		answer(w, http.StatusAccepted, map[string]any{"way": "spare", "waiting": len(f.spare)})
	default:
		refuse(w, http.StatusServiceUnavailable, "too many wait")
	}
}

func (f *feed) next(w http.ResponseWriter, r *http.Request) {
	var m message
	select {
	case <-r.Context().Done():
		return
	case m = <-f.urgent:
	case m = <-f.normal:
	case m = <-f.spare:
	default:
		w.WriteHeader(http.StatusNoContent)
		return
	}
	answer(w, http.StatusOK, m)
}

func (f *feed) drain(w http.ResponseWriter, _ *http.Request) {
	all := []message{}
	for {
		select {
		case m := <-f.urgent:
			all = append(all, m)
			continue
		case m := <-f.normal:
			all = append(all, m)
			continue
		case m := <-f.spare:
			all = append(all, m)
			continue
		default:
		}
		break
	}
	answer(w, http.StatusOK, map[string]any{"drained": len(all), "messages": all})
}
