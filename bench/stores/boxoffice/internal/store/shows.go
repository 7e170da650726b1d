package store

import (
	"context"
	"database/sql"
	"time"
)

// Promoter brings shows. The accounts department keeps promoters.
type Promoter struct {
	ID         int64
	Name       string
	State      string
	IBAN       sql.NullString
	FeePercent int64
}

// Promoter returns a promoter.
func (s *Store) Promoter(ctx context.Context, id int64) (p Promoter, err error) {
	err = s.q.QueryRowContext(ctx, "SELECT id, name, state, iban, fee_percent FROM promoters WHERE id = ?", id).
		Scan(&p.ID, &p.Name, &p.State, &p.IBAN, &p.FeePercent)
	return p, err
}

// Show is a show. Without a promoter it is the house's own.
type Show struct {
	ID         int64
	Title      string
	Genre      string
	AgeMin     int
	PromoterID sql.NullInt64
	ArchivedAt sql.NullTime
}

const showColumns = "id, title, genre, age_min, promoter_id, archived_at"

func (s *Show) fields() []any {
	return []any{&s.ID, &s.Title, &s.Genre, &s.AgeMin, &s.PromoterID, &s.ArchivedAt}
}

// AddShow inserts a show.
func (s *Store) AddShow(ctx context.Context, w Show) (int64, error) {
	return s.inserted(ctx, "INSERT INTO shows (title, genre, age_min, promoter_id) VALUES (?, ?, ?, ?)",
		w.Title, w.Genre, w.AgeMin, w.PromoterID)
}

// Show returns a show.
func (s *Store) Show(ctx context.Context, id int64) (w Show, err error) {
	err = s.q.QueryRowContext(ctx, "SELECT "+showColumns+" FROM shows WHERE id = ?", id).Scan(w.fields()...)
	return w, err
}

// Shows lists shows that are not archived.
func (s *Store) Shows(ctx context.Context, genre, title string) ([]Show, error) {
	rows, err := s.q.QueryContext(ctx, "SELECT "+showColumns+` FROM shows
		WHERE archived_at IS NULL AND (? = '' OR genre = ?) AND title LIKE ? ORDER BY title LIMIT 100`,
		genre, genre, "%"+title+"%")
	return collect(rows, err, (*Show).fields)
}

// Performance is a performance of a show. The stage management postpones performances.
type Performance struct {
	ID, ShowID int64
	StartsAt   time.Time
	Capacity   int
	BaseCents  int
	State      string
	SaleFrom   sql.NullTime
	Genre      string
	PromoterID sql.NullInt64
	Sold       int
}

const performances = `
	SELECT p.id, p.show_id, p.starts_at, p.capacity, p.base_cents, p.state, p.sale_from, w.genre, w.promoter_id,
		COALESCE((SELECT SUM(o.seats) FROM orders o
			WHERE o.performance_id = p.id AND o.state IN ('reserved', 'paid')), 0)
	FROM performances p JOIN shows w ON w.id = p.show_id `

func (p *Performance) fields() []any {
	return []any{&p.ID, &p.ShowID, &p.StartsAt, &p.Capacity, &p.BaseCents, &p.State, &p.SaleFrom, &p.Genre,
		&p.PromoterID, &p.Sold}
}

// AddPerformance inserts a performance.
func (s *Store) AddPerformance(ctx context.Context, p Performance) (int64, error) {
	return s.inserted(ctx, "INSERT INTO performances (show_id, starts_at, capacity, base_cents) VALUES (?, ?, ?, ?)",
		p.ShowID, p.StartsAt, p.Capacity, p.BaseCents)
}

// Performance returns a performance.
func (s *Store) Performance(ctx context.Context, id int64) (p Performance, err error) {
	err = s.q.QueryRowContext(ctx, performances+"WHERE p.id = ?", id).Scan(p.fields()...)
	return p, err
}

// Lock keeps others from selling seats of a performance until the transaction ends.
func (s *Store) Lock(ctx context.Context, performance int64) error {
	_, err := s.count(ctx, "SELECT COUNT(*) FROM performances WHERE id = ? FOR UPDATE", performance)
	return err
}

// Performances lists the performances of a show.
func (s *Store) Performances(ctx context.Context, show int64) ([]Performance, error) {
	rows, err := s.q.QueryContext(ctx, performances+"WHERE p.show_id = ? ORDER BY p.starts_at", show)
	return collect(rows, err, (*Performance).fields)
}

// Blackout returns why the house is closed on a day.
func (s *Store) Blackout(ctx context.Context, day time.Time) (reason string, err error) {
	err = s.q.QueryRowContext(ctx, "SELECT reason FROM blackouts WHERE ? BETWEEN first_day AND last_day LIMIT 1",
		day.Format(time.DateOnly)).Scan(&reason)
	return reason, err
}

// StartSale puts a performance on sale. It returns how many rows it changed.
func (s *Store) StartSale(ctx context.Context, id int64, from time.Time) (int64, error) {
	return s.changed(ctx, "UPDATE performances SET state = 'onsale', sale_from = ? WHERE id = ? AND state = 'planned'",
		from, id)
}

// CancelPerformance cancels a performance. It returns how many rows it changed.
func (s *Store) CancelPerformance(ctx context.Context, id int64) (int64, error) {
	return s.changed(ctx, "UPDATE performances SET state = 'cancelled' WHERE id = ? AND state <> 'cancelled'", id)
}

// Presale reports whether members of a tier may buy before others.
func (s *Store) Presale(ctx context.Context, performance int64, tier string) (bool, error) {
	n, err := s.count(ctx, `SELECT COUNT(*) FROM presales
		WHERE performance_id = ? AND tier = ? AND opens_at <= UTC_TIMESTAMP()`, performance, tier)
	return n > 0, err
}

// Inside counts the people whom the doors let in.
func (s *Store) Inside(ctx context.Context, performance int64) (int64, error) {
	return s.count(ctx, `SELECT COUNT(*) FROM scans s JOIN orders o ON o.id = s.order_id
		JOIN performances p ON p.id = o.performance_id WHERE p.id = ?`, performance)
}
