// Package conformance judges responses against what an OpenAPI document says
// about them: status, content type and body.
//
// It would rather miss a fault than report one that is none. So where authors
// and the letter of the specifications are known to part, authors are followed:
//
//   - "nullable" admits null whatever stands beside it;
//   - a value may match several alternatives of "oneOf";
//   - "additionalProperties: false" inside "allOf", which nothing could ever
//     satisfy, is not enforced there;
//   - of the formats, only the well-defined ones are checked;
//   - properties that are writeOnly are not required.
package conformance
