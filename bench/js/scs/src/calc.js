"use strict";

// calc is a calculator: two constants, five functions of the first argument and the four
// operations. What it does not know is 0.
module.exports = function calc(op, arg1, arg2) {
  op = op.toLowerCase();
  let result = 0;
  if (op === "pi") {
    result = Math.PI;
  } else if (op === "e") {
    result = Math.E;
  } else if (op === "sqrt") {
    result = Math.sqrt(arg1);
  } else if (op === "log") {
    result = Math.log(arg1);
  } else if (op === "sine") {
    result = Math.sin(arg1);
  } else if (op === "cosine") {
    result = Math.cos(arg1);
  } else if (op === "tangent") {
    result = Math.tan(arg1);
  } else if (op === "plus") {
    result = arg1 + arg2;
  } else if (op === "subtract") {
    result = arg1 - arg2;
  } else if (op === "multiply") {
    result = arg1 * arg2;
  } else if (op === "divide") {
    result = arg1 / arg2;
  }
  return result;
};
