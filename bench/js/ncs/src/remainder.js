"use strict";

// limited takes arguments of at most 1,000.
exports.limited = function limited(a, b) {
  if (a > 1000 || a < -1000 || b > 1000 || b < -1000) {
    throw new RangeError("an argument out of the domain");
  }
  return remainder(a, b);
};

// remainder subtracts b from a as long as it can and returns what is left, or -1 where it
// cannot once. The four cases of signs are apart.
function remainder(a, b) {
  let k = 0;
  let r = -1;
  if (a === 0) {
    return -1;
  } else if (b === 0) {
    return -1;
  } else if (a > 0) {
    if (b > 0) {
      while (a - k >= b) {
        k += b;
        r = a - k;
      }
    } else {
      while (a + k >= (b >= 0 ? b : -b)) {
        k += b;
        r = a + k;
      }
    }
  } else if (b > 0) {
    while ((a + k >= 0 ? a + k : -(a + k)) >= b) {
      k += b;
      r = a + k;
    }
  } else {
    while (b >= a - k) {
      k += b;
      r = a - k >= 0 ? a - k : -(a - k);
    }
  }
  return r;
}
