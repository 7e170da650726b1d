package store

import (
	"context"
	"time"

	"github.com/evoke-go/evoke/bench/stores/meterhall/internal/model"
)

// Meter returns the meter with a serial number.
func (s *Store) Meter(ctx context.Context, serial string) (model.Meter, error) {
	return find[model.Meter](s.db.WithContext(ctx).Where("serial = ?", serial))
}

// Meters lists meters. Those due are to be calibrated within 90 days, or should have been.
func (s *Store) Meters(ctx context.Context, kind, state string, due bool, today time.Time) ([]model.Meter, error) {
	query := s.db.WithContext(ctx).Order("serial").Limit(100)
	if kind != "" {
		query = query.Where(&model.Meter{Kind: kind})
	}
	if state != "" {
		query = query.Where(&model.Meter{State: state})
	}
	if due {
		query = query.Where("calibrated_until IS NOT NULL AND calibrated_until < ?", today.AddDate(0, 0, 90))
	}
	return list[model.Meter](query)
}

// Mount takes a meter from the stock. It reports whether the meter was there.
func (s *Store) Mount(ctx context.Context, meter uint) (bool, error) {
	result := s.db.WithContext(ctx).Model(&model.Meter{}).Where("id = ? AND state = ?", meter, "stock").
		Update("state", "mounted")
	return result.RowsAffected == 1, result.Error
}

// Unmount puts a meter back, unless field service found a fault meanwhile.
func (s *Store) Unmount(ctx context.Context, meter uint) error {
	return s.db.WithContext(ctx).Model(&model.Meter{}).Where("id = ? AND state = ?", meter, "mounted").
		Update("state", "stock").Error
}

// Tariff returns a tariff for a kind of energy that is valid on a day.
func (s *Store) Tariff(ctx context.Context, code, kind string, day time.Time) (model.Tariff, error) {
	return find[model.Tariff](valid(s.db.WithContext(ctx), day).Where("code = ? AND kind = ?", code, kind))
}

// Tariffs lists the price list of a day.
func (s *Store) Tariffs(ctx context.Context, kind string, day time.Time) ([]model.Tariff, error) {
	query := valid(s.db.WithContext(ctx), day).Order("code")
	if kind != "" {
		query = query.Where("kind = ?", kind)
	}
	return list[model.Tariff](query)
}

// PlannedOutage reports whether a district has a planned outage on a day.
func (s *Store) PlannedOutage(ctx context.Context, district string, day time.Time) (bool, error) {
	return exists(s.db.WithContext(ctx).Model(&model.Outage{}).
		Where("district = ? AND planned AND begins_at < ? AND COALESCE(ends_at, begins_at) >= ?", district,
			day.AddDate(0, 0, 1), day))
}

// Contract returns a contract with its customer, meter and tariff.
func (s *Store) Contract(ctx context.Context, id uint) (model.Contract, error) {
	return find[model.Contract](s.db.WithContext(ctx).Joins("Customer").Joins("Meter").Preload("Tariff").
		Where("contracts.id = ?", id))
}

// Overdue counts the invoices of a contract that are overdue.
func (s *Store) Overdue(ctx context.Context, contract uint) (n int64, err error) {
	err = s.db.WithContext(ctx).Model(&model.Invoice{}).
		Where(&model.Invoice{ContractID: contract, State: "overdue"}).Count(&n).Error
	return n, err
}

// Voucher returns a voucher, in whichever case its code is written.
func (s *Store) Voucher(ctx context.Context, code string) (model.Voucher, error) {
	return find[model.Voucher](s.db.WithContext(ctx).Where("upper(code) = upper(?)", code))
}

// Redeem uses a voucher for a contract. It reports whether nobody had used it.
func (s *Store) Redeem(ctx context.Context, code string, contract uint) (bool, error) {
	result := s.db.WithContext(ctx).Model(&model.Voucher{}).Where("code = ? AND used_by_id IS NULL", code).
		Update("used_by_id", contract)
	return result.RowsAffected > 0, result.Error
}

// Invoices lists the invoices of a contract, the latest first, those of a state if there is one.
func (s *Store) Invoices(ctx context.Context, contract uint, state string) ([]model.Invoice, error) {
	return list[model.Invoice](s.db.WithContext(ctx).
		Where(&model.Invoice{ContractID: contract, State: state}).Order("month DESC"))
}

// Invoice returns an invoice.
func (s *Store) Invoice(ctx context.Context, id uint) (model.Invoice, error) {
	return find[model.Invoice](s.db.WithContext(ctx).Where("id = ?", id))
}

// Pay adds to what is paid of an invoice. It reports whether the invoice was still as it was read.
func (s *Store) Pay(ctx context.Context, in model.Invoice, cents int, state string) (bool, error) {
	result := s.db.WithContext(ctx).Model(&model.Invoice{}).
		Where("id = ? AND paid_cents = ? AND state NOT IN ?", in.ID, in.PaidCents, []string{"paid", "cancelled"}).
		Updates(map[string]any{"paid_cents": in.PaidCents + cents, "state": state})
	return result.RowsAffected > 0, result.Error
}
