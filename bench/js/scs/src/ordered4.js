"use strict";

// ordered4 tells in which order four texts of five or six characters are. In the path of
// the request z comes before y, as in the original.
module.exports = function ordered4(w, x, z, y) {
  let result = "unordered";
  if (
    w.length >= 5 && w.length <= 6 && x.length >= 5 && x.length <= 6 &&
    y.length >= 5 && y.length <= 6 && z.length >= 5 && z.length <= 6
  ) {
    if (z > y && y > x && x > w) {
      result = "increasing";
    } else if (w > x && x > y && y > z) {
      result = "decreasing";
    }
  }
  return result;
};
