"use strict";

// triangle tells what three lengths make: 0 no triangle, 1 a scalene one, 2 an isosceles
// one, 3 an equilateral one.
module.exports = function triangle(a, b, c) {
  if (a <= 0 || b <= 0 || c <= 0) {
    return 0;
  }
  if (a === b && b === c) {
    return 3;
  }
  const longest = Math.max(a, b, c);
  if (
    (longest === a && longest - b - c >= 0) ||
    (longest === b && longest - a - c >= 0) ||
    (longest === c && longest - a - b >= 0)
  ) {
    return 0;
  }
  if (a === b || b === c || a === c) {
    return 2;
  }
  return 1;
};
