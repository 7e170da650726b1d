// Package conformance judges the status, the content type and the body of
// responses by what an OpenAPI document says about them.
//
// It would rather miss a violation than report a false one. Where authors of documents are known to mean something else
// than the specifications say, it follows the authors:
//
//   - "nullable" admits null whatever stands beside it;
//   - a value may match several alternatives of "oneOf";
//   - "additionalProperties: false" inside "allOf", which nothing could ever
//     satisfy, is not enforced there;
//   - of the formats, only the well-defined ones are checked;
//   - properties that are writeOnly are not required.
//
// The package compiles each schema once, and caches the verdicts on bodies.
package conformance
