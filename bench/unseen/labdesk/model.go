package labdesk

import "github.com/evoke-go/evoke/bench/unseen/internal/input"

// test is an analysis of the catalogue. Values from low to high are normal.
type test struct {
	Code, Unit string
	Materials  []string
	Low, High  float64
}

var catalogue = []test{
	{"NA", "mmol/L", []string{"serum", "plasma"}, 135, 145},
	{"K", "mmol/L", []string{"serum"}, 3.5, 5.1},
	{"GLU", "mmol/L", []string{"plasma"}, 3.9, 5.8},
	{"CRP", "mg/L", []string{"serum", "plasma"}, 0, 5},
	{"UALB", "mg/L", []string{"urine"}, 0, 20},
}

var (
	testCodes  = []string{"NA", "K", "GLU", "CRP", "UALB"}
	materials  = []string{"serum", "plasma", "urine"}
	priorities = []string{"stat", "urgent", "routine"} // most urgent first
)

// testOf returns the test with a code of the catalogue.
func testOf(code string) test {
	for _, t := range catalogue {
		if t.Code == code {
			return t
		}
	}
	return test{}
}

// flag says whether a value is low, normal or high.
func (t test) flag(value float64) string {
	switch {
	case value < t.Low:
		return "L"
	case value > t.High:
		return "H"
	}
	return "N"
}

// Order asks for tests of a patient.
type Order struct {
	No          string   `json:"order_no"`
	Clinic      string   `json:"clinic"`
	RequestedBy string   `json:"requested_by"`
	PatientRef  string   `json:"patient_ref"`
	Priority    string   `json:"priority"`
	Tests       []string `json:"tests"`
	Note        string   `json:"note"`
	Status      string   `json:"status"`
	Version     int      `json:"version"`

	specimens []*Specimen
	report    *Report
}

// Specimen is material of a patient, taken for an order.
type Specimen struct {
	Barcode     string     `json:"barcode"`
	OrderNo     string     `json:"order_no"`
	Material    string     `json:"material"`
	VolumeUL    int        `json:"volume_ul"`
	RemainingUL int        `json:"remaining_ul"`
	CollectedAt input.Time `json:"collected_at"`
	Status      string     `json:"status"`
	Reason      string     `json:"rejection_reason,omitempty"`

	aliquots []*Aliquot
}

// Aliquot is a part of a specimen, in a tube of its own.
type Aliquot struct {
	No          int    `json:"aliquot_no"`
	ID          string `json:"aliquot_id"`
	Barcode     string `json:"barcode"`
	VolumeUL    int    `json:"volume_ul"`
	RemainingUL int    `json:"remaining_ul"`
	Status      string `json:"status"`
}

// Result is a measured value of an aliquot.
type Result struct {
	No         string     `json:"result_no"`
	OrderNo    string     `json:"order_no"`
	AliquotID  string     `json:"aliquot_id"`
	Test       string     `json:"test"`
	Value      float64    `json:"value"`
	Unit       string     `json:"unit"`
	Flag       string     `json:"flag"`
	Status     string     `json:"status"`
	MeasuredAt input.Time `json:"measured_at"`
	EnteredBy  string     `json:"entered_by"`
	VerifiedBy string     `json:"verified_by,omitempty"`
	Comment    string     `json:"comment,omitempty"`
	Reason     string     `json:"repeat_reason,omitempty"`
	Version    int        `json:"version"`

	order   *Order
	aliquot *Aliquot
}

// counts reports whether a result is neither void nor to be repeated.
func (x *Result) counts() bool { return x.Status == "entered" || x.Status == "verified" }

// Line is a result on a report.
type Line struct {
	Test     string  `json:"test"`
	ResultNo string  `json:"result_no"`
	Value    float64 `json:"value"`
	Unit     string  `json:"unit"`
	Flag     string  `json:"flag"`
}

// Report is what the clinic gets.
type Report struct {
	No            string `json:"report_no"`
	OrderNo       string `json:"order_no"`
	Clinic        string `json:"clinic"`
	PatientRef    string `json:"patient_ref"`
	Conclusion    string `json:"conclusion"`
	Lines         []Line `json:"lines"`
	AbnormalCount int    `json:"abnormal_count"`
	SignedBy      string `json:"signed_by"`
}
