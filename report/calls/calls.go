// Package calls writes the calls that show findings in forms that other programs can send again: [Curl] for a shell,
// and [HAR]. Each is a [report.Format].
package calls
