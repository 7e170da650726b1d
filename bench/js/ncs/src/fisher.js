"use strict";

// limited takes degrees of freedom up to 1,000.
exports.limited = function limited(m, n, x) {
  if (m > 1000 || n > 1000) {
    throw new RangeError("an argument out of the domain");
  }
  return fisher(m, n, x);
};

// fisher returns the probability that a variable with an F distribution of m and n degrees
// of freedom is below x: I_u(m/2, n/2), the incomplete beta function at u = m x/(n + m x).
// It begins with one or two degrees of freedom each and then goes up by two at a time, by
//
//   I_u(p, q+1) = I_u(p, q) + D(p, q)/q,  I_u(p+1, q) = I_u(p, q) - D(p, q)/p,
//
// where D(p, q) = u^p (1-u)^q / B(p, q) (Abramowitz and Stegun, 26.5.15-16). Degrees below
// 1 have no meaning, but an answer.
function fisher(m, n, x) {
  const a = 2 * Math.trunc(m / 2) - m + 2;
  const b = 2 * Math.trunc(n / 2) - n + 2;
  const w = (x * m) / n;
  const z = 1 / (1 + w); // 1-u
  let [p, d] = begin(a, b, w, z);
  if (a === 1) {
    for (let j = b + 2; j <= n; j += 2) {
      p += d / ((j - 2) / 2);
      d *= z * (1 + 1 / (j - 2));
    }
  } else {
    const power = Math.pow(z, Math.trunc((n - 1) / 2));
    d *= (power * n) / b;
    p = 1 - (1 - p) * power;
  }
  for (let i = a + 2; i <= m; i += 2) {
    p -= d / ((i - 2) / 2);
    d *= (w * z * (i - 2 + n)) / (i - 2);
  }
  if (p < 0) {
    return 0;
  }
  if (p > 1) {
    return 1;
  }
  return p;
}

// begin returns I and D for a and b degrees of freedom, 1 or 2 each.
function begin(a, b, w, z) {
  if (a === 1) {
    if (b === 1) {
      return [(2 / Math.PI) * Math.atan(Math.sqrt(w)), (Math.sqrt(w) * z) / Math.PI];
    }
    return [Math.sqrt(w * z), (Math.sqrt(w * z) * z) / 2];
  } else if (b === 1) {
    return [1 - Math.sqrt(z), (w * z * Math.sqrt(z)) / 2];
  }
  return [w * z, w * z * z];
}
