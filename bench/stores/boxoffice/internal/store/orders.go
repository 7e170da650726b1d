package store

import (
	"context"
	"database/sql"
	"time"
)

// Order is an order of seats.
type Order struct {
	ID, PerformanceID int64
	MemberID          sql.NullInt64
	Email             string
	Seats, Cents      int
	Voucher           sql.NullString
	State             string
	MadeAt            time.Time
	ReservedUntil     time.Time
}

const orderColumns = `id, performance_id, member_id, email, seats, cents, voucher, state, made_at, reserved_until`

func (o *Order) fields() []any {
	return []any{&o.ID, &o.PerformanceID, &o.MemberID, &o.Email, &o.Seats, &o.Cents, &o.Voucher, &o.State, &o.MadeAt,
		&o.ReservedUntil}
}

// AddOrder inserts an order.
func (s *Store) AddOrder(ctx context.Context, o Order) (int64, error) {
	return s.inserted(ctx, `INSERT INTO orders
		(performance_id, member_id, email, seats, cents, voucher, made_at, reserved_until)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		o.PerformanceID, o.MemberID, o.Email, o.Seats, o.Cents, o.Voucher, o.MadeAt, o.ReservedUntil)
}

// Order returns an order.
func (s *Store) Order(ctx context.Context, id int64) (o Order, err error) {
	err = s.q.QueryRowContext(ctx, "SELECT "+orderColumns+" FROM orders WHERE id = ?", id).Scan(o.fields()...)
	return o, err
}

// OrdersOf lists the orders of a member, the latest first.
func (s *Store) OrdersOf(ctx context.Context, member int64) ([]Order, error) {
	rows, err := s.q.QueryContext(ctx,
		"SELECT "+orderColumns+" FROM orders WHERE member_id = ? ORDER BY made_at DESC, id DESC", member)
	return collect(rows, err, (*Order).fields)
}

// Move gives an order another state, if it has the one that is expected. It returns how many rows it changed.
func (s *Store) Move(ctx context.Context, id int64, from, to string) (int64, error) {
	return s.changed(ctx, "UPDATE orders SET state = ? WHERE id = ? AND state = ?", to, id, from)
}

// AddPoints gives a member points for an order.
func (s *Store) AddPoints(ctx context.Context, member int64, points int) error {
	_, err := s.changed(ctx, "UPDATE members SET points = points + ? WHERE id = ?", points, member)
	return err
}

// BestRule returns the best percentage for seats of a genre on a day, and 100 without a rule.
func (s *Store) BestRule(ctx context.Context, genre string, seats int, day time.Time) (int64, error) {
	return s.count(ctx, `SELECT COALESCE(MIN(percent), 100) FROM price_rules
		WHERE (genre IS NULL OR genre = ?) AND least <= ?
			AND valid_from <= ? AND COALESCE(valid_to, '9999-12-31') >= ?`,
		genre, seats, day.Format(time.DateOnly), day.Format(time.DateOnly))
}

// Voucher lowers the price of an order.
type Voucher struct {
	Code, Kind             string
	Value, Least, UsesLeft int
	Genre                  sql.NullString
	ValidTo                time.Time
}

// Voucher returns a voucher.
func (s *Store) Voucher(ctx context.Context, code string) (v Voucher, err error) {
	err = s.q.QueryRowContext(ctx,
		"SELECT code, kind, value, least, uses_left, genre, valid_to FROM vouchers WHERE code = ?", code).
		Scan(&v.Code, &v.Kind, &v.Value, &v.Least, &v.UsesLeft, &v.Genre, &v.ValidTo)
	return v, err
}

// UseVoucher uses a voucher. It returns how many rows it changed.
func (s *Store) UseVoucher(ctx context.Context, code string) (int64, error) {
	return s.changed(ctx, "UPDATE vouchers SET uses_left = uses_left - 1 WHERE code = ? AND uses_left > 0", code)
}

// Closed reports whether the books of a month are closed.
func (s *Store) Closed(ctx context.Context, month string) (bool, error) {
	n, err := s.count(ctx, "SELECT COUNT(*) FROM months WHERE month = ? AND closed_at IS NOT NULL", month)
	return n > 0, err
}

// Scanned reports whether a ticket of an order was used.
func (s *Store) Scanned(ctx context.Context, order int64) (used bool, err error) {
	err = s.q.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM scans WHERE order_id = ?)", order).Scan(&used)
	return used, err
}

// Refunding reports whether a batch that did not fail refunds an order.
func (s *Store) Refunding(ctx context.Context, order int64) (bool, error) {
	n, err := s.count(ctx, `SELECT COUNT(*) FROM refund_lines l JOIN refund_batches b ON b.id = l.batch_id
		WHERE l.order_id = ? AND b.state <> 'failed' AND l.problem IS NULL`, order)
	return n > 0, err
}

// BatchesFor counts the batches that run for orders of a performance.
func (s *Store) BatchesFor(ctx context.Context, performance int64) (int64, error) {
	return s.count(ctx, `SELECT COUNT(DISTINCT b.id) FROM refund_batches b JOIN refund_lines l ON l.batch_id = b.id
		JOIN orders o ON o.id = l.order_id WHERE o.performance_id = ? AND b.state = 'running'`, performance)
}

// Batch is a batch of refunds with its problems.
type Batch struct {
	ID, Lines, Problems, Lost int64
	State                     string
	StartedAt                 time.Time
}

// Batches lists the batches with problems, with lines about orders that are not there, or that failed.
func (s *Store) Batches(ctx context.Context) ([]Batch, error) {
	rows, err := s.q.QueryContext(ctx, `
		SELECT b.id, b.state, b.started_at, COUNT(l.order_id), COUNT(l.problem),
			SUM(l.order_id IS NOT NULL AND o.id IS NULL)
		FROM refund_batches b LEFT JOIN refund_lines l ON l.batch_id = b.id LEFT JOIN orders o ON o.id = l.order_id
		GROUP BY b.id
		HAVING COUNT(l.problem) > 0 OR SUM(l.order_id IS NOT NULL AND o.id IS NULL) > 0 OR b.state = 'failed'
		ORDER BY b.id`)
	return collect(rows, err, func(b *Batch) []any {
		return []any{&b.ID, &b.State, &b.StartedAt, &b.Lines, &b.Problems, &b.Lost}
	})
}

// Line is what a show of a promoter earned in a month.
type Line struct {
	Title        string
	Seats, Cents int64
}

// Statement lists what the shows of a promoter earned in a month.
func (s *Store) Statement(ctx context.Context, promoter int64, month string) ([]Line, error) {
	rows, err := s.q.QueryContext(ctx, `
		SELECT w.title, SUM(o.seats), SUM(o.cents)
		FROM orders o JOIN performances p ON p.id = o.performance_id JOIN shows w ON w.id = p.show_id
		WHERE w.promoter_id = ? AND o.state = 'paid' AND DATE_FORMAT(o.made_at, '%Y-%m') = ?
		GROUP BY w.id HAVING SUM(o.cents) > 0 ORDER BY w.title`, promoter, month)
	return collect(rows, err, func(l *Line) []any { return []any{&l.Title, &l.Seats, &l.Cents} })
}
