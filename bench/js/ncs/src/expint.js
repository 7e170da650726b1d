"use strict";

const euler = 0.5772156649; // with as many digits as the original has
const maxTerms = 100;
const tiny = 1e-30; // stands for a zero that something is divided by
const accuracy = 1e-7;

// expint returns the exponential integral E_n(x), the integral of exp(-x t)/t^n over t from
// 1 to infinity (Abramowitz and Stegun, 5.1.4).
module.exports = function expint(n, x) {
  if (n < 0 || x < 0 || (x === 0 && (n === 0 || n === 1))) {
    throw new RangeError("an argument out of the domain");
  } else if (n === 0) {
    return Math.exp(-x) / x;
  } else if (x === 0) {
    return 1 / (n - 1);
  } else if (x > 1) {
    return fraction(n, x);
  }
  return series(n, x);
};

// fraction sums the continued fraction of Abramowitz and Stegun, 5.1.22, in its even form,
// by the modified algorithm of Lentz.
function fraction(n, x) {
  let b = x + n;
  let c = 1 / tiny;
  let d = 1 / b;
  let h = d;
  for (let i = 1; i <= maxTerms; i++) {
    const a = -i * (n - 1 + i);
    b += 2;
    d = 1 / (a * d + b);
    c = b + a / c;
    const delta = c * d;
    h *= delta;
    if (Math.abs(delta - 1) < accuracy) {
      return h * Math.exp(-x);
    }
  }
  throw new RangeError("no convergence");
}

// series sums that of Abramowitz and Stegun, 5.1.12, whose term of order n-1 has a
// logarithm. For n = 1 that is the first one.
function series(n, x) {
  let sum = n !== 1 ? 1 / (n - 1) : -Math.log(x) - euler;
  let power = 1; // (-x)^i / i!
  for (let i = 1; i <= maxTerms; i++) {
    power *= -x / i;
    let term = 0;
    if (i !== n - 1) {
      term = -power / (i - (n - 1));
    } else {
      let psi = -euler;
      for (let k = 1; k <= n - 1; k++) {
        psi += 1 / k;
      }
      term = power * (psi - Math.log(x));
    }
    sum += term;
    if (Math.abs(term) < Math.abs(sum) * accuracy) {
      return sum;
    }
  }
  throw new RangeError("no convergence");
}
