package words

// Names of members of answers that refuse a call. Their sources are RFC 9457 (title, detail, instance), JSON:API
// (pointer, source), Google's AIP-193 (details, violations), OData 4.01 (target, code), Spring (rejectedValue,
// objectName), Hibernate Validator (propertyPath), ajv (instancePath, keyword, schemaPath), Joi (path, context),
// Pydantic (loc, msg, ctx, input), ASP.NET (errors, traceId), Django REST framework (non_field_errors), Laravel and
// Rails (errors).
const (
	// Messages are texts for people, the best first.
	Messages Table = ` message msg defaultmessage detail reason error errordescription description title text`
	// Titles are those of the messages that are parts of calls as often: what stands below them, rather than in them,
	// is about such a part.
	Titles Table = ` title text description reason`
	// Locations say which part a message is about.
	Locations Table = `
		field pointer instancepath location loc path propertypath property param parameter attribute fieldname
		datapath source name key target`
	// Containers are around messages and name no part of a call.
	Containers Table = `
		errors error details detail fields violations invalidparams data meta fielderrors validationerrors validation
		causes issues response result properties nonfielderrors body extra constraints exception json querystring`
	// Silent say nothing about what is wrong.
	Silent Table = `
		type @type status statuscode code errorcode timestamp time requestid traceid instance success ok url input
		value rejectedvalue ctx params keyword schemapath objectname method trace label codes arguments bindingfailure
		help documentationurl id tag rule`
	// Kinds hold the tag or the code of a validator.
	Kinds Table = ` tag rule code type keyword`
	// Places begin paths to a part of a request, and are no part themselves. The first of them stand for all that is
	// there.
	Places       = Wholes + ` path params data attributes form`
	Wholes Table = ` body query header cookie request`
)
