package refusal

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// messageCase is an answer, and the complaints in it.
type messageCase struct{ name, body, want string }

// messageCases are answers of frameworks and libraries in the form that they have, and
// what they demand.
var messageCases = []messageCase{
	{"validator", "Key: 'Order.Customer.Name' Error:Field validation for 'Name' failed on the 'required' tag\nKey: " +
		"'Order.Age' Error:Field validation for 'Age' failed on the 'min' tag", "Customer/Name required; Age least"},
	{"gin with validator", `{"error":"Key: 'Login.User' Error:Field validation for 'User' failed on the 'email' tag"}`,
		"User format email"},
	{"ozzo", "age: must be no less than 18; name: cannot be blank.", "age least 18; name required"},
	{"ozzo in JSON", `{"address":{"zip":"the length must be between 5 and 10"},"state":"must be a valid value"}`,
		"address/zip long 5; address/zip short 10; state other"},
	{"huma", `{"title":"Unprocessable Entity","status":422,"detail":"validation failed",` +
		`"errors":[{"message":"expected length >= 5","location":"body.items[0].name","value":"abc"},` +
		`{"message":"expected required property kind to be present","location":"body",` +
		`"value":{}}]}`, "items/name long 5; kind required"},
	{"huma, enum", `{"status":422,"detail":"validation failed","errors":[{"message":"expected value to be one of ` +
		`\"red, green\"","location":"query.color","value":"x"},{"message":"expected number >= 3",` +
		`"location":"body.n"}]}`, "color oneof red, green; n least 3"},
	{"encoding/json", "json: cannot unmarshal string into Go struct field Item.price.cents of type int64",
		"price/cents type int64"},
	{"encoding/json, unknown field", `json: unknown field "colour"`, "colour unwanted"},
	{"encoding/json, a list that is none", `{"error":"Alias.lines.note: json: cannot unmarshal array into Go struct ` +
		`field Line.Alias.lines.note of type shop.Note"}`, "Alias/lines/note unwanted"},
	{"by hand, the name in the middle",
		`{"error":"crate #2 (FRAGILE) from JSON PackingNote  is a mandatory field and has a default value"}`,
		"PackingNote required"},
	{"by hand, a name with a number", `line 3 of the crate: Note10 is a mandatory field`, "Note10 required"},
	{"by hand, the value behind the name",
		`{"error":"Weight 1235 this kind of crate requires that the weight is zero"}`, "Weight equal 0"},
	{"by hand, a code that goes with no other",
		`crate #1 (A) CarrierCode size class 225 does not support carrier code 51`, "CarrierCode other"},
	{"by hand, a part that goes with no other", `{"error":"crate 1 Kind 05 cannot have a Packing Note"}`,
		"Packing_Note unwanted"},
	{"encoding/json, no JSON", `{"error":"problem reading crate: invalid character '-' in numeric literal"}`, ""},
	{"encoding/json, only a part", `{"error":"problem reading crate: unexpected end of JSON input"}`, ""},
	{"strconv", `{"error":"strconv.ParseInt: parsing \"abc\": invalid syntax"}`, "? type Int given abc"},
	{"time", `parsing time "yesterday" as "2006-01-02": cannot parse "yesterday" as "2006"`,
		"? format 2006-01-02 given yesterday"},
	{"problem+json with pointers", `{"type":"about:blank","title":"Bad","status":400,"errors":[{"detail":"must be a ` +
		`positive integer","pointer":"#/age"},{"detail":"must be 'green', 'red' or 'blue'",` +
		`"pointer":"#/profile/color"}]}`, "age above 0; profile/color other"},
	{"JSON:API", `{"errors":[{"status":"422","source":{"pointer":"/data/attributes/firstName"},"title":"Invalid ` +
		`Attribute","detail":"First name must contain at least two characters."},{"source":{"parameter":"page"},` +
		`"detail":"must be at least 1"}]}`, "firstName other; page least 1"},
	{"Spring", `{"timestamp":"2024-05-05T10:00:00Z","status":400,"error":"Bad Request",` +
		`"errors":[{"codes":["Size.user.name"],"defaultMessage":"size must be between 2 and 30","objectName":"user",` +
		`"field":"name","rejectedValue":"x"},{"defaultMessage":"must not be blank","field":"email"},` +
		`{"defaultMessage":"must be greater than or equal to 18","field":"age"},{"defaultMessage":"must be a ` +
		`well-formed email address","field":"mail"}]}`,
		"name long 2; name short 30; email required; age least 18; mail format email"},
	{"Joi",
		`{"statusCode":400,"error":"Bad Request","message":"\"username\" length must be at least 3 characters long"}`,
		"username long 3"},
	{"Joi, enum", `{"details":[{"message":"\"size\" must be one of [small, large]","path":["size"],` +
		`"type":"any.only","context":{"valids":["small","large"]}}]}`, "size oneof small, large"},
	{"Ajv", `[{"instancePath":"/name","keyword":"minLength","params":{"limit":3},"message":"must NOT have fewer ` +
		`than 3 characters"},{"instancePath":"/kind","keyword":"enum","params":{"allowedValues":["a","b"]},` +
		`"message":"must be equal to one of the allowed values"},{"instancePath":"","keyword":"required",` +
		`"params":{"missingProperty":"age"},"message":"must have required property ` +
		`'age'"}]`, "name long 3; kind oneof a, b; age required"},
	{"class-validator", `{"statusCode":400,"message":["name must be longer than or equal to 3 characters","email ` +
		`must be an email","property foo should not exist"],"error":"Bad ` +
		`Request"}`, "name long 3; email format email; foo unwanted"},
	{"DRF", `{"title":["This field may not be blank."],"score":["Ensure this value is less than or equal to 10."],` +
		`"kind":["\"x\" is not a valid choice."],"owner":{"mail":["Enter a valid email address."]},"when":["Date ` +
		`has wrong format. Use one of these formats instead: YYYY-MM-DD."]}`,
		"title required; score most 10; kind other given x; owner/mail format email"},
	{"Laravel", `{"message":"The given data was invalid.","errors":{"name":["The name field is required."],` +
		`"age":["The age must be at least 18."],"mail":["The mail must be a valid email address."]}}`,
		"name required; age least 18; mail format email"},
	{"FastAPI", `{"detail":[{"type":"missing","loc":["body","name"],"msg":"Field required","input":{}},` +
		`{"type":"greater_than_equal","loc":["query","limit"],"msg":"Input should be greater than or equal to 1",` +
		`"input":"0","ctx":{"ge":1}},{"type":"literal_error","loc":["body","kind"],"msg":"Input should be 'a', 'b' ` +
		`or 'c'"},{"type":"string_too_short","loc":["body","tags",0,"text"],"msg":"String should have at least 3 ` +
		`characters","ctx":{"min_length":3}},{"type":"int_parsing","loc":["path","id"],"msg":"Input should be a ` +
		`valid integer, unable to parse string as an integer","input":"x"}]}`,
		"name required; limit least 1; kind oneof a, b, c; tags/text long 3; id type integer"},
	{"Rails", `{"errors":{"title":["can't be blank","is too short (minimum is 5 characters)"],"price":["must be ` +
		`greater than 0"],"state":["is not included in the list"]}}`, "title required; title long 5; price above 0"},
	{"zod", `{"issues":[{"code":"too_small","minimum":5,"path":["user","name"],"message":"String must contain at ` +
		`least 5 character(s)"},{"code":"invalid_type","expected":"string","received":"undefined","path":["mail"],` +
		`"message":"Required"}]}`, "user/name long 5; mail required"},
	{"by hand, required", `{"error":"title is required"}`, "title required"},
	{"by hand, missing", `missing parameter: limit`, "limit required"},
	{"by hand, one of", `{"message":"status must be one of: open, closed or held"}`, "status oneof open, closed, held"},
	{"by hand, brackets", `kind must be one of [a b c]`, "kind oneof a, b, c"},
	{"by hand, range", `{"error":{"code":4,"message":"quantity must be between 1 and 10"}}`,
		"quantity least 1; quantity most 10"},
	{"by hand, order", `{"errors":[{"field":"end_date","message":"must be after start_date"}]}`,
		"end_date after start_date"},
	{"by hand, order in a sentence", `checkOut must be later than checkIn`, "checkOut after checkIn"},
	{"by hand, length", `{"error":"password must be at least 8 characters"}`, "password long 8"},
	{"by hand, format", `{"error":"invalid email"}`, "email format email"},
	{"by hand, date", `{"message":"from must be a date (YYYY-MM-DD)"}`, "from format YYYY-MM-DD"},
	{"by hand, pattern", "code must match pattern '^[A-Z]{3}$'", "code pattern ^[A-Z]{3}$"},
	{"by hand, field first", `{"field":"amount","error":"must not be negative"}`, "amount least 0"},
	{"by hand, equal", `{"errors":{"confirm":"must match password"}}`, "confirm equal password"},
	{"by hand, exact length", `code must be exactly 4 characters`, "code long 4; code short 4"},
	{"a format and no part", `{"error":"must be a valid email"}`, "? format email"},
	{"a type and no part", `{"message":"expected an integer"}`, "? type integer"},
	{"a format in the place of a part", `{"error":"URL is not valid."}`, "URL other"},
	{"what is no format of a part", `{"error":"invalid JSON"}`, ""},
	{"nothing about a part", `{"error":"not found"}`, ""},
	{"empty", ``, ""},
}

var kindNames = map[Kind]string{Other: "other", Required: "required", Unwanted: "unwanted", Type: "type",
	OneOf: "oneof", Format: "format", Pattern: "pattern", Least: "least", Most: "most",
	Above: "above", Below: "below", Long: "long", Short: "short", After: "after", Before: "before", Equal: "equal"}

func shown(c *Complaint) string {
	field := c.Field
	if field == "" {
		field = "?"
	}
	out := strings.TrimSpace(fmt.Sprintf("%s %s %s", field, kindNames[c.Kind], strings.Join(c.Values, ", ")))
	if c.Given != "" {
		out += " given " + c.Given
	}
	return out
}

func TestMessages(t *testing.T) {
	for _, tt := range slices.Concat(messageCases, frameworkCases) {
		t.Run(tt.name, func(t *testing.T) {
			got := Read([]byte(tt.body))
			var list []string
			for i := range got.Complaints {
				list = append(list, shown(&got.Complaints[i]))
			}
			all := strings.Join(list, "; ")
			for want := range strings.SplitSeq(tt.want, "; ") {
				if want == "" {
					assert.Empty(t, list)
					continue
				}
				assert.Contains(t, list, want, all)
			}
			assert.LessOrEqual(t, len(list), strings.Count(tt.want, ";")+3, all)
		})
	}
}

// TestClasses: what changes from call to call does not change the class; what else is
// wrong does.
func TestClasses(t *testing.T) {
	class := func(body string) string { return Read([]byte(body)).Class }
	assert.Equal(t, class(`{"error":"14 fields are wrong in \"abc\""}`),
		class(`{"error":"2 fields are wrong in \"x\""}`))
	assert.Equal(t, class(`{"message":"no order 5f1e8a90-0000-4000-8000-00000000000a","timestamp":"2024-01-01"}`),
		class(`{"message":"no order 0e1e8a90-1111-4000-8000-00000000000b","timestamp":"2025-01-01"}`))
	assert.NotEqual(t, class(`{"errors":{"a":"is required"}}`), class(`{"errors":{"b":"is required"}}`))
	assert.NotEqual(t, class("name is required"), class("name is too long"))
	assert.LessOrEqual(t, len(class(strings.Repeat("wrong ", 500))), maxClass)
}

// FuzzRead: whatever a service answers, reading ends, within bounds, and twice alike.
func FuzzRead(f *testing.F) {
	for _, tt := range slices.Concat(messageCases, frameworkCases) {
		f.Add([]byte(tt.body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		got := Read(body)
		assert.Equal(t, got, Read(body))
		assert.LessOrEqual(t, len(got.Complaints), maxComplaints)
		assert.LessOrEqual(t, len([]rune(got.Class)), maxClass)
		for i := range got.Complaints {
			c := &got.Complaints[i]
			assert.True(t, c.Field != "" || c.Given != "" || c.Unplaced(), "it is about something")
		}
	})
}

// TestMissing: an answer says of some parts that they are not there, and of others what is wrong with them.
func TestMissing(t *testing.T) {
	body := `{"errors": {"city": "city 17 does not exist", "size": "must be at least 3", "key": "bad request"}}`
	assert.Equal(t, []string{"city city 17 does not exist"}, Read([]byte(body)).Missing)
}

// TestReason: of several statements the one that says most is quoted, wherever it stands.
func TestReason(t *testing.T) {
	for body, want := range map[string]string{
		`{"apiVersion": "v1", "kind": "Failure", "message": "not found"}`:            "not found",
		`{"message": "validation failed", "errors": {"size": "must be at least 3"}}`: "size must be at least 3",
		`{"error": "closed", "hint": "come tomorrow"}`:                               "closed",
		`{"reasonOfIt": "closed"}`:                                                   "reasonOfIt closed",
		`no`:                                                                         "no",
		`{"code": 3}`:                                                                "",
	} {
		r := Read([]byte(body))
		assert.Equal(t, want, r.Reason, body)
	}
}
