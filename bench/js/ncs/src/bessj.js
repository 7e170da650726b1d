"use strict";

const accuracy = 40; // the downward recurrence begins about sqrt(accuracy*n) orders above n
const big = 1e10; // values above it are scaled before they overflow
const small = 1e-10;

// limited takes orders from 3 to 100.
exports.limited = function limited(n, x) {
  if (n <= 2 || n > 100) {
    throw new RangeError("an order out of the domain");
  }
  return bessj(n, x);
};

// bessj returns the Bessel function of the first kind J_n(x) for n >= 2, by the recurrence
// J_{j+1} = (2j/x) J_j - J_{j-1} (Abramowitz and Stegun, 9.1.27).
function bessj(n, x) {
  if (n < 2) {
    throw new RangeError("an order below 2"); // unreachable: orders are from 3 on
  }
  let result = 0;
  const ax = Math.abs(x);
  if (ax === 0) {
    return 0;
  } else if (ax > n) {
    result = upward(n, ax);
  } else {
    result = downward(n, ax);
  }
  return x < 0 && n % 2 === 1 ? -result : result;
}

// upward applies the recurrence from J_0 and J_1 on, which is stable for x > n.
function upward(n, x) {
  let before = bessj0(x);
  let at = bessj1(x);
  for (let j = 1; j < n; j++) {
    const next = j * (2 / x) * at - before;
    before = at;
    at = next;
  }
  return at;
}

// downward applies the recurrence from a high order down, which is stable for x <= n
// (Miller's algorithm: Abramowitz and Stegun, 9.12, example 1).
function downward(n, x) {
  let above = 0;
  let sum = 0;
  let result = 0;
  let at = 1;
  let even = false;
  for (let j = 2 * Math.floor((n + Math.round(Math.sqrt(accuracy * n))) / 2); j > 0; j--) {
    const next = j * (2 / x) * at - above;
    above = at;
    at = next;
    if (Math.abs(at) > big) {
      at *= small;
      above *= small;
      result *= small;
      sum *= small;
    }
    if (even) {
      sum += at;
    }
    even = !even;
    if (j === n) {
      result = above;
    }
  }
  return result / (2 * sum - at);
}

// bessj0 returns J_0(x) with an error below 1e-7.
function bessj0(x) {
  const ax = Math.abs(x);
  if (ax < 8) {
    return series(0, ax);
  }
  // Abramowitz and Stegun, 9.4.3: modulus and phase for x >= 3.
  const t = 3 / ax;
  const modulus = polynomial(t, [0.79788456, -0.00000077, -0.0055274, -0.00009512, 0.00137237, -0.00072805, 0.00014476]);
  const phase = polynomial(t, [-0.78539816, -0.04166397, -0.00003954, 0.00262573, -0.00054125, -0.00029333, 0.00013558]);
  return (modulus * Math.cos(ax + phase)) / Math.sqrt(ax);
}

// bessj1 returns J_1(x) with an error below 1e-7.
function bessj1(x) {
  const ax = Math.abs(x);
  if (ax < 8) {
    return (x / 2) * series(1, ax);
  }
  // Abramowitz and Stegun, 9.4.6: modulus and phase for x >= 3.
  const t = 3 / ax;
  const modulus = polynomial(t, [0.79788456, 0.00000156, 0.01659667, 0.00017105, -0.00249511, 0.00113653, -0.00020033]);
  const phase = polynomial(t, [-2.35619449, 0.12499612, 0.0000565, -0.00637879, 0.00074348, 0.00079824, -0.00029166]);
  const result = (modulus * Math.cos(ax + phase)) / Math.sqrt(ax);
  return x < 0 ? -result : result;
}

// series returns the sum of (-x²/4)^k / (k! (order+1)...(order+k)) for k up to 24, enough
// for |x| < 8 (Abramowitz and Stegun, 9.1.10), from the last term on.
function series(order, x) {
  const q = (x * x) / 4;
  let sum = 1;
  for (let k = 24; k > 0; k--) {
    sum = 1 - (q / (k * (k + order))) * sum;
  }
  return sum;
}

// polynomial returns c[0] + c[1] t + c[2] t² + ...
function polynomial(t, c) {
  let sum = 0;
  for (let i = c.length - 1; i >= 0; i--) {
    sum = sum * t + c[i];
  }
  return sum;
}
