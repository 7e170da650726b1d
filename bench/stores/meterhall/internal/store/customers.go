package store

import (
	"context"
	"strings"
	"time"

	"gorm.io/gorm"

	"github.com/evoke-go/evoke/bench/stores/meterhall/internal/model"
)

// Blocked returns the block of a domain of mail addresses.
func (s *Store) Blocked(ctx context.Context, domain string) (model.BlockedDomain, error) {
	return find[model.BlockedDomain](s.db.WithContext(ctx).Where("domain = ?", strings.ToLower(domain)))
}

// Customer returns a customer that is not deleted.
func (s *Store) Customer(ctx context.Context, id uint) (model.Customer, error) {
	return find[model.Customer](s.db.WithContext(ctx).Where("id = ?", id))
}

// CustomerFilter says which customers to list; zero values mean all.
type CustomerFilter struct {
	Name, Status, Segment string
	Risky                 bool
}

// Customers lists customers by name, without the closed ones unless they are asked for.
func (s *Store) Customers(ctx context.Context, f CustomerFilter) ([]model.Customer, error) {
	query := s.db.WithContext(ctx).Order("name, id").Limit(100)
	if f.Name != "" {
		query = query.Where("lower(name) LIKE ?", "%"+strings.ToLower(f.Name)+"%")
	}
	if f.Status != "" {
		query = query.Where("status = ?", f.Status)
	} else {
		query = query.Where("status <> ?", "closed")
	}
	if f.Segment != "" {
		query = query.Where("segment = ?", f.Segment)
	}
	if f.Risky {
		query = query.Where("credit_class IN ? OR status = ?", []string{"D", "E"}, "suspended")
	}
	return list[model.Customer](query)
}

// RemoveCustomer marks a customer as deleted, unless there are contracts. It reports whether it did.
func (s *Store) RemoveCustomer(ctx context.Context, id uint) (bool, error) {
	result := s.db.WithContext(ctx).
		Where("id = ? AND NOT EXISTS (SELECT 1 FROM contracts WHERE contracts.customer_id = customers.id "+
			"AND contracts.state <> 'terminated')", id).
		Delete(&model.Customer{})
	return result.RowsAffected > 0, result.Error
}

// Owes reports whether a customer has an invoice that is overdue, of any contract.
func (s *Store) Owes(ctx context.Context, customer uint) (bool, error) {
	return exists(s.db.WithContext(ctx).Model(&model.Invoice{}).
		Joins("JOIN contracts ON contracts.id = invoices.contract_id").
		Where("contracts.customer_id = ? AND invoices.state = 'overdue'", customer))
}

// Debtor is a customer with invoices that are not paid.
type Debtor struct {
	ID        uint
	Name      string
	Invoices  int
	OwedCents int
	Reminders int
}

// Debtors lists the customers with at least some unpaid invoices, the largest debt first.
func (s *Store) Debtors(ctx context.Context, least int) ([]Debtor, error) {
	rows := []Debtor{}
	err := s.db.WithContext(ctx).Model(&model.Invoice{}).
		Select("customers.id, customers.name, COUNT(*) AS invoices, MAX(invoices.reminders) AS reminders, "+
			"SUM(invoices.cents - invoices.paid_cents) AS owed_cents").
		Joins("JOIN contracts ON contracts.id = invoices.contract_id").
		Joins("JOIN customers ON customers.id = contracts.customer_id").
		Where("invoices.state IN ?", []string{"open", "overdue"}).
		Group("customers.id, customers.name").
		Having("COUNT(*) >= ? AND SUM(invoices.cents - invoices.paid_cents) > 0", least).
		Order("owed_cents DESC, customers.id").
		Scan(&rows).Error
	return rows, err
}

// Flag returns a feature.
func (s *Store) Flag(ctx context.Context, name string) (model.Flag, error) {
	return find[model.Flag](s.db.WithContext(ctx).Where("name = ?", name))
}

// Offers lists the tariffs of a day that a customer does not have, for those who get special ones.
func (s *Store) Offers(ctx context.Context, c model.Customer, day time.Time) ([]model.Tariff, error) {
	return list[model.Tariff](valid(s.db.WithContext(ctx), day).
		Where("NOT withdrawn AND audience IN ?", []string{"all", c.Segment}).
		Where("NOT EXISTS (SELECT 1 FROM contracts WHERE contracts.tariff_code = tariffs.code "+
			"AND contracts.customer_id = ? AND contracts.state = 'active')", c.ID).
		Order("unit_milli, code"))
}

// valid restricts tariffs to those of a day.
func valid(query *gorm.DB, day time.Time) *gorm.DB {
	return query.Where("valid_from <= ? AND (valid_to IS NULL OR valid_to > ?)", day, day)
}
