package warehouse

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/evoke-go/evoke/bench/silent/kit"
)

// move is stock that came or went.
type move struct {
	ID       int    `json:"id"`
	Product  int    `json:"product"`
	Kind     string `json:"kind"`
	Quantity int    `json:"quantity"`
	Note     string `json:"note"`
	By       string `json:"by"`
	// After is the stock of the product after it.
	After int `json:"after"`
	// Undone says that another move undid it, Undoes is the move that it undid.
	Undone bool `json:"undone"`
	Undoes int  `json:"undoes,omitempty"`
}

// make does a move and keeps it.
func (s *service) make(p *product, m *move) {
	if m.Kind == "in" {
		p.Stock += m.Quantity
	} else {
		p.Stock -= m.Quantity
	}
	s.lastMove++
	m.ID, m.Product, m.After = s.lastMove, p.ID, p.Stock
	s.moves = append(s.moves, m)
}

// listMoves lists the moves of a product, the latest first.
func (s *service) listMoves(w http.ResponseWriter, r *http.Request, _ *user) error {
	p, err := s.find(r)
	if err != nil {
		return err
	}
	q := kit.ReadQuery(r)
	kind, limit := q.Choice("kind", "in", "out"), q.Int("limit", 20, 1, 100)
	if err := q.Err(); err != nil {
		return err
	}
	var found []*move
	for _, m := range slices.Backward(s.moves) {
		if m.Product == p.ID && (kind == "" || m.Kind == kind) {
			found = append(found, m)
		}
	}
	return kit.JSON(w, http.StatusOK, kit.Cut(found, 0, limit))
}

// key returns the name under which a move is kept for the key of its call, ""
// for none.
func (s *service) key(r *http.Request, p *product, by *user) (string, error) {
	sent := r.Header.Values("Idempotency-Key")
	if len(sent) == 0 {
		return "", nil
	}
	if n := utf8.RuneCountInString(sent[0]); n < 1 || n > 64 {
		return "", kit.Refuse(http.StatusBadRequest, "the key has to be a text of 1 to 64 characters")
	}
	if s.bugs.Has(KeyIgnored) {
		return "", nil
	}
	return fmt.Sprintf("%s %d %s", by.name, p.ID, sent[0]), nil
}

// createMove moves stock. With a key that the user sent before it answers with
// the move that was made then.
func (s *service) createMove(w http.ResponseWriter, r *http.Request, by *user) error {
	p, err := s.find(r)
	if err != nil {
		return err
	}
	o, err := kit.Body(r)
	if err != nil {
		return err
	}
	made := &move{By: by.name}
	o.Need("kind", "quantity")
	o.Choice(&made.Kind, "kind", "in", "out")
	o.Int(&made.Quantity, "quantity", 1, 10000)
	o.Text(&made.Note, "note", 0, 200)
	if err := o.Err(); err != nil {
		return err
	}
	named, err := s.key(r, p, by)
	if err != nil {
		return err
	}
	if old := s.keyed[named]; old != nil {
		if old.Kind != made.Kind || old.Quantity != made.Quantity || old.Note != made.Note {
			return kit.Refuse(http.StatusConflict, "the key is of another move")
		}
		return kit.Created(w, "/moves/"+strconv.Itoa(old.ID), old)
	}
	available := p.Stock - s.held(p.ID)
	if s.bugs.Has(LastOneKept) {
		available--
	}
	if made.Kind == "out" && made.Quantity > available {
		return kit.Refuse(http.StatusConflict, "there is not as much available")
	}
	s.make(p, made)
	if named != "" {
		s.keyed[named] = made
	}
	return kit.Created(w, "/moves/"+strconv.Itoa(made.ID), made)
}

// move returns the move of the path.
func (s *service) move(r *http.Request) (*move, error) {
	id, err := kit.ID(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(s.moves, func(m *move) bool { return m.ID == id })
	if i < 0 {
		return nil, kit.Refuse(http.StatusNotFound, "there is no such move")
	}
	return s.moves[i], nil
}

func (s *service) getMove(w http.ResponseWriter, r *http.Request, _ *user) error {
	m, err := s.move(r)
	if err != nil {
		return err
	}
	return kit.JSON(w, http.StatusOK, m)
}

// undo makes the opposite of a move.
func (s *service) undo(w http.ResponseWriter, r *http.Request, by *user) error {
	m, err := s.move(r)
	if err != nil {
		return err
	}
	p := s.products[m.Product]
	if p == nil || m.Undone || m.Undoes > 0 {
		return kit.Refuse(http.StatusConflict, "this cannot be undone")
	}
	made := &move{Kind: "out", Quantity: m.Quantity, By: by.name, Undoes: m.ID}
	if m.Kind == "out" && !s.bugs.Has(UndoneTheSameWay) {
		made.Kind = "in"
	}
	if made.Kind == "out" && made.Quantity > p.Stock-s.held(p.ID) {
		return kit.Refuse(http.StatusConflict, "there is not as much available")
	}
	m.Undone = true
	s.make(p, made)
	return kit.Created(w, "/moves/"+strconv.Itoa(made.ID), made)
}
