// Package heuristics says how near a condition came to going the other way.
//
// A condition has two sides, true and false, and each evaluation takes one of
// them. The side that was taken scores 1. The other side scores less, and it
// scores more the smaller the change of the operands is that would have taken
// it. A search that keeps what scores higher is led to both sides.
//
// There are two layers.
//
//   - A distance, such as [IntDistance] or [StringDistance], is a number of at
//     least 0, and 0 exactly when the relation holds. Its comment states the
//     unit. [Close] maps a distance into (0,1], and gives 1 for distance 0 alone.
//   - A [Truthness] holds the values of both sides. [EqualInt], [LessString],
//     [Contains] and their like compute one, and [And], [Or], [Xor] and
//     [Truthness.Not] combine them.
//
// Package probe scores conditions with the distances, [Close] and [EqualAny]: it keeps the smallest distance of a round
// and maps it when the round is read. It combines nothing, because each operand of && and || is a condition of its own.
// The layer of truthness is for replacements of functions: a replacement reports both sides at once, and a function
// often decides a combination of conditions. The tests of probe compare probes with this layer, too.
//
// A replacement that you write needs little of this package: [Close] with a distance such as [StringDistance] or
// [IntDistance] if the function makes one comparison, and a Truthness if it combines several. [Machine], [Shape] and
// the distances of texts from numbers, JSON and tables serve the replacements of the standard library's functions,
// which are below probe/calls.
//
// Everything here is a pure function. Nothing calls a method of a type of the program, and nothing panics, so that a
// probe may stand in front of any comparison. The package imports only packages that reflect and time import too, so
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
