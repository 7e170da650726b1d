"use strict";

// notypevar mixes a number and a text. The last condition that holds says the result.
module.exports = function notypevar(i, s) {
  let result = 0;
  const x = "hello";
  const y = 7;
  if (i + i === 56) {
    result = i;
  }
  if (x + i === x + y) {
    result = 1;
  }
  if (x < s) {
    result = 2;
  }
  if (i > 5) {
    result = 3;
  }
  return result;
};
