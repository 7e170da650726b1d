package shop

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// newBook is a book as a client sends it. Prices are in pence.
type newBook struct {
	Title  string `json:"title"`
	Author string `json:"author"`
	Genre  string `json:"genre"`
	Price  int32  `json:"price"`
	Pages  int    `json:"pages"`
	Stock  int    `json:"stock"`
}

type book struct {
	ID int `json:"id"`
	newBook
	Added   time.Time `json:"added"`
	reviews []*review
}

type newReview struct {
	Stars int    `json:"stars"`
	Text  string `json:"text"`
}

type review struct {
	ID int `json:"id"`
	newReview
	By string `json:"by"`
}

var genres = []string{"novel", "poetry", "science", "children"}

func (b *newBook) check() error {
	switch {
	case b.Title == "" || utf8.RuneCountInString(b.Title) > 100:
		return invalid("title must have 1 to 100 characters")
	case b.Author == "" || utf8.RuneCountInString(b.Author) > 60:
		return invalid("author must have 1 to 60 characters")
	case !slices.Contains(genres, b.Genre):
		return invalid("genre must be one of " + strings.Join(genres, ", "))
	case b.Price < 1 || b.Price > 100_000:
		return invalid("price must be from 1 to 100000")
	case b.Pages < 1 || b.Pages > 5_000:
		return invalid("pages must be from 1 to 5000")
	case b.Stock < 0 || b.Stock > 1_000:
		return invalid("stock must be from 0 to 1000")
	}
	return nil
}

// rating is the average of the stars, rounded down.
func (b *book) rating() int {
	sum := 0
	for _, r := range b.reviews {
		sum += r.Stars
	}
	return sum / len(b.reviews)
}

func (s *shop) addBook(in newBook) *book {
	s.lastID.book++
	b := &book{ID: s.lastID.book, newBook: in, Added: now()}
	s.books = append(s.books, b)
	return b
}

func (s *shop) addReview(b *book, by *user, in newReview) *review {
	s.lastID.review++
	r := &review{ID: s.lastID.review, newReview: in, By: by.name}
	b.reviews = append(b.reviews, r)
	return r
}

// book returns the book with the id in the path of a request.
func (s *shop) book(r *http.Request) (*book, error) {
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil {
		return nil, invalid("the id of a book is a number")
	}
	return s.bookByID(id)
}

func (s *shop) bookByID(id int) (*book, error) {
	for _, b := range s.books {
		if b.ID == id {
			return b, nil
		}
	}
	return nil, errNotFound
}

func (s *shop) listBooks(r *http.Request) (answer, error) {
	q := r.URL.Query()
	genre, author, order := q.Get("genre"), strings.ToLower(q.Get("author")), q.Get("sort")
	limit, err := number(r, "limit", 20, 1, 100)
	if err != nil {
		return answer{}, err
	}
	maxPrice, err := number(r, "maxPrice", 100_000, 0, 100_000)
	if err != nil {
		return answer{}, err
	}
	if genre != "" && !slices.Contains(genres, genre) {
		return answer{}, invalid("there is no genre " + strconv.Quote(genre))
	}
	found := []*book{}
	for _, b := range s.books {
		fits := genre == "" || b.Genre == genre
		if fits && int(b.Price) <= maxPrice && strings.Contains(strings.ToLower(b.Author), author) {
			found = append(found, b)
		}
	}
	if err := sortBooks(found, order); err != nil {
		return answer{}, err
	}
	return answer{status: http.StatusOK, body: found[:min(limit, len(found))]}, nil
}

func sortBooks(books []*book, order string) error {
	switch order {
	case "":
	case "title":
		slices.SortStableFunc(books, func(a, b *book) int { return cmp.Compare(a.Title, b.Title) })
	case "price":
		slices.SortStableFunc(books, func(a, b *book) int { return cmp.Compare(a.Price, b.Price) })
	case "rating": // the best first
		slices.SortStableFunc(books, func(a, b *book) int { return cmp.Compare(b.rating(), a.rating()) })
	default:
		return invalid("sort must be title, price or rating")
	}
	return nil
}

func (s *shop) createBook(r *http.Request) (answer, error) {
	var in newBook
	if err := decode(r, &in); err != nil {
		return answer{}, err
	}
	if err := in.check(); err != nil {
		return answer{}, err
	}
	b := s.addBook(in)
	return answer{status: http.StatusCreated, location: fmt.Sprintf("/books/%d", b.ID), body: b}, nil
}

func (s *shop) getBook(r *http.Request) (answer, error) {
	b, err := s.book(r)
	return answer{status: http.StatusOK, body: b}, err
}

func (s *shop) updateBook(r *http.Request) (answer, error) {
	b, err := s.book(r)
	if err != nil {
		return answer{}, err
	}
	var in newBook
	if err := decode(r, &in); err != nil {
		return answer{}, err
	}
	if err := in.check(); err != nil {
		return answer{}, err
	}
	b.newBook = in
	return answer{status: http.StatusOK, body: b}, nil
}

func (s *shop) deleteBook(r *http.Request) (answer, error) {
	b, err := s.book(r)
	if err != nil {
		return answer{}, err
	}
	if slices.ContainsFunc(s.orders, func(o *order) bool { return o.Book == b.ID }) {
		return answer{}, problem{http.StatusConflict, "the book was ordered"}
	}
	s.books = slices.DeleteFunc(s.books, func(other *book) bool { return other == b })
	return answer{status: http.StatusNoContent}, nil
}

func (s *shop) listReviews(r *http.Request) (answer, error) {
	b, err := s.book(r)
	if err != nil {
		return answer{}, err
	}
	return answer{status: http.StatusOK, body: b.reviews}, nil
}

func (s *shop) createReview(r *http.Request, who *user) (answer, error) {
	b, err := s.book(r)
	if err != nil {
		return answer{}, err
	}
	var in newReview
	if err := decode(r, &in); err != nil {
		return answer{}, err
	}
	if in.Stars < 1 || in.Stars > 5 {
		return answer{}, invalid("stars must be from 1 to 5")
	}
	if utf8.RuneCountInString(in.Text) > 500 {
		return answer{}, invalid("text must have at most 500 characters")
	}
	if slices.ContainsFunc(b.reviews, func(r *review) bool { return r.By == who.name }) {
		return answer{}, problem{http.StatusConflict, who.name + " has reviewed this book"}
	}
	return answer{status: http.StatusCreated, body: s.addReview(b, who, in)}, nil
}
