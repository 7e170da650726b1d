// Package domain has the things of the cellar and the texts they are named by.
package domain

import (
	"errors"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

type Role string

const (
	Winemaker  Role = "winemaker"
	Cellarhand Role = "cellarhand"
	Auditor    Role = "auditor"
)

type User struct {
	Username string `json:"username"`
	Role     Role   `json:"role"`
	Password string `json:"-"`
}

type Vessel struct {
	ID        string  `json:"id"`
	Label     string  `json:"label"`
	Kind      string  `json:"kind"`
	CapacityL float64 `json:"capacity_l"`
	State     string  `json:"state"`
	LotID     *string `json:"lot_id"`
}

// Usable is the volume a vessel takes; only barrels are filled to the top.
func (v *Vessel) Usable() float64 {
	if v.Kind == "barrel" {
		return v.CapacityL
	}
	return Round(v.CapacityL*0.95, 2)
}

const (
	Must       = "must"
	Fermenting = "fermenting"
	Dry        = "dry"
	Aging      = "aging"
	Bottled    = "bottled"
	Emptied    = "emptied"
)

type Lot struct {
	ID          string   `json:"id"`
	Code        string   `json:"code"`
	Vineyard    string   `json:"vineyard"`
	Variety     string   `json:"variety"`
	Vintage     int      `json:"vintage"`
	Notes       *string  `json:"notes"`
	VolumeL     float64  `json:"volume_l"`
	VesselID    *string  `json:"vessel_id"`
	Stage       string   `json:"stage"`
	InitialBrix float64  `json:"initial_brix"`
	CurrentBrix float64  `json:"current_brix"`
	Bottles     int      `json:"bottles"`
	Parents     []string `json:"parents"`
	Revision    int      `json:"revision"`
	SugarSince  bool     `json:"-"` // sugar was added after the last reading
}

type Reading struct {
	ID      string    `json:"id"`
	LotID   string    `json:"lot_id"`
	TakenAt time.Time `json:"taken_at"`
	Brix    float64   `json:"brix"`
	TempC   float64   `json:"temp_c"`
	PH      *float64  `json:"ph,omitempty"`
	By      string    `json:"by"`
	Alerts  []string  `json:"alerts"`

	AfterSugar bool `json:"-"`
}

type Addition struct {
	ID      string  `json:"id"`
	LotID   string  `json:"lot_id"`
	Kind    string  `json:"kind"`
	Dose    string  `json:"dose"`
	GPerHL  float64 `json:"g_per_hl"`
	TotalG  float64 `json:"total_g"`
	By      string  `json:"by"`
	StageAt string  `json:"stage_at"`
}

// Grapes are the varieties by the letters of the lot code. CUV is a blend.
var Grapes = map[string]string{"SYR": "Syrah", "MER": "Merlot", "RIE": "Riesling",
	"CHA": "Chardonnay", "TEM": "Tempranillo", "CUV": "Blend"}

const CurrentVintage = 2031

var lotCode = regexp.MustCompile(`^(\d{2})-([A-Z]{3})-(\d{3})-([0-9X])$`)

// ParseLotCode reads a code such as 30-SYR-014-1. The last character checks
// the eight before: each counts its value (A is 10) times its place, modulo 11.
func ParseLotCode(code string) (vintage int, grape string, err error) {
	m := lotCode.FindStringSubmatch(code)
	if m == nil {
		return 0, "", errors.New("must look like 30-SYR-014-1")
	}
	sum := 0
	for i, c := range m[1] + m[2] + m[3] {
		v := int(c - '0')
		if c >= 'A' {
			v = int(c-'A') + 10
		}
		sum += v * (i + 1)
	}
	if "0123456789X"[sum%11] != m[4][0] {
		return 0, "", errors.New("has a wrong check character")
	}
	if Grapes[m[2]] == "" {
		return 0, "", errors.New("names an unknown grape")
	}
	yy, _ := strconv.Atoi(m[1])
	if 2000+yy > CurrentVintage {
		return 0, "", errors.New("is of a future vintage")
	}
	return 2000 + yy, m[2], nil
}

var dose = regexp.MustCompile(`^(\d{1,4}(?:\.\d{1,2})?) ?(g/hL|mg/L|kg/hL)$`)

// ParseDose reads "25 g/hL", "30mg/L" or "1.5 kg/hL" as grams per hectolitre.
func ParseDose(s string, bug int) (float64, error) {
	m := dose.FindStringSubmatch(s)
	if m == nil {
		return 0, errors.New("must be a number and g/hL, mg/L or kg/hL")
	}
	unit := m[2]
	if bug == 11 {
		unit = strings.Split(s, " ")[1]
	}
	n, _ := strconv.ParseFloat(m[1], 64)
	switch unit {
	case "mg/L":
		if bug != 10 {
			n /= 10
		}
	case "kg/hL":
		n *= 1000
	}
	return n, nil
}

func Round(x float64, digits int) float64 {
	p := math.Pow10(digits)
	return math.Round(x*p) / p
}
