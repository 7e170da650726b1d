// Package rules holds services whose checks are made by libraries for validation:
// github.com/go-playground/validator, github.com/go-ozzo/ozzo-validation and
// github.com/asaskevich/govalidator. What refuses an input is code of another module,
// and the schema tells nothing of it.
package rules

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/asaskevich/govalidator"
	ozzo "github.com/go-ozzo/ozzo-validation/v4"
	"github.com/go-ozzo/ozzo-validation/v4/is"
	"github.com/go-playground/validator/v10"
)

// Check says whether a text is valid.
type Check struct {
	// Name is that of its operation.
	Name string
	// Valid is what the handler asks.
	Valid func(string) error
}

// checkerOf returns a check by a tag of go-playground/validator.
func checkerOf(name, tag string) Check {
	v := validator.New()
	return Check{name, func(s string) error { return v.Var(s, tag) }}
}

// ozzoOf returns a check by rules of ozzo-validation.
func ozzoOf(name string, rules ...ozzo.Rule) Check {
	return Check{name, func(s string) error { return ozzo.Validate(s, rules...) }}
}

// plain returns a check by a function of govalidator.
func plain(name string, valid func(string) bool) Check {
	return Check{name, func(s string) error {
		if valid(s) {
			return nil
		}
		return fmt.Errorf("%q is not valid", s)
	}}
}

// Checks returns all checks of a single text.
func Checks() []Check {
	return []Check{
		checkerOf("v-email", "required,email"), checkerOf("v-uuid4", "uuid4"), checkerOf("v-ipv4", "ipv4"),
		checkerOf("v-cidr", "cidr"), checkerOf("v-mac", "mac"), checkerOf("v-datetime", "datetime=2006-01-02 15:04"),
		checkerOf("v-oneof", "oneof=crimson teal umber"), checkerOf("v-eq", "eq=longhouse"),
		checkerOf("v-len", "len=23"), checkerOf("v-startswith", "startswith=ORD-,endswith=-EU"),
		checkerOf("v-contains", "contains=<trunk>"), checkerOf("v-hexcolor", "hexcolor"),
		checkerOf("v-isbn13", "isbn13"), checkerOf("v-base64", "required,min=8,base64"),
		checkerOf("v-semver", "semver"),
		checkerOf("v-country", "iso3166_1_alpha3"), checkerOf("v-latitude", "required,latitude,contains=.1234"),
		checkerOf("v-json", "json,min=7"), checkerOf("v-luhn", "luhn_checksum,min=8"),
		checkerOf("v-timezone", "timezone"), ozzoOf("o-email", ozzo.Required, is.EmailFormat),
		ozzoOf("o-in", ozzo.Required, ozzo.In("crimson", "teal", "umber")),
		ozzoOf("o-match", ozzo.Required, ozzo.Match(regexp.MustCompile(`^[A-Z]{3}-[0-9]{4}/x$`))),
		ozzoOf("o-length", ozzo.Length(23, 24), ozzo.Required),
		ozzoOf("o-date", ozzo.Required, ozzo.Date("02.01.2006")),
		ozzoOf("o-window", ozzo.Required, ozzo.Date("2006-01-02").Min(day("2031-05-01")).Max(day("2031-05-31"))),
		ozzoOf("o-uuid", ozzo.Required, is.UUIDv4), ozzoOf("o-ip", ozzo.Required, is.IPv6),
		ozzoOf("o-country", ozzo.Required, is.CountryCode3), ozzoOf("o-currency", ozzo.Required, is.CurrencyCode),
		ozzoOf("o-isbn", ozzo.Required, is.ISBN10), ozzoOf("o-domain", ozzo.Required, is.Domain),
		ozzoOf("o-dial", ozzo.Required, is.DialString), plain("g-email", govalidator.IsEmail),
		plain("g-hexcolor", govalidator.IsHexcolor), plain("g-mac", govalidator.IsMAC),
		plain("g-rfc3339", govalidator.IsRFC3339),
		plain("g-creditcard", govalidator.IsCreditCard), plain("g-ssn", govalidator.IsSSN),
		plain("g-currency", govalidator.IsISO4217),
	}
}

// day returns a date.
func day(text string) time.Time {
	t, _ := time.Parse(time.DateOnly, text) // the texts are constants
	return t
}

// Order has rules of ozzo-validation on several fields.
type Order struct {
	Code, Colour, Day, Unit string
}

// Validate checks all fields.
func (o *Order) Validate() error {
	return ozzo.ValidateStruct(o,
		ozzo.Field(&o.Code, ozzo.Required, ozzo.Match(regexp.MustCompile(`^ORD-[0-9]{6}$`))),
		ozzo.Field(&o.Colour, ozzo.Required, ozzo.In("crimson", "teal", "umber")),
		ozzo.Field(&o.Day, ozzo.Required, ozzo.Date("02.01.2006")),
		ozzo.Field(&o.Unit, ozzo.Required, ozzo.In("pallet", "crate")),
	)
}

// Forms are the operations with checks of several fields.
func forms() map[string]func(f *form) error {
	v := validator.New()
	return map[string]func(f *form) error{
		"ozzo": func(f *form) error {
			return (&Order{f.Code, f.Colour, f.Day, f.Unit}).Validate()
		},
		"playground": func(f *form) error {
			return v.Struct(&struct {
				Code   string `validate:"required,startswith=ORD-"`
				Colour string `validate:"required,oneof=crimson teal umber"`
				Day    string `validate:"required,datetime=02.01.2006"`
				Unit   string `validate:"required,oneof=pallet crate"`
			}{f.Code, f.Colour, f.Day, f.Unit})
		},
	}
}

// form is what a form sends, without a tag that would tell.
type form struct{ Code, Colour, Day, Unit string }

// Schema returns the OpenAPI document of the service. It says of each input that it is
// a text.
func Schema() string {
	var paths []string
	for _, c := range Checks() {
		paths = append(paths,
			fmt.Sprintf(`%q: {"get": {"parameters": [{"name": "v", "in": "query", "required": true, "schema": {"type": "string"}}],
			"responses": {"200": {"description": "valid"}, "400": {"description": "not valid"}}}}`, "/"+c.Name))
	}
	for _, name := range []string{"ozzo", "playground"} {
		paths = append(paths,
			fmt.Sprintf(`%q: {"post": {"requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "object",
			"required": ["Code", "Colour", "Day", "Unit"], "properties": {"Code": {"type": "string"}, "Colour": {"type": "string"}, "Day": {"type": "string"}, "Unit": {"type": "string"}}}}}},
			"responses": {"200": {"description": "valid"}, "400": {"description": "not valid"}}}}`, "/form/"+name))
	}
	return `{"openapi": "3.0.3", "info": {"title": "Rules", "version": "1"}, "paths": {` +
		strings.Join(paths, ",\n") + `}}`
}

// New returns the handler.
func New() http.Handler {
	mux := http.NewServeMux()
	for _, c := range Checks() {
		mux.HandleFunc("GET /"+c.Name, func(w http.ResponseWriter, r *http.Request) {
			answer(w, c.Valid(r.URL.Query().Get("v")))
		})
	}
	for name, valid := range forms() {
		mux.HandleFunc("POST /form/"+name, func(w http.ResponseWriter, r *http.Request) {
			f := &form{}
			if err := json.NewDecoder(r.Body).Decode(f); err != nil {
				answer(w, err)
				return
			}
			answer(w, valid(f))
		})
	}
	return mux
}

// answer writes what came of a check.
func answer(w http.ResponseWriter, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	fmt.Fprintln(w, "valid")
}
