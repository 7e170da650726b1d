package inside

import (
	"math"
	"net/http"
	"strconv"
)

// The defects of numbers that do not fit into their types.
const (
	Wrapped  Defect = "the price of very many copies wraps, and is shown"
	Narrowed Defect = "the days that a parcel may wait are kept in 16 bits"
)

// Overflows lists the defects of numbers.
func Overflows() []Defect { return []Defect{Wrapped, Narrowed} }

// rate is the price of a gram, in thousandths of a cent.
const rate = 1250

// offer is what a parcel costs.
type offer struct {
	Price   int64  `json:"price"`
	Days    int16  `json:"days"`
	Receipt string `json:"receipt"`
}

// price tells what copies of a parcel cost that may wait some days.
func (s *service) price(w http.ResponseWriter, r *http.Request) {
	p := s.find(r)
	if p == nil {
		http.NotFound(w, r)
		return
	}
	query := r.URL.Query()
	copies, err := strconv.ParseInt(query.Get("copies"), 10, 64)
	if err != nil || copies < 1 {
		http.Error(w, "copies is no number above 0", http.StatusBadRequest)
		return
	}
	days, err := strconv.Atoi(query.Get("days"))
	if err != nil || days < 0 {
		http.Error(w, "days is no number", http.StatusBadRequest)
		return
	}
	one := int64(p.Grams) * rate
	if !s.has[Wrapped] && copies > math.MaxInt64/one {
		http.Error(w, "nobody can pay that", http.StatusUnprocessableEntity)
		return
	}
	if !s.has[Narrowed] && days > math.MaxInt16 {
		http.Error(w, "nobody lives that long", http.StatusUnprocessableEntity)
		return
	}
	o := offer{Price: one * copies, Days: int16(days)}
	o.Receipt = receipt(o.Price, p.To)
	reply(w, http.StatusOK, o)
}

// receipt makes a number of a price and a name, which wraps on purpose.
func receipt(price int64, to string) string {
	sum := uint64(price)
	for _, c := range to {
		sum = sum*31 + uint64(c)
	}
	return strconv.FormatUint(uint64(hashOf(to))^sum, 36)
}

// hashOf mixes a text to a number.
func hashOf(text string) (h int) {
	for _, c := range text {
		h = h*1_000_003 + int(c)
	}
	return h
}
