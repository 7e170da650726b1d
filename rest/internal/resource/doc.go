// Package resource samples and mutates tests by the resources of an API: which calls create a resource that other calls
// need, in which order, and which resources depend on each other. It implements published techniques, so that their
// studies can be repeated:
//
//   - [Smart], the templates of A. Arcuri, RESTful API Automated Test Case
//     Generation with EvoMaster, TOSEM 2019, Section 5, below called Arcuri 2019;
//   - [Handler], the resource-based individuals of M. Zhang, B. Marculescu and
//     A. Arcuri, Resource and Dependency based Test Case Generation for RESTful Web
//     Services, EMSE 2021, Sections 5 and 6, below called Zhang 2021;
//   - [Random], which has no structure and is the baseline of both.
//
// Nothing in it is safe for concurrent use.
//
// A [Graph] has the dependencies, each with its reasons: names, nouns of texts, links, scores, values of answers,
// and SQL tables. The policies above use only the reasons of these papers. The report shows all.
package resource
