package news

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/bench/news/mapping"
	"github.com/evoke-go/evoke/bench/news/store"
)

// respond answers with a status and nothing else.
func respond(status int) mapping.Response { return mapping.Response{Status: status} }

// getCountries answers GET /countries.
func (s *server) getCountries(*http.Request) mapping.Response {
	return mapping.Response{Status: http.StatusOK, Entity: countries}
}

// getNews answers GET /news, of a country, of an author, of both or all.
func (s *server) getNews(r *http.Request) mapping.Response {
	query := r.URL.Query()
	country, author := query.Get("country"), query.Get("authorId")
	var found []store.News
	if isBlank(country) && isBlank(author) {
		found = s.news.FindAll()
	} else if !isBlank(country) && !isBlank(author) {
		found = s.news.FindByCountryAndAuthor(country, author)
	} else if !isBlank(country) {
		found = s.news.FindByCountry(country)
	} else {
		found = s.news.FindByAuthor(author)
	}
	return mapping.Response{Status: http.StatusOK, Entity: convertAll(found)}
}

// create answers POST /news with the bare id.
func (s *server) create(_ *http.Request, dto *newsDTO) mapping.Response {
	if !(isEmpty(dto.ID) && isEmpty(dto.NewsID)) { // the service chooses it
		return respond(http.StatusBadRequest)
	}
	if dto.CreationTime != nil { // set by the service as well
		return respond(http.StatusBadRequest)
	}
	if dto.AuthorID == nil || dto.Text == nil || dto.Country == nil {
		return respond(http.StatusBadRequest)
	}
	id, err := s.news.create(*dto.AuthorID, *dto.Text, *dto.Country)
	if err != nil {
		return respond(http.StatusBadRequest)
	}
	return mapping.Response{Status: http.StatusCreated, Entity: id}
}

// getOne answers GET /news/{id}. No news has an id that is not a number.
func (s *server) getOne(r *http.Request) mapping.Response {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return respond(http.StatusNotFound)
	}
	n, ok := s.news.Find(id)
	if !ok {
		return respond(http.StatusNotFound)
	}
	return mapping.Response{Status: http.StatusOK, Entity: convert(n)}
}

// update answers PUT /news/{id}, which replaces the whole news.
func (s *server) update(r *http.Request, dto *newsDTO) mapping.Response {
	text := dto.NewsID
	if text == nil {
		text = dto.ID
	}
	if text == nil {
		return respond(http.StatusNotFound)
	}
	id, err := strconv.ParseInt(*text, 10, 64)
	if err != nil {
		return respond(http.StatusNotFound)
	}
	if *text != r.PathValue("id") { // an id cannot be changed
		return respond(http.StatusConflict)
	}
	if !s.news.Exists(id) {
		return respond(http.StatusNotFound)
	}
	if dto.Text == nil || dto.AuthorID == nil || dto.Country == nil || dto.CreationTime == nil {
		return respond(http.StatusBadRequest)
	}
	err = s.news.update(store.News{
		ID: id, AuthorID: *dto.AuthorID, Text: *dto.Text, Country: *dto.Country, CreationTime: *dto.CreationTime,
	})
	if err != nil { // the seeded fault: 400 was meant
		return mapping.Failed(err)
	}
	return respond(http.StatusNoContent)
}

// updateText answers PUT /news/{id}/text.
func (s *server) updateText(id int64, text string) mapping.Response {
	if !s.news.Exists(id) {
		return respond(http.StatusNotFound)
	}
	if err := s.news.updateText(id, text); err != nil { // the seeded fault: 400 was meant
		return mapping.Failed(err)
	}
	return respond(http.StatusNoContent)
}

// delete answers DELETE /news/{id}. Unlike GET it takes an id that is not a
// number for a mistake of the client.
func (s *server) delete(r *http.Request) mapping.Response {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return respond(http.StatusBadRequest)
	}
	if !s.news.Exists(id) {
		return respond(http.StatusNotFound)
	}
	s.news.Delete(id)
	return respond(http.StatusNoContent)
}

// isBlank says whether a text has nothing but space.
func isBlank(text string) bool { return strings.TrimSpace(text) == "" }

// isEmpty says whether a member is null or an empty text.
func isEmpty(member *string) bool { return member == nil || *member == "" }
