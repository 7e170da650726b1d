// Package model has the rows of the customer desk.
package model

import (
	"time"

	"gorm.io/gorm"
)

// Customer buys energy. The nightly dunning job suspends customers, and the credit agency sets the class.
type Customer struct {
	ID          uint    `gorm:"primaryKey"`
	Name        string  `gorm:"size:80;not null;check:length(name) BETWEEN 2 AND 80"`
	Email       string  `gorm:"size:120;not null;uniqueIndex"`
	Segment     string  `gorm:"size:10;not null;check:segment IN ('private','business')"`
	Status      string  `gorm:"size:10;not null;default:active;check:status IN ('active','suspended','closed')"`
	CreditClass *string `gorm:"size:1;check:credit_class IN ('A','B','C','D','E')"`
	Loyalty     *int    `gorm:"check:loyalty BETWEEN 0 AND 100000"`
	CreatedAt   time.Time
	DeletedAt   gorm.DeletedAt `gorm:"index"`
}

// Meter measures. Field service marks meters as faulty or retired, and the calibration office sets the day.
type Meter struct {
	ID              uint       `gorm:"primaryKey"`
	Serial          string     `gorm:"size:12;not null;uniqueIndex;check:length(serial) BETWEEN 6 AND 12"`
	Kind            string     `gorm:"size:12;not null;check:kind IN ('electricity','gas','heat')"`
	Digits          int        `gorm:"not null;check:digits BETWEEN 4 AND 8"`
	District        string     `gorm:"size:40;not null"`
	State           string     `gorm:"not null;default:stock;check:state IN ('stock','mounted','faulty','retired')"`
	CalibratedUntil *time.Time `gorm:"type:date"`
}

// Tariff is an entry of the price list, which the pricing team imports.
type Tariff struct {
	Code      string     `gorm:"primaryKey;size:12;check:code LIKE '__-%'"`
	Kind      string     `gorm:"size:12;not null;check:kind IN ('electricity','gas','heat')"`
	Audience  string     `gorm:"size:10;not null;default:all;check:audience IN ('all','private','business')"`
	ValidFrom time.Time  `gorm:"type:date;not null"`
	ValidTo   *time.Time `gorm:"type:date;check:valid_to IS NULL OR valid_to > valid_from"`
	BaseCents int        `gorm:"not null;check:base_cents >= 0"`
	UnitMilli int        `gorm:"not null;check:unit_milli > 0"`
	Months    int        `gorm:"not null;default:0;check:months BETWEEN 0 AND 36"`
	Withdrawn bool       `gorm:"not null;default:false"`
}

// Contract joins a customer and a meter. Without a tariff it is basic supply.
type Contract struct {
	ID          uint `gorm:"primaryKey"`
	CustomerID  uint `gorm:"not null;index"`
	Customer    Customer
	MeterID     uint `gorm:"not null;index"`
	Meter       Meter
	TariffCode  *string
	Tariff      *Tariff    `gorm:"foreignKey:TariffCode;references:Code"`
	State       string     `gorm:"size:12;not null;default:active;check:state IN ('active','disputed','terminated')"`
	StartsOn    time.Time  `gorm:"type:date;not null"`
	EndsOn      *time.Time `gorm:"type:date"`
	BoundUntil  *time.Time `gorm:"type:date"`
	CreditCents int        `gorm:"not null;default:0"`
}

// Reading is a value of a meter. The head end writes those with source remote, the nightly job estimates.
type Reading struct {
	ID      uint      `gorm:"primaryKey"`
	MeterID uint      `gorm:"not null;uniqueIndex:reading_day"`
	Meter   Meter     `json:"-"`
	TakenOn time.Time `gorm:"type:date;not null;uniqueIndex:reading_day"`
	Value   int       `gorm:"not null;check:value >= 0"`
	Source  string    `gorm:"size:10;not null;default:customer;check:source IN ('customer','remote','estimate')"`
}

// Period is a month of the books, which accounting closes.
type Period struct {
	Month    string `gorm:"primaryKey;size:7;check:month GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]'"`
	ClosedAt *time.Time
}

// Invoice is made by the nightly billing job.
type Invoice struct {
	ID         uint      `gorm:"primaryKey"`
	ContractID uint      `gorm:"not null;uniqueIndex:invoice_month"`
	Contract   Contract  `json:"-"`
	Month      string    `gorm:"size:7;not null;uniqueIndex:invoice_month"`
	Cents      int       `gorm:"not null;check:cents > 0"`
	PaidCents  int       `gorm:"not null;default:0;check:paid_cents BETWEEN 0 AND cents"`
	DueOn      time.Time `gorm:"type:date;not null"`
	State      string    `gorm:"size:10;not null;default:open;check:state IN ('open','overdue','paid','cancelled')"`
	Reminders  int       `gorm:"not null;default:0;check:reminders BETWEEN 0 AND 3"`
}

// Voucher is made by marketing.
type Voucher struct {
	Code      string    `gorm:"primaryKey;size:16"`
	Cents     int       `gorm:"not null;check:cents BETWEEN 100 AND 50000"`
	ExpiresOn time.Time `gorm:"type:date;not null"`
	Kind      *string   `gorm:"size:12;check:kind IN ('electricity','gas','heat')"`
	UsedByID  *uint
	UsedBy    *Contract
}

// Outage comes from the network control centre.
type Outage struct {
	ID       uint      `gorm:"primaryKey"`
	District string    `gorm:"size:40;not null"`
	Planned  bool      `gorm:"not null"`
	BeginsAt time.Time `gorm:"not null"`
	EndsAt   *time.Time
}

// Batch is an import of readings by the head end.
type Batch struct {
	ID         uint      `gorm:"primaryKey"`
	Source     string    `gorm:"size:20;not null"`
	StartedAt  time.Time `gorm:"not null"`
	FinishedAt *time.Time
	Errors     []BatchError
}

// BatchError is a line that could not be imported.
type BatchError struct {
	ID      uint   `gorm:"primaryKey"`
	BatchID uint   `gorm:"not null;index"`
	Line    int    `gorm:"not null;check:line > 0"`
	Message string `gorm:"size:200;not null"`
	Fatal   bool   `gorm:"not null;default:false"`
}

// BlockedDomain is a domain of mail addresses that compliance blocks.
type BlockedDomain struct {
	Domain string `gorm:"primaryKey;size:80;check:domain = lower(domain)"`
	Reason string `gorm:"size:80;not null"`
}

// Flag is a feature that operations switch.
type Flag struct {
	Name    string `gorm:"primaryKey;size:40"`
	Enabled bool   `gorm:"not null"`
	Rollout int    `gorm:"not null;default:0;check:rollout BETWEEN 0 AND 100"`
}

// All are the tables in the order in which they are made.
func All() []any {
	return []any{&Customer{}, &Meter{}, &Tariff{}, &Contract{}, &Reading{}, &Period{}, &Invoice{}, &Voucher{},
		&Outage{}, &Batch{}, &BatchError{}, &BlockedDomain{}, &Flag{}}
}
