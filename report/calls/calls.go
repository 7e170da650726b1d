// Package calls writes the calls that a run found in forms that other programs send
// again: [Curl] for a shell, and [HAR]. Each is a [report.Format].
package calls
