// Package heuristics says how far a condition was from going the other way.
//
// A condition has two sides, true and false, and each evaluation takes one of
// them. The side that was taken scores 1; the other scores less, and the more,
// the smaller the change of the operands that would have taken it. A search
// that keeps what scores higher is led to both sides.
//
// There are two layers. A distance (IntDistance, StringDistance, ...) is a
// number of at least 0, in the units its comment states, and 0 exactly when the
// relation holds. Close maps a distance into (0,1], and 1 is kept for distance
// 0. A Truthness holds the values of both sides; EqualInt, LessString and their
// like give one, and And, Or, Xor and Not combine them.
//
// Everything here is a pure function. No method of a type of the program is
// called, and nothing panics: a probe may stand in front of any comparison.
// Besides the packages that reflect and time rest on, nothing is imported, so
// that probes can go into nearly every package of the standard library.
//
// Sources, as the comments cite them:
//
//   - Korel 1990: Automated software test data generation, the branch distance.
//   - Arcuri 2019: RESTful API automated test case generation with EvoMaster,
//     section 4.3.
//   - Zhang, Belhadi, Arcuri 2022: JavaScript instrumentation for search-based
//     software testing, section III and Figure 1.
//   - EvoMaster: the formulas of its implementation (Truthness, TruthnessUtils,
//     DistanceHelper, StringClassReplacement, CollectionsDistanceUtils).
package heuristics
