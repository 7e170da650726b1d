// Package synthetic generates resource services: classes of resources that are
// composed of, or refer to, one another, each with its operations. They are
// what Zhang, Marculescu and Arcuri, "Resource and dependency based test case
// generation for RESTful Web services" (EMSE 2021), Section 7.2, compare
// techniques on.
//
// A generated package is plain Go with one if for each check of the study's
// services, in their order; targets.csv beside it lists them as the study does,
// and sides.csv the sides of all conditions. What a database and a framework
// did in the originals is in the packages store and server, which are no part
// of the program: references between rows, and 400, 415 and 500 for requests
// that do not get to a check. A null where there has to be a value is a nil
// pointer that the program dereferences, and so ends with 500.
//
// Whether a resource exists is a look into a map, which the probes give a
// distance to the nearest id, as the originals' tool has one for the WHERE of a
// query. The twelve services that the study published are in folders here and
// listed by the package published; the package conformance has their rules.
//
// The twelve differ from the originals in these points:
//   - Names are drawn anew, and the four services of a graph share them.
//   - Where a value has to be equal to another, null fails with 500; in the
//     originals it is unequal, which is 400.
//   - PUT writes a resource in one step. In the originals the database may see
//     a part of a PUT that fails later.
//   - Operations that answer with a status only have no schema of content.
//   - What a client accepts (Accept) does not count.
package synthetic
