package store

import (
	"context"
	"database/sql"
)

// Member buys tickets. The loyalty programme sets tier and points, and the house blocks members.
type Member struct {
	ID           int64
	Name, Email  string
	Tier         string
	Points       int
	BlockedUntil sql.NullTime
}

const memberColumns = "id, name, email, tier, points, blocked_until"

func (m *Member) fields() []any {
	return []any{&m.ID, &m.Name, &m.Email, &m.Tier, &m.Points, &m.BlockedUntil}
}

// AddMember inserts a member.
func (s *Store) AddMember(ctx context.Context, name, email string) (int64, error) {
	return s.inserted(ctx, "INSERT INTO members (name, email) VALUES (?, ?)", name, email)
}

// Member returns a member that is not deleted.
func (s *Store) Member(ctx context.Context, id int64) (m Member, err error) {
	err = s.q.QueryRowContext(ctx, "SELECT "+memberColumns+" FROM members WHERE id = ? AND deleted_at IS NULL", id).
		Scan(m.fields()...)
	return m, err
}

// Members lists members whose name or address has a text, those of a tier if there is one.
func (s *Store) Members(ctx context.Context, text, tier string) ([]Member, error) {
	query := "SELECT " + memberColumns + " FROM members WHERE deleted_at IS NULL AND (name LIKE ? OR email LIKE ?)"
	args := []any{"%" + text + "%", text + "%"}
	switch tier {
	case "":
	case "any":
		query += " AND tier IN ('friend', 'silver', 'gold')"
	default:
		query += " AND tier = ?"
		args = append(args, tier)
	}
	rows, err := s.q.QueryContext(ctx, query+" ORDER BY points DESC, id LIMIT 100", args...)
	return collect(rows, err, (*Member).fields)
}

// RenameMember changes the name of a member.
func (s *Store) RenameMember(ctx context.Context, id int64, name string) error {
	_, err := s.changed(ctx, "UPDATE members SET name = ? WHERE id = ? AND deleted_at IS NULL", name, id)
	return err
}

// DeleteMember marks a member as deleted, unless a ticket is to be used. It returns how many rows it changed.
func (s *Store) DeleteMember(ctx context.Context, id int64) (int64, error) {
	return s.changed(ctx, `UPDATE members SET deleted_at = UTC_TIMESTAMP(), email = CONCAT(id, '#', email)
		WHERE id = ? AND deleted_at IS NULL AND NOT EXISTS (
			SELECT 1 FROM orders o JOIN performances p ON p.id = o.performance_id
			WHERE o.member_id = members.id AND o.state IN ('reserved', 'paid') AND p.starts_at > UTC_TIMESTAMP())`, id)
}

// Blacklisted returns why an address is on the black list, which has patterns.
func (s *Store) Blacklisted(ctx context.Context, email string) (reason string, err error) {
	err = s.q.QueryRowContext(ctx, "SELECT reason FROM blacklist WHERE ? LIKE pattern ORDER BY reason LIMIT 1", email).
		Scan(&reason)
	return reason, err
}

// Frauds counts the orders of an address that were found to be fraud.
func (s *Store) Frauds(ctx context.Context, email string) (int64, error) {
	return s.count(ctx, "SELECT COUNT(*) FROM orders WHERE LOWER(email) = LOWER(?) AND state = 'fraud'", email)
}

// Regular is a member with what they have paid for.
type Regular struct {
	Member
	Shows, Seats, Cents int64
}

// Regulars lists members with paid orders for at least some shows.
func (s *Store) Regulars(ctx context.Context, least int) ([]Regular, error) {
	rows, err := s.q.QueryContext(ctx, `
		SELECT m.id, m.name, m.email, m.tier, m.points, m.blocked_until,
			COUNT(DISTINCT p.show_id), SUM(o.seats), SUM(o.cents)
		FROM members m JOIN orders o ON o.member_id = m.id JOIN performances p ON p.id = o.performance_id
		WHERE o.state = 'paid' AND m.deleted_at IS NULL
		GROUP BY m.id HAVING COUNT(DISTINCT p.show_id) >= ? ORDER BY SUM(o.cents) DESC, m.id`, least)
	return collect(rows, err, func(r *Regular) []any { return append(r.fields(), &r.Shows, &r.Seats, &r.Cents) })
}

// Flag returns whether a feature is on, and for which share of members.
func (s *Store) Flag(ctx context.Context, name string) (enabled bool, percent int64, err error) {
	err = s.q.QueryRowContext(ctx, "SELECT enabled, percent FROM flags WHERE name = ?", name).Scan(&enabled, &percent)
	return enabled, percent, err
}
