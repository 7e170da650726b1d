package permits

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/mail"
	"regexp"
	"strings"
	"time"
)

// The layouts of dates: of the form that is filed, and of the itinerary.
const (
	filedLayout = time.DateOnly
	tripLayout  = "02.01.2006 15:04"
)

// terms is the version of the terms that are in force.
const terms = "2023-11"

var (
	versionPattern   = regexp.MustCompile(`^v[1-9]\.\d{1,2}$`)
	referencePattern = regexp.MustCompile(`^[A-Z]{3}-\d{4}/\d{2}$`)
	platePattern     = regexp.MustCompile(`^[A-Z]{1,3}-[A-Z]{1,2} [1-9]\d{0,3}[EH]?$`)
	carrierPattern   = regexp.MustCompile(`^\d{9}[\dX]$`)
	recorderPattern  = regexp.MustCompile(`^35\d{13}$`)
)

// offices are the offices that accept applications, with their regions.
var offices = map[string]string{
	"KI-01": "north", "HH-02": "north", "K-11": "west", "F-14": "west", "M-21": "south",
	"S-23": "south", "DD-31": "east",
}

// fees are what the kinds of permits cost, in cents.
var fees = map[string]int{"single": 4500, "return": 7000, "annual": 25900, "convoy": 61000}

// classes are the classes of goods, with whether they are dangerous.
var classes = map[string]bool{"machinery": false, "timber": false, "segments": false,
	"flammable": true, "corrosive": true}

// trip is the itinerary and what is carried.
type trip struct {
	departure, arrival time.Time
	goods              manifest
}

// sender checks what every request has to say of where it comes from, and returns
// the region of the office.
func sender(r *http.Request) (string, error) {
	version := r.Header.Get("X-Api-Version")
	if version == "" {
		return "", reject("X-Api-Version", "is missing")
	}
	if !versionPattern.MatchString(version) {
		return "", reject("X-Api-Version", "is no version")
	}
	region, ok := offices[strings.ToUpper(r.Header.Get("X-Office"))]
	if !ok {
		return "", reject("X-Office", "is not known")
	}
	switch r.URL.Query().Get("channel") {
	case "portal", "desk", "edi":
		return region, nil
	}
	return "", reject("channel", "is not known")
}

// check checks an application.
func check(a *application) (*trip, error) {
	if err := checkConsent(a); err != nil {
		return nil, err
	}
	if !referencePattern.MatchString(a.Reference) {
		return nil, reject("reference", "is malformed")
	}
	if _, ok := fees[a.Kind]; !ok {
		return nil, reject("kind", "is not known")
	}
	t, err := itinerary(a)
	if err != nil {
		return nil, err
	}
	if !platePattern.MatchString(a.Plate) {
		return nil, reject("plate", "is malformed")
	}
	if !isCarrier(a.Carrier) {
		return nil, reject("carrier", "is no number of a carrier")
	}
	if !recorderPattern.MatchString(a.Recorder) || !luhn(a.Recorder) {
		return nil, reject("recorder", "is no number of a recorder")
	}
	if err := checkWeights(a); err != nil {
		return nil, err
	}
	t.goods, err = readManifest(a)
	return t, err
}

// checkConsent checks that the contact has accepted the terms in force.
func checkConsent(a *application) error {
	if _, err := mail.ParseAddress(a.Contact); err != nil {
		return reject("contact", "is no address")
	}
	if a.Consent == nil {
		return reject("consent", "is missing")
	}
	if a.Consent.Version != terms {
		return reject("consent.version", "is not in force")
	}
	if !strings.EqualFold(a.Consent.GivenBy, a.Contact) {
		return reject("consent.givenBy", "is not the contact")
	}
	return nil
}

// itinerary checks the dates: an application is filed three to sixty days ahead, and
// a transport takes at most three days.
func itinerary(a *application) (*trip, error) {
	filed, err := time.Parse(filedLayout, a.Filed)
	if err != nil {
		return nil, reject("filed", "is no date")
	}
	departure, err := time.Parse(tripLayout, a.Departure)
	if err != nil {
		return nil, reject("departure", "is no time")
	}
	if departure.Before(filed.AddDate(0, 0, 3)) {
		return nil, reject("departure", "is too soon")
	}
	if departure.After(filed.AddDate(0, 0, 60)) {
		return nil, reject("departure", "is too far ahead")
	}
	arrival, err := time.Parse(tripLayout, a.Arrival)
	if err != nil {
		return nil, reject("arrival", "is no time")
	}
	if !arrival.After(departure) || arrival.Sub(departure) > 72*time.Hour {
		return nil, reject("arrival", "is not within three days")
	}
	return &trip{departure: departure, arrival: arrival}, nil
}

// isCarrier checks the number of a carrier: nine digits and one that makes the
// weighted sum a multiple of 11.
func isCarrier(number string) bool {
	if !carrierPattern.MatchString(number) {
		return false
	}
	sum := 0
	for i, c := range number {
		value := int(c - '0')
		if c == 'X' {
			value = 10
		}
		sum += (10 - i) * value
	}
	return sum%11 == 0
}

// luhn checks the last digit of a number.
func luhn(number string) bool {
	sum := 0
	for i := range len(number) {
		digit := int(number[len(number)-1-i] - '0')
		if i%2 == 1 {
			digit *= 2
			if digit > 9 {
				digit -= 9
			}
		}
		sum += digit
	}
	return sum%10 == 0
}

// checkWeights checks the loads of the axles. Scales are off by some per cent.
func checkWeights(a *application) error {
	if a.Axles < 2 || a.Axles > 9 {
		return reject("axles", "is not possible")
	}
	if len(a.Loads) != a.Axles {
		return reject("loads", "is not one for each axle")
	}
	sum := 0
	for _, load := range a.Loads {
		if load < 500 || load > 20_000 {
			return reject("loads", "has an axle out of range")
		}
		sum += load
	}
	if sum < a.Gross-a.Gross/20 || sum > a.Gross+a.Gross/20 {
		return reject("gross", "is not the sum of the loads")
	}
	return nil
}

// readManifest reads what is carried, which names the application it belongs to.
func readManifest(a *application) (manifest, error) {
	var m manifest
	text, err := base64.StdEncoding.DecodeString(a.Manifest)
	if err != nil {
		return m, reject("manifest", "is no base64")
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return m, reject("manifest", "is no JSON")
	}
	if m.Reference != a.Reference {
		return m, reject("manifest.reference", "is another one")
	}
	if _, ok := classes[m.Class]; !ok {
		return m, reject("manifest.class", "is not known")
	}
	if m.Pieces < 1 {
		return m, reject("manifest.pieces", "is missing")
	}
	return m, nil
}
