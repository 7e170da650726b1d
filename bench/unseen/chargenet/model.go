package chargenet

import (
	"time"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

// Location is a place of an operator with charging points.
type Location struct {
	Ref         string   `json:"location_ref"`
	Operator    string   `json:"operator"`
	Name        string   `json:"name"`
	Country     string   `json:"country"`
	Accepts     []string `json:"accepts"`
	GridLimitKW int      `json:"grid_limit_kw"`
	Status      string   `json:"status"`
	EVSEs       []*EVSE  `json:"evses"`
}

// EVSE is a charging point: it serves one car at a time, over one of its connectors.
type EVSE struct {
	UID        string       `json:"evse_uid"`
	Label      string       `json:"label"`
	Status     string       `json:"status"`
	Connectors []*Connector `json:"connectors"`
	freeFrom   time.Time
}

// Connector is a socket or cable with its prices.
type Connector struct {
	No                int    `json:"connector_no"`
	Standard          string `json:"standard"`
	MaxPowerKW        int    `json:"max_power_kw"`
	PricePerKWh       int    `json:"price_per_kwh_cents"`
	IdlePerMinute     int    `json:"idle_per_minute_cents"`
	IdleMinutesWaived int    `json:"idle_minutes_waived"`
}

// Contract lets a driver charge on the account of a provider.
type Contract struct {
	ID          string `json:"contract_id"`
	Provider    string `json:"provider"`
	Holder      string `json:"holder"`
	MaxSessions int    `json:"max_sessions"`
	BudgetWh    *int   `json:"energy_budget_wh,omitempty"`
	Status      string `json:"status"`
}

// contractView is a contract with what is counted.
type contractView struct {
	Contract
	OpenSessions int `json:"open_sessions"`
	UsedWh       int `json:"used_wh"`
}

// Reading is a value of the meter during a session.
type Reading struct {
	At      input.Time `json:"at"`
	MeterWh int        `json:"meter_wh"`
}

// Session is the use of a connector with a contract.
type Session struct {
	ID          string      `json:"session_id"`
	ContractID  string      `json:"contract_id"`
	Provider    string      `json:"provider"`
	Operator    string      `json:"operator"`
	LocationRef string      `json:"location_ref"`
	EVSEUID     string      `json:"evse_uid"`
	ConnectorNo int         `json:"connector_no"`
	Status      string      `json:"status"`
	StartedAt   input.Time  `json:"started_at"`
	StoppedAt   *input.Time `json:"stopped_at,omitempty"`
	ReleasedAt  *input.Time `json:"released_at,omitempty"`
	MeterStart  int         `json:"meter_start_wh"`
	EnergyWh    int         `json:"energy_wh"`
	Readings    []Reading   `json:"readings"`
	RecordNo    string      `json:"record_no,omitempty"`

	evse      *EVSE
	connector *Connector
	prices    Connector // those at the start
}

// last returns the latest value of the meter.
func (s *Session) last() Reading {
	if len(s.Readings) == 0 {
		return Reading{s.StartedAt, s.MeterStart}
	}
	return s.Readings[len(s.Readings)-1]
}

// Record is what a session costs.
type Record struct {
	No              string `json:"record_no"`
	SessionID       string `json:"session_id"`
	ContractID      string `json:"contract_id"`
	Operator        string `json:"operator"`
	Provider        string `json:"provider"`
	LocationRef     string `json:"location_ref"`
	Month           string `json:"month"`
	EnergyWh        int    `json:"energy_wh"`
	ChargingMinutes int    `json:"charging_minutes"`
	IdleMinutes     int    `json:"idle_minutes"`
	EnergyCents     int    `json:"energy_cents"`
	IdleCents       int    `json:"idle_cents"`
	NetCents        int    `json:"net_cents"`
	AverageCents    *int   `json:"average_cents_per_kwh,omitempty"`
	StatementNo     string `json:"statement_no,omitempty"`
}

// Line is a record on a statement.
type Line struct {
	RecordNo     string `json:"record_no"`
	LocationName string `json:"location_name"`
	EnergyWh     int    `json:"energy_wh"`
	NetCents     int    `json:"net_cents"`
}

// Statement asks a provider to pay the records of a month.
type Statement struct {
	No         string `json:"statement_no"`
	Operator   string `json:"operator"`
	Provider   string `json:"provider"`
	Month      string `json:"month"`
	Status     string `json:"status"`
	Lines      []Line `json:"lines"`
	NetCents   int    `json:"net_cents"`
	VATCents   int    `json:"vat_cents"`
	GrossCents int    `json:"gross_cents"`
	Reason     string `json:"reason,omitempty"`
}
