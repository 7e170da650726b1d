package labdesk

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"

	"github.com/evoke-go/evoke/bench/unseen/internal/input"
)

const perResultUL = 50 // what a measurement takes of an aliquot

var barcodeForm = regexp.MustCompile(`^[A-Z]{2}[0-9]{8}$`)

// specimen returns the specimen in the path and its order.
func (s *server) specimen(r *http.Request, u user) (*Order, *Specimen, error) {
	o, err := s.order(r, u)
	if err != nil {
		return nil, nil, err
	}
	for _, x := range o.specimens {
		if x.Barcode == r.PathValue("barcode") {
			return o, x, nil
		}
	}
	return nil, nil, notFound("specimen of the order")
}

func (s *server) listSpecimens(w http.ResponseWriter, r *http.Request, u user) error {
	o, err := s.order(r, u)
	if err != nil {
		return err
	}
	return send(w, http.StatusOK, map[string]any{"data": append([]*Specimen{}, o.specimens...)})
}

func (s *server) addSpecimen(w http.ResponseWriter, r *http.Request, u user) error {
	o, err := s.order(r, u)
	if err != nil {
		return err
	}
	var in struct {
		Barcode     string     `json:"barcode"`
		Material    string     `json:"material"`
		VolumeUL    int        `json:"volume_ul"`
		CollectedAt input.Time `json:"collected_at"`
	}
	if err := input.Body(r, &in); err != nil {
		return err
	}
	var c input.Checks
	c.That(barcodeForm.MatchString(in.Barcode), "barcode", "must look like AB12345678")
	c.OneOf(in.Material, "material", materials...)
	c.Range(in.VolumeUL, "volume_ul", 100, 10_000)
	c.Time(in.CollectedAt, "collected_at")
	if err := c.Err(); err != nil {
		return err
	}
	if o.report != nil {
		return conflict("order-reported", "the order was reported")
	}
	if s.hasBarcode(in.Barcode) {
		return conflict("barcode-taken", "the barcode is on another specimen")
	}
	x := &Specimen{Barcode: in.Barcode, OrderNo: o.No, Material: in.Material, VolumeUL: in.VolumeUL,
		RemainingUL: in.VolumeUL, CollectedAt: in.CollectedAt, Status: "accepted"}
	o.specimens = append(o.specimens, x)
	o.update()
	return send(w, http.StatusCreated, x)
}

func (s *server) hasBarcode(barcode string) bool {
	for _, o := range s.orders {
		for _, x := range o.specimens {
			if x.Barcode == barcode {
				return true
			}
		}
	}
	return false
}

func (s *server) rejectSpecimen(w http.ResponseWriter, r *http.Request, u user) error {
	o, x, err := s.specimen(r, u)
	if err != nil {
		return err
	}
	var in struct {
		Reason string `json:"reason"`
	}
	if err := input.Body(r, &in); err != nil {
		return err
	}
	var c input.Checks
	c.Length(in.Reason, "reason", 3, 200)
	switch {
	case c.Err() != nil:
		return c.Err()
	case o.report != nil:
		return conflict("order-reported", "the order was reported")
	case x.Status == "rejected":
		return conflict("specimen-rejected", "the specimen was rejected")
	}
	x.Status, x.Reason = "rejected", in.Reason
	for _, a := range x.aliquots {
		a.Status = "discarded"
		for _, res := range s.results {
			if res.aliquot == a {
				res.void()
			}
		}
	}
	o.update()
	return send(w, http.StatusOK, x)
}

func (s *server) addAliquot(w http.ResponseWriter, r *http.Request, u user) error {
	o, x, err := s.specimen(r, u)
	if err != nil {
		return err
	}
	var in struct {
		VolumeUL int `json:"volume_ul"`
	}
	if err := input.Body(r, &in); err != nil {
		return err
	}
	var c input.Checks
	c.Range(in.VolumeUL, "volume_ul", 100, 2000)
	switch {
	case c.Err() != nil:
		return c.Err()
	case o.report != nil:
		return conflict("order-reported", "the order was reported")
	case x.Status == "rejected":
		return conflict("specimen-rejected", "the specimen was rejected")
	case in.VolumeUL > x.RemainingUL:
		return conflict("not-enough-material", fmt.Sprintf("the specimen has %d microlitres left", x.RemainingUL))
	}
	no := len(x.aliquots) + 1
	a := &Aliquot{No: no, ID: fmt.Sprintf("%s-%d", x.Barcode, no), Barcode: x.Barcode, VolumeUL: in.VolumeUL,
		RemainingUL: in.VolumeUL, Status: "available"}
	x.RemainingUL -= in.VolumeUL
	x.aliquots = append(x.aliquots, a)
	return send(w, http.StatusCreated, a)
}

func (s *server) getAliquot(w http.ResponseWriter, r *http.Request, u user) error {
	_, x, err := s.specimen(r, u)
	if err != nil {
		return err
	}
	no, err := strconv.Atoi(r.PathValue("aliquot_no"))
	if err != nil || no < 1 || no > len(x.aliquots) {
		return notFound("aliquot of the specimen")
	}
	return send(w, http.StatusOK, x.aliquots[no-1])
}
