package web

import (
	"time"

	"github.com/evoke-go/evoke/bench/stores/meterhall/internal/desk"
	"github.com/evoke-go/evoke/bench/stores/meterhall/internal/model"
	"github.com/evoke-go/evoke/bench/stores/meterhall/internal/store"
)

type customerView struct {
	ID          uint    `json:"id"`
	Name        string  `json:"name"`
	Email       string  `json:"email"`
	Segment     string  `json:"segment"`
	Status      string  `json:"status"`
	CreditClass *string `json:"creditClass,omitempty"`
}

func viewCustomer(c model.Customer) customerView {
	return customerView{c.ID, c.Name, c.Email, c.Segment, c.Status, c.CreditClass}
}

type meterView struct {
	Serial          string  `json:"serial"`
	Kind            string  `json:"kind"`
	Digits          int     `json:"digits"`
	District        string  `json:"district"`
	State           string  `json:"state"`
	CalibratedUntil *string `json:"calibratedUntil,omitempty"`
}

func viewMeter(m model.Meter) meterView {
	return meterView{m.Serial, m.Kind, m.Digits, m.District, m.State, text(m.CalibratedUntil)}
}

type tariffView struct {
	Code      string  `json:"code"`
	Kind      string  `json:"kind"`
	Audience  string  `json:"audience"`
	ValidFrom string  `json:"validFrom"`
	ValidTo   *string `json:"validTo,omitempty"`
	BaseCents int     `json:"baseCents"`
	UnitMilli int     `json:"unitMilli"`
	Months    int     `json:"months"`
}

func viewTariff(t model.Tariff) tariffView {
	return tariffView{t.Code, t.Kind, t.Audience, t.ValidFrom.Format(time.DateOnly), text(t.ValidTo), t.BaseCents,
		t.UnitMilli, t.Months}
}

func viewOffer(o desk.Offer) tariffView {
	v := viewTariff(o.Tariff)
	v.UnitMilli = o.UnitMilli
	return v
}

type contractView struct {
	ID          uint    `json:"id"`
	CustomerID  uint    `json:"customerId"`
	Tariff      *string `json:"tariff,omitempty"`
	State       string  `json:"state"`
	StartsOn    string  `json:"startsOn"`
	EndsOn      *string `json:"endsOn,omitempty"`
	BoundUntil  *string `json:"boundUntil,omitempty"`
	CreditCents int     `json:"creditCents"`
}

func viewContract(c model.Contract) contractView {
	return contractView{c.ID, c.CustomerID, c.TariffCode, c.State, c.StartsOn.Format(time.DateOnly), text(c.EndsOn),
		text(c.BoundUntil), c.CreditCents}
}

type readingView struct {
	TakenOn string `json:"takenOn"`
	Value   int    `json:"value"`
	Source  string `json:"source"`
}

func viewReading(r model.Reading) readingView {
	return readingView{r.TakenOn.Format(time.DateOnly), r.Value, r.Source}
}

type invoiceView struct {
	ID        uint   `json:"id"`
	Month     string `json:"month"`
	Cents     int    `json:"cents"`
	PaidCents int    `json:"paidCents"`
	FeeCents  int    `json:"feeCents"`
	DueOn     string `json:"dueOn"`
	State     string `json:"state"`
}

func viewBill(b desk.Bill) invoiceView {
	return invoiceView{b.ID, b.Month, b.Cents, b.PaidCents, b.FeeCents, b.DueOn.Format(time.DateOnly), b.State}
}

type outageView struct {
	District string `json:"district"`
	Planned  bool   `json:"planned"`
	BeginsAt string `json:"beginsAt"`
	Meters   int    `json:"meters"`
	Major    bool   `json:"major"`
}

func viewOutage(o store.CurrentOutage) outageView {
	return outageView{o.District, o.Planned, o.BeginsAt.Format(time.RFC3339), o.Meters, !o.Planned && o.Meters > 2}
}

type debtView struct {
	CustomerID uint   `json:"customerId"`
	Name       string `json:"name"`
	Invoices   int    `json:"invoices"`
	OwedCents  int    `json:"owedCents"`
	Next       string `json:"next"`
}

func viewDebt(d desk.Debt) debtView {
	return debtView{d.ID, d.Name, d.Invoices, d.OwedCents, d.Next}
}
