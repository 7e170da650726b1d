package refusal

// frameworkCases are further answers as frameworks send them, and what they demand.
var frameworkCases = []messageCase{
	{"Spring, conversion", `{"type":"about:blank","title":"Bad Request","status":400,"detail":"Failed to convert ` +
		`'size' with value: 'abc'","instance":"/orders"}`, "size other given abc"},
	{"Spring, parameter", `{"timestamp":"2024-05-05T10:00:00.000+00:00","status":400,"error":"Bad Request",` +
		`"message":"Required request parameter 'limit' for method parameter type Integer is not present",` +
		`"path":"/items"}`, "limit required"},
	{"Spring, header", `{"type":"about:blank","title":"Bad Request","status":400,"detail":"Required header ` +
		`'X-Tenant' is not present.","instance":"/items"}`, "X-Tenant required"},
	{"Spring, type of a parameter", `{"status":400,"error":"Bad Request","message":"Failed to convert value of type ` +
		`'java.lang.String' to required type 'java.time.LocalDate'; For input string: ` +
		`\"abc\""}`, "? format date given abc"},
	{
		"Jackson, enum",
		`{"status":400,"error":"Bad Request","message":"JSON parse error: Cannot deserialize value of type ` +
			"`com.x.Color` from String \\\"x\\\": not one of the values accepted for Enum class: [RED, GREEN, BLUE]" +
			`"}`, "? oneof RED, GREEN, BLUE given x",
	},
	{"Jackson, unrecognized", `{"status":400,"message":"JSON parse error: Unrecognized field \"foo\" (class ` +
		`com.x.Dto), not marked as ignorable"}`, "foo unwanted"},
	{
		"Jackson, chain", `Cannot deserialize value of type ` +
			"`int` from String \"abc\": not a valid `int` value\n at [Source: (String)\"{}\"; line: 1, column: 9] " +
			"(through reference chain: com.x.Order[\"lines\"]->java.util.ArrayList[0]->com.x.Line[\"quantity\"])",
		"lines/quantity type int given abc",
	},
	{"Bean Validation", `{"violations":[{"propertyPath":"create.request.quantity","message":"must be less than or ` +
		`equal to 100"},{"propertyPath":"create.request.name","message":"length must be between 1 and 5"}]}`,
		"create/request/quantity most 100; create/request/name long 1; create/request/name short 5"},
	{"Bean Validation in a text",
		`create.arg0.quantity: must be greater than or equal to 1, create.arg0.name: must not be blank`,
		"create/arg0/quantity least 1; create/arg0/name required"},
	{"Bean Validation, past and future", `{"errors":[{"field":"birthDate","defaultMessage":"must be a past date"},` +
		`{"field":"start","defaultMessage":"must be a date in the present or in the ` +
		`future"}]}`, "birthDate before now; start after now"},
	{"pydantic 1", `{"detail":[{"loc":["body","age"],"msg":"ensure this value is greater than 0",` +
		`"type":"value_error.number.not_gt","ctx":{"limit_value":0}},{"loc":["body","kind"],"msg":"value is not a ` +
		`valid enumeration member; permitted: 'a', 'b'","type":"type_error.enum","ctx":{"enum_values":["a","b"]}},` +
		`{"loc":["body","name"],"msg":"ensure this value has at least 3 characters",` +
		`"type":"value_error.any_str.min_length","ctx":{"limit_value":3}},{"loc":["body","mail"],"msg":"value is ` +
		`not a valid email address","type":"value_error.email"}]}`,
		"age above 0; kind oneof a, b; name long 3; mail format email"},
	{"pydantic 2", `{"detail":[{"type":"enum","loc":["body","status"],"msg":"Input should be 'new', 'paid' or ` +
		`'sent'","input":"x","ctx":{"expected":"'new', 'paid' or 'sent'"}},{"type":"string_pattern_mismatch",` +
		`"loc":["body","code"],"msg":"String should match pattern '^[A-Z]{2}\\d{3}$'",` +
		`"ctx":{"pattern":"^[A-Z]{2}\\d{3}$"}},{"type":"date_from_datetime_parsing","loc":["body","day"],` +
		`"msg":"Input should be a valid date or datetime, input is too short","input":"x"},{"type":"bool_parsing",` +
		`"loc":["query","all"],"msg":"Input should be a valid boolean, unable to interpret input"},` +
		`{"type":"list_type","loc":["body","tags"],"msg":"Input should be a valid list"},{"type":"multiple_of",` +
		`"loc":["body","step"],"msg":"Input should be a multiple of 5","ctx":{"multiple_of":5}},` +
		`{"type":"value_error","loc":["body","mail"],"msg":"value is not a valid email address: An email address ` +
		`must have an @-sign."},{"type":"extra_forbidden","loc":["body","foo"],"msg":"Extra inputs are not ` +
		`permitted"},{"type":"too_short","loc":["body","items"],"msg":"List should have at least 1 item after ` +
		`validation, not 0","ctx":{"field_type":"List","min_length":1,"actual_length":0}},{"type":"uuid_parsing",` +
		`"loc":["path","id"],"msg":"Input should be a valid UUID, invalid character"},{"type":"less_than",` +
		`"loc":["body","p"],"msg":"Input should be less than 10","ctx":{"lt":10.0}},{"type":"url_parsing",` +
		`"loc":["body","link"],"msg":"Input should be a valid URL, relative URL without a base"},` +
		`{"type":"datetime_parsing","loc":["body","at"],"msg":"Input should be a valid datetime or date, invalid ` +
		`character in year"}]}`, "status oneof new, paid, sent; " +
		"code pattern ^[A-Z]{2}\\d{3}$; day format date; all type boolean; tags type list; step other; mail format " +
		"email; foo unwanted; items long 1; id format UUID; p below 10; link format URL; at format datetime"},
	{"pydantic, whole model",
		`{"detail":[{"type":"value_error","loc":["body"],"msg":"Value error, end_date must be after start_date"}]}`,
		"end_date after start_date"},
	{"Rails, full messages", `{"errors":["Title can't be blank","Price must be greater than or equal to 0","Email ` +
		`is invalid","Password is too short (minimum is 8 characters)","Category must exist","Status is not ` +
		`included in the list","Name has already been taken"]}`,
		"Title required; Price least 0; Email other; Password long 8; Category other; Status other; Name other"},
	{"Rails, parameter", `{"status":400,"error":"Bad Request","exception":"#<ActionController::ParameterMissing: ` +
		`param is missing or the value is empty: article>"}`, "article required"},
	{"Rails, more", `{"errors":{"age":["is not a number"],"terms":["must be accepted"],"zip":["is the wrong length ` +
		`(should be 5 characters)"],"password_confirmation":["doesn't match Password"],"kind":["is ` +
		`reserved"]}}`, "age type number; terms oneof " +
		"true, 1, on; zip long 5; zip short 5; password_confirmation equal Password; kind other"},
	{"Laravel, more", `{"message":"The quantity field must be at least 1. (and 3 more errors)",` +
		`"errors":{"quantity":["The quantity field must be at least 1."],"status":["The selected status is ` +
		`invalid."],"items.0.sku":["The items.0.sku field is required."],"end":["The end field must be a date after ` +
		`start."],"email":["The email field must be a valid email address."],"name":["The name field must not be ` +
		`greater than 20 characters."],"tags":["The tags field must be an array."],"code":["The code field format ` +
		`is invalid."],"n":["The n field must be between 1 and 5."],"d":["The d field must match the format ` +
		`Y-m-d."],"pw":["The pw field confirmation does not match."],"age":["The age field must be an integer."],` +
		`"u":["The u field must be a valid UUID."],"size":["The size field must be 4 ` +
		`characters."]}}`, "quantity least 1; status " +
		"other; items/sku required; end after start; email format email; name most 20; tags type array; code other; " +
		"n least 1; n most 5; d format Y-m-d; age type integer; u format UUID; size long 4; size short 4"},
	{"express-validator", `{"errors":[{"type":"field","value":"x","msg":"Invalid value","path":"email",` +
		`"location":"body"},{"type":"field","value":"","msg":"Name must be 3-20 characters","path":"name",` +
		`"location":"body"},{"type":"field","msg":"must be one of small,large","path":"items[0].size",` +
		`"location":"body"}]}`,
		"email other; name long 3; name short 20; items/size oneof small, large"},
	{"express-validator 6",
		`{"errors":[{"value":"x","msg":"must be at least 5 chars long","param":"password","location":"body"}]}`,
		"password long 5"},
	{"zod, flattened", `{"formErrors":[],"fieldErrors":{"name":["String must contain at least 3 character(s)"],` +
		`"kind":["Invalid enum value. Expected 'a' | 'b', received 'x'"],"n":["Number must be greater than or equal ` +
		`to 1"],"mail":["Invalid email"]}}`,
		"name long 3; kind other; kind oneof a, b; n least 1; mail format email"},
	{"zod, issues", `{"success":false,"error":{"issues":[{"received":"x","code":"invalid_enum_value","options":["a",` +
		`"b"],"path":["kind"],"message":"Invalid enum value. Expected 'a' | 'b', received 'x'"},{"code":"too_big",` +
		`"maximum":10,"type":"number","inclusive":true,"exact":false,"message":"Number must be less than or equal ` +
		`to 10","path":["n"]},{"validation":"uuid","code":"invalid_string","message":"Invalid uuid","path":["id"]},` +
		`{"code":"invalid_type","expected":"number","received":"string","path":["age"],"message":"Expected number, ` +
		`received string"},{"code":"unrecognized_keys","keys":["foo"],"path":[],"message":"Unrecognized key(s) in ` +
		`object: 'foo'"}],"name":"ZodError"}}`,
		"kind oneof a, b; n type integer; id format uuid; age type number"},
	{"zod 4", `[{"origin":"string","code":"too_small","minimum":3,"inclusive":true,"path":["name"],"message":"Too ` +
		`small: expected string to have >=3 characters"},{"code":"invalid_value","values":["a","b"],"path":["kind"],` +
		`"message":"Invalid option: expected one of \"a\"|\"b\""},{"expected":"number","code":"invalid_type",` +
		`"path":["n"],"message":"Invalid input: expected number, received string"},{"origin":"number",` +
		`"code":"too_big","maximum":5,"path":["m"],"message":"Too big: expected number to be <=5"}]`,
		"name long 3; kind oneof a, b; n type number; m most 5"},
	{"ASP.NET", `{"type":"https://tools.ietf.org/html/rfc9110#section-15.5.1","title":"One or more validation ` +
		`errors occurred.","status":400,"errors":{"Name":["The Name field is required."],"Age":["The field Age must ` +
		`be between 18 and 99."],"Email":["The Email field is not a valid e-mail address."],"Code":["The field Code ` +
		`must match the regular expression '^[A-Z]{3}$'."],"Title":["The field Title must be a string or array type ` +
		`with a minimum length of '3'."],"Short":["The field Short must be a string with a maximum length of 10."],` +
		`"Range":["The field Range must be a string with a minimum length of 2 and a maximum length of 5."],` +
		`"$.price":["The JSON value could not be converted to System.Decimal. Path: $.price | LineNumber: 0 | ` +
		`BytePositionInLine: 12."]},"traceId":"00-abc-01"}`,
		"Name required; Age least 18; Age most 99; Email format e-mail; Code pattern ^[A-Z]{3}$; Title long 3; Short " +
			"short 10; Range long 2; Range short 5; price type Decimal"},
	{"ASP.NET, enum", `{"title":"One or more validation errors occurred.","status":400,"errors":{"dto":["The dto ` +
		`field is required."],"$.kind":["The JSON value could not be converted to Shop.Kind. Path: $.kind | ` +
		`LineNumber: 0"]},"page":["The value 'abc' is not valid for Page."]}`, "dto required; kind other; page other"},
	{"FluentValidation", `{"errors":{"Customer.Name":["'Name' must not be empty."],"Quantity":["'Quantity' must be ` +
		`between 1 and 10. You entered 0."],"Email":["'Email' is not a valid email address."],"Code":["The length ` +
		`of 'Code' must be at least 3 characters. You entered 1 characters."],"Price":["'Price' must be greater ` +
		`than '0'."],"Kind":["'Kind' has a range of values which does not include '9'."],"Pw":["'Pw' must be equal ` +
		`to 'Other'."]}}`, "Customer/Name required; Quantity " +
		"least 1; Quantity most 10; Email format email; Code long 3; Price above 0; Kind other; Pw equal Other"},
	{"express-openapi-validator", `{"message":"request/body/items/0/price must be >= 1, request/body must have ` +
		`required property 'name', request/body/kind must be equal to one of the allowed values: a, b",` +
		`"errors":[{"path":"/body/items/0/price","message":"must be >= 1","errorCode":"minimum.openapi.validation"},` +
		`{"path":"/body/name","message":"must have required property 'name'",` +
		`"errorCode":"required.openapi.validation"},{"path":"/body/kind","message":"must be equal to one of the ` +
		`allowed values: a, b","errorCode":"enum.openapi.validation"}]}`,
		"items/price least 1; name required; kind oneof a, b"},
	{"Fastify", `{"statusCode":400,"code":"FST_ERR_VALIDATION","error":"Bad Request","message":"body/name must NOT ` +
		`have fewer than 3 characters"}`, "name long 3"},
	{"Fastify, required", `{"statusCode":400,"code":"FST_ERR_VALIDATION","error":"Bad Request","message":"body must ` +
		`have required property 'email'"}`, "email required"},
	{"Fastify, query", `{"statusCode":400,"error":"Bad Request","message":"querystring/limit must be <= 100"}`,
		"limit most 100"},
	{"Fastify, format", `{"statusCode":400,"error":"Bad Request","message":"body/mail must match format \"email\""}`,
		"mail format email"},
	{"Fastify, type", `{"statusCode":400,"error":"Bad Request","message":"body/n must be integer"}`, "n type integer"},
	{"DRF, nested", `{"items":[{"quantity":["Ensure this value is greater than or equal to 1."]},{}],"kind":["\"x\" ` +
		`is not a valid choice."],"owner":["Invalid pk \"7\" - object does not exist."],"mail":["Enter a valid ` +
		`email address."],"n":["A valid integer is required."],"name":["Ensure this field has no more than 10 ` +
		`characters."],"when":["Datetime has wrong format. Use one of these formats instead: ` +
		`YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z]."],"non_field_errors":["end must be after start"],` +
		`"flag":["Must be a valid boolean."],"u":["Must be a valid UUID."],"l":["Expected a list of items but got ` +
		`type \"str\"."],"p":["Ensure that there are no more than 2 decimal places."],"slug":["Enter a valid ` +
		`\"slug\" consisting of letters, numbers, underscores or hyphens."]}`, "items/quantity least 1; kind other " +
		"given x; owner other; mail format email; n type integer; name short 10; when other; when format YYYY-MM-DD; " +
		"end after start; flag type boolean; u format UUID; l type list; p most 2; slug pattern ^[a-z]{3,8}$"},
	{"kin-openapi",
		`request body has an error: doesn't match schema: Error at "/items/0/price": number must be at least 1`,
		"items/price least 1"},
	{"kin-openapi, parameter", `parameter "limit" in query has an error: value abc: an invalid integer: invalid syntax`,
		"limit type integer"},
	{"kin-openapi, enum", `request body has an error: doesn't match schema #/components/schemas/Order: Error at ` +
		`"/kind": value is not one of the allowed values ["a","b"]`, "kind oneof a, b"},
	{"kin-openapi, missing",
		`request body has an error: doesn't match schema: Error at "/name": property "name" is missing`,
		"name required"},
	{"kin-openapi, length",
		`request body has an error: doesn't match schema: Error at "/name": minimum string length is 3`, "name long 3"},
	{"oapi-codegen", `Query argument limit is required, but not found`, "limit required"},
	{"Connexion",
		`{"detail":"'x' is not one of ['a', 'b'] - 'kind'","status":400,"title":"Bad Request","type":"about:blank"}`,
		"kind oneof a, b"},
	{"Connexion, type", `{"detail":"'abc' is not of type 'integer' - 'items.0.n'","status":400}`,
		"items/n type integer"},
	{"marshmallow", `{"code":422,"errors":{"json":{"age":["Must be greater than or equal to 18."],"kind":["Must be ` +
		`one of: a, b."],"name":["Missing data for required field."],"mail":["Not a valid email address."],` +
		`"x":["Unknown field."],"n":["Not a valid integer."],"t":["Shorter than minimum length 3."],"d":["Not a ` +
		`valid datetime."],"l":["Length must be between 1 and 5."]}},"status":"Unprocessable ` +
		`Entity"}`, "age least 18; kind oneof a, b; name " +
		"required; mail format email; x unwanted; n type integer; t long 3; d format datetime; l long 1; l short 5"},
	{"protoc-gen-validate",
		`{"code":3,"message":"invalid CreateBookRequest.Title: value length must be at least 3 runes","details":[]}`,
		"Title long 3"},
	{"google.rpc.BadRequest", `{"code":3,"message":"invalid argument",` +
		`"details":[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"book.title",` +
		`"description":"value length must be at least 3 characters"}]}]}`, "book/title long 3"},
	{"protojson",
		`{"code":3,"message":"proto: (line 1:10): invalid value for int32 field count: \"abc\"","details":[]}`,
		"count type int32 given abc"},
	{"protovalidate", `{"code":"invalid_argument","message":"validation error:\n - age: value must be greater than ` +
		`or equal to 18 [int32.gte]\n - email: value must be a valid email address ` +
		`[string.email]"}`, "age least 18; email format email"},
	{"Symfony", `{"type":"https://symfony.com/errors/validation","title":"Validation Failed","detail":"name: This ` +
		`value should not be blank.\nprice: This value should be positive.","violations":[{"propertyPath":"name",` +
		`"title":"This value should not be blank.","parameters":{},"type":"urn:uuid:c1"},{"propertyPath":"price",` +
		`"title":"This value should be positive."},{"propertyPath":"kind","title":"The value you selected is not a ` +
		`valid choice."},{"propertyPath":"n","title":"This value is too short. It should have 3 characters or ` +
		`more."},{"propertyPath":"m","title":"This value should be between 1 and 5."}]}`,
		"name required; price above 0; kind other; n long 3; m least 1; m most 5"},
	{"serde, variant", `Failed to deserialize the JSON body into the target type: kind: unknown variant ` +
		"`x`, expected one of `a`, `b`, `c` at line 1 column 11", "kind oneof a, b, c"},
	{"serde, type", `Failed to deserialize the JSON body into the target type: items[0].n: invalid type: string "x",` +
		` expected u32 at line 1 column 9`, "items/n type u32"},
	{"serde, query", `Failed to deserialize query string: limit: invalid digit found in string`, "limit type integer"},
	{"Rust validator", `{"age":[{"code":"range","message":null,"params":{"max":99,"min":18,"value":3}}],` +
		`"mail":[{"code":"email","message":null,"params":{"value":"x"}}],"name":[{"code":"length","message":null,` +
		`"params":{"min":3,"value":"x"}}]}`,
		"age least 18; age most 99; mail format email; name long 3"},
	{"Echo", `{"message":"Unmarshal type error: expected=int, got=string, field=price, offset=12"}`, "price type int"},
	{"go-openapi", `{"code":602,"message":"name in body is required"}`, "name required"},
	{"go-openapi, enum", `{"code":606,"message":"kind in body should be one of [a b c]"}`, "kind oneof a, b, c"},
	{"go-openapi, length", `{"code":604,"message":"name in body should be at least 3 chars long"}`, "name long 3"},
	{"go-openapi, type", `{"code":601,"message":"limit in query must be of type int64: \"abc\""}`, "limit type int64"},
	{"go-openapi, pattern", `{"code":605,"message":"name in body should match '^[a-z]+$'"}`, "name pattern ^[a-z]+$"},
	{"govalidator",
		`name: non zero value required;email: x does not validate as email;age: 3 does not validate as range(18|99)`,
		"name required; email format email given x; age least 18 given 3; age most 99 given 3"},
	{"validator, tag and param",
		`{"errors":[{"field":"Age","tag":"gte","param":"18","message":"Age failed validation"}]}`, "Age least 18"},
	{"validator, translated", `{"errors":{"Order.Name":"Name must be at least 3 characters in length",` +
		`"Order.Kind":"Kind must be one of [a b]","Order.N":"N must be 10 or less","Order.Mail":"Mail must be a ` +
		`valid email address","Order.R":"R is a required field","Order.G":"G must be greater than ` +
		`5"}}`, "Order/Name long 3; Order/Kind " +
		"oneof a, b; Order/N most 10; Order/Mail format email; Order/R required; Order/G above 5"},
	{"class-validator, nested", `{"message":["items.0.quantity must not be less than 1","status must be one of the ` +
		`following values: open, closed","each value in tags must be a string","date must be a valid ISO 8601 date ` +
		`string","n must be an integer number","u must be a UUID","address should not be null or undefined","name ` +
		`should not be empty","b must be a boolean value"],"error":"Bad Request","statusCode":400}`,
		"items/quantity least 1; status oneof open, closed; tags type string; date format ISO 8601; n type integer; " +
			"u format UUID; address required; name required; b type boolean"},
	{"Play", `{"obj.age":[{"msg":["error.expected.jsnumber"],"args":[]}],"obj.name":[{"msg":["error.path.missing"],` +
		`"args":[]}]}`, "obj/age type number; obj/name required"},
	{"Stripe", `{"error":{"code":"parameter_missing","message":"Missing required param: amount.","param":"amount",` +
		`"type":"invalid_request_error"}}`, "amount required"},
	{"Stripe, enum", `{"error":{"message":"Invalid currency: xyz. Must be one of: usd, eur","param":"currency",` +
		`"type":"invalid_request_error"}}`, "currency other; currency oneof usd, eur"},
	{"GitHub, codes", `{"message":"Validation Failed","errors":[{"resource":"Issue","field":"title",` +
		`"code":"missing_field"},{"resource":"Label","field":"name",` +
		`"code":"already_exists"}]}`, "title required; name other"},
	{"GitHub, text", `{"message":"Invalid request.\n\n\"title\" wasn't supplied."}`, "title required"},
	{"Kubernetes", `{"kind":"Status","status":"Failure","message":"Deployment.apps \"x\" is invalid: ` +
		`[spec.replicas: Invalid value: -1: must be greater than or equal to 0, spec.kind: Unsupported value: ` +
		`\"z\": supported values: \"a\", \"b\", spec.name: Required value]","reason":"Invalid",` +
		`"details":{"causes":[{"reason":"FieldValueInvalid","message":"Invalid value: -1: must be greater than or ` +
		`equal to 0","field":"spec.replicas"},{"reason":"FieldValueNotSupported","message":"Unsupported value: ` +
		`\"z\": supported values: \"a\", \"b\"","field":"spec.kind"},{"reason":"FieldValueRequired",` +
		`"message":"Required value","field":"spec.name"}]},"code":422}`,
		"spec/kind oneof a, b; spec/name required; spec/replicas least 0"},
	{"AWS", `{"message":"2 validation errors detected: Value '0' at 'limit' failed to satisfy constraint: Member ` +
		`must have value greater than or equal to 1; Value 'x' at 'kind' failed to satisfy constraint: Member must ` +
		`satisfy enum value set: [A, B]"}`,
		"limit least 1 given 0; kind oneof A, B given x"},
	{
		"PostgreSQL", `{"error":"ERROR: null value in column \"name\" of relation \"x\" violates not-null ` +
			`constraint (SQLSTATE 23502)"}`, "name required",
	},
	{"Mongoose", `{"error":"Order validation failed: kind: ` + "`x` is not a valid enum value for " +
		"path `kind`., name: Path `name` is required., n: Path `n` (0) is less than minimum allowed value (1)." + `"}`,
		"kind other; name required; n least 1"},
	{"a page", `<html><body><h1>400 Bad Request</h1><p>name is required</p></body></html>`, "name required"},
}
