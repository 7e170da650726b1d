package words

// Names of members of answers that refuse a call. The sources are RFC 9457 (title, detail, instance), JSON:API
// (pointer, source), Google's AIP-193 (details, violations), OData 4.01 (target, code), Spring (rejectedValue,
// objectName), Hibernate Validator (propertyPath), ajv (instancePath, keyword, schemaPath), Joi (path, context),
// Pydantic (loc, msg, ctx, input), ASP.NET (errors, traceId), Django REST framework (non_field_errors), Laravel and
// Rails (errors).
const (
	// Messages are members with a text for people, the most informative first.
	Messages Table = ` message msg defaultmessage detail reason error errordescription description title text`
	// Titles are the Messages that are common names of inputs as well. A list or object below such a member is about an
	// input with this name.
	Titles Table = ` title text description reason`
	// Locations are members that name the input that a message is about.
	Locations Table = `
		field pointer instancepath location loc path propertypath property param parameter attribute fieldname
		datapath source name key target`
	// Containers are members around messages that are no names of inputs.
	Containers Table = `
		errors error details detail fields violations invalidparams data meta fielderrors validationerrors validation
		causes issues response result properties nonfielderrors body extra constraints exception json querystring`
	// Silent are members that do not describe the error.
	Silent Table = `
		type @type status statuscode code errorcode timestamp time requestid traceid instance success ok url input
		value rejectedvalue ctx params keyword schemapath objectname method trace label codes arguments bindingfailure
		help documentationurl id tag rule`
	// Kinds are members with the rule or error code of a validator.
	Kinds Table = ` tag rule code type keyword`
	// Places are names of the parts of a request, with which paths to inputs begin. The first of them stand for the
	// part as a whole.
	Places       = Wholes + ` path params data attributes form`
	Wholes Table = ` body query header cookie request`
)
