package tipscale

import (
	"math"
	"strings"
	"time"
	_ "time/tzdata" // the depot has summer time
)

var (
	hauliers  = []string{"KRAN", "LORE"}
	materials = []string{"paper", "glass", "scrap", "wood"}

	depot, _ = time.LoadLocation("Europe/Berlin") // built in
)

// Weight is a weight as clients send it.
type Weight struct {
	Value float64
	Unit  string
}

// kg returns the weight in whole kilograms.
func (w Weight) kg() int {
	if w.Unit == "t" {
		return int(math.Round(w.Value * 1000))
	}
	return int(math.Round(w.Value))
}

// plain returns a plate without spaces and hyphens, in capitals.
func plain(plate string) string {
	return strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(plate))
}

// dayOf returns the day of a moment at the depot.
func dayOf(at time.Time) string { return at.In(depot).Format(time.DateOnly) }

// Vehicle is a truck that may come.
type Vehicle struct {
	Plate      string `json:"plate"`
	Haulier    string `json:"haulier"`
	MaxGrossKg int    `json:"max_gross_kg"`

	retired bool
}

// Contract lets a haulier deliver a material.
type Contract struct {
	No        string `json:"contract_no"`
	Haulier   string `json:"haulier"`
	Material  string `json:"material"`
	Price     int    `json:"price_cents_per_t"`
	QuotaKg   int    `json:"quota_kg"`
	UsedKg    int    `json:"used_kg"`
	ValidFrom string `json:"valid_from"`
	ValidTo   string `json:"valid_to"`
	Note      string `json:"note"`
	Version   int    `json:"version"`
}

// Ticket is a load on its way over the bridge.
type Ticket struct {
	No          string     `json:"ticket_no"`
	Plate       string     `json:"plate"`
	Haulier     string     `json:"haulier"`
	ContractNo  string     `json:"contract_no"`
	Material    string     `json:"material"`
	Status      string     `json:"status"`
	InAt        time.Time  `json:"weighed_in_at"`
	OutAt       *time.Time `json:"weighed_out_at,omitempty"`
	Weights     Weights    `json:"weights"`
	ChargeCents *int       `json:"charge_cents,omitempty"`
	VoidReason  string     `json:"void_reason,omitempty"`
}

// Weights are the weights of a ticket in kilograms.
type Weights struct {
	Gross     int  `json:"gross_kg"`
	Tare      *int `json:"tare_kg,omitempty"`
	Deduction *int `json:"deduction_kg,omitempty"`
	Net       *int `json:"net_kg,omitempty"`
}

// before tells whether a ticket is listed before another: the latest first.
func (t *Ticket) before(at time.Time, no string) bool {
	if !t.InAt.Equal(at) {
		return t.InAt.After(at)
	}
	return t.No > no
}

// MaterialSum is a line of a day.
type MaterialSum struct {
	Material    string `json:"material"`
	Loads       int    `json:"loads"`
	NetKg       int    `json:"net_kg"`
	ChargeCents int    `json:"charge_cents"`
}

// Day is what left the bridge on a day.
type Day struct {
	Day        string         `json:"day"`
	Loads      int            `json:"loads"`
	NetKg      int            `json:"net_kg"`
	ByMaterial []*MaterialSum `json:"by_material"`
}
