"use strict";

// costfuns compares in all ways there are. The last comparison that holds says the result.
module.exports = function costfuns(i, s) {
  let result = 0;
  const first = "ba";
  const second = "ab";
  if (i === 5) {
    result = 1;
  }
  if (i < -444) {
    result = 2;
  }
  if (i <= -333) {
    result = 3;
  }
  if (i > 666) {
    result = 4;
  }
  if (i >= 555) {
    result = 5;
  }
  if (i !== -4) {
    result = 6;
  }
  if (s === first + second) {
    result = 7;
  }
  if (s > second + second + first) {
    result = 8;
  }
  if (s >= second + second + first) {
    result = 9;
  }
  if (s !== second + second) {
    result = 10;
  }
  return result;
};
