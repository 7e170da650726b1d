package store

import (
	"context"
	"time"

	"github.com/evoke-go/evoke/bench/stores/meterhall/internal/model"
)

// Closed reports whether accounting has closed a month.
func (s *Store) Closed(ctx context.Context, month string) (bool, error) {
	return exists(s.db.WithContext(ctx).Model(&model.Period{}).Where("month = ? AND closed_at IS NOT NULL", month))
}

// Before returns the last reading of a meter before a day.
func (s *Store) Before(ctx context.Context, meter uint, day time.Time) (model.Reading, error) {
	return find[model.Reading](s.db.WithContext(ctx).Where("meter_id = ? AND taken_on < ?", meter, day).
		Order("taken_on DESC"))
}

// RemoteSince reports whether the head end has read a meter since a day.
func (s *Store) RemoteSince(ctx context.Context, meter uint, day time.Time) (bool, error) {
	return exists(s.db.WithContext(ctx).Model(&model.Reading{}).
		Where("meter_id = ? AND source = 'remote' AND taken_on >= ?", meter, day))
}

// Readings lists the readings of a meter by day.
func (s *Store) Readings(ctx context.Context, meter uint, source string) ([]model.Reading, error) {
	return list[model.Reading](s.db.WithContext(ctx).
		Where(&model.Reading{MeterID: meter, Source: source}).Order("taken_on"))
}

// Usage sums up the readings of a meter between two days.
type Usage struct{ Readings, Estimates, Used int }

// Usage returns the usage of a meter between two days.
func (s *Store) Usage(ctx context.Context, meter uint, from, to time.Time) (Usage, error) {
	var out Usage
	err := s.db.WithContext(ctx).Model(&model.Reading{}).
		Select("COUNT(*) AS readings, COALESCE(SUM(source = 'estimate'), 0) AS estimates, "+
			"COALESCE(MAX(value) - MIN(value), 0) AS used").
		Where("meter_id = ? AND taken_on BETWEEN ? AND ?", meter, from, to).Scan(&out).Error
	return out, err
}

// CurrentOutage is an outage of now with the number of meters that it is about.
type CurrentOutage struct {
	model.Outage
	Meters int
}

// Outages lists the outages of a time, in the districts that begin with a text.
func (s *Store) Outages(ctx context.Context, district string, at time.Time) ([]CurrentOutage, error) {
	rows := []CurrentOutage{}
	err := s.db.WithContext(ctx).Model(&model.Outage{}).
		Select("outages.*, COUNT(meters.id) AS meters").
		Joins("LEFT JOIN meters ON meters.district = outages.district AND meters.state = 'mounted'").
		Where("outages.district LIKE ? AND outages.begins_at <= ?", district+"%", at).
		Where("outages.ends_at IS NULL OR outages.ends_at > ?", at).
		Group("outages.id").Order("outages.begins_at, outages.id").Scan(&rows).Error
	return rows, err
}

// Stalled lists the imports that run since before a time.
func (s *Store) Stalled(ctx context.Context, before time.Time) ([]model.Batch, error) {
	return list[model.Batch](s.db.WithContext(ctx).Where("finished_at IS NULL AND started_at < ?", before).Order("id"))
}

// Failed is an import with errors.
type Failed struct {
	ID, Errors, Fatal int
	Source            string
}

// FailedImports lists the imports with a fatal error, or with more than a few.
func (s *Store) FailedImports(ctx context.Context, most int) ([]Failed, error) {
	rows := []Failed{}
	err := s.db.WithContext(ctx).Model(&model.Batch{}).
		Select("batches.id, batches.source, COUNT(*) AS errors, SUM(batch_errors.fatal) AS fatal").
		Joins("JOIN batch_errors ON batch_errors.batch_id = batches.id").
		Group("batches.id, batches.source").
		Having("SUM(batch_errors.fatal) > 0 OR COUNT(*) > ?", most).
		Order("batches.id").Scan(&rows).Error
	return rows, err
}

// CleanImports counts the finished imports without an error.
func (s *Store) CleanImports(ctx context.Context) (n int64, err error) {
	err = s.db.WithContext(ctx).Model(&model.Batch{}).
		Joins("LEFT JOIN batch_errors ON batch_errors.batch_id = batches.id").
		Where("batch_errors.id IS NULL AND batches.finished_at IS NOT NULL").Count(&n).Error
	return n, err
}
