"use strict";

const accuracy = 3e-7;
const maxTerms = 100;
const tiny = 1e-30; // stands for a zero that something is divided by

// gammq returns the incomplete gamma function Q(a, x) = Γ(a, x)/Γ(a) (Abramowitz and
// Stegun, 6.5).
module.exports = function gammq(a, x) {
  if (x < 0 || a <= 0) {
    throw new RangeError("an argument out of the domain");
  }
  if (x < a + 1) {
    return 1 - series(a, x);
  }
  return fraction(a, x);
};

// series returns P = 1 - Q by that of Abramowitz and Stegun, 6.5.29.
function series(a, x) {
  if (x <= 0) {
    if (x < 0) {
      throw new RangeError("an argument out of the domain"); // unreachable: gammq checks it
    }
    return 0;
  }
  let term = 1 / a;
  let sum = term;
  for (let i = 1; i <= maxTerms; i++) {
    term *= x / (a + i);
    sum += term;
    if (Math.abs(term) < Math.abs(sum) * accuracy) {
      return sum * Math.exp(a * Math.log(x) - x - gammln(a));
    }
  }
  throw new RangeError("no convergence");
}

// fraction returns Q by the even form of the continued fraction of Abramowitz and Stegun,
// 6.5.31, with the modified algorithm of Lentz.
function fraction(a, x) {
  let b = x + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let h = d;
  let i = 1;
  for (; i <= maxTerms; i++) {
    const an = -i * (i - a);
    b += 2;
    d = an * d + b;
    if (Math.abs(d) < tiny) {
      d = tiny; // unreachable: never seen in millions of calls that were made for it
    }
    c = b + an / c;
    if (Math.abs(c) < tiny) {
      c = tiny; // unreachable: never seen in millions of calls that were made for it
    }
    d = 1 / d;
    h *= c * d;
    if (Math.abs(c * d - 1) < accuracy) {
      break;
    }
  }
  if (i > maxTerms) {
    throw new RangeError("no convergence");
  }
  return Math.exp(a * Math.log(x) - x - gammln(a)) * h;
}

// gammln returns ln Γ(x) for x > 0 by the approximation of Lanczos ("A precision
// approximation of the gamma function", 1964) with g = 5 and six terms, whose coefficients
// make Γ(1) to Γ(7) exact.
function gammln(x) {
  const coefficients = [
    76.180091729471457, -86.505320329416762, 24.014098240830911,
    -1.2317395724501554, 0.0012086509738661786, -5.3952393849531282e-6,
  ];
  let sum = 1.0000000001900149;
  for (let k = 0; k <= 5; k++) {
    sum += coefficients[k] / (x + k);
  }
  const t = x + 4.5;
  return (x - 0.5) * Math.log(t) - t + Math.log(Math.sqrt(2 * Math.PI) * sum);
}
