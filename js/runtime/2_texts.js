// Distances of texts. Characters are code points, and halves of surrogate pairs alone.
const MissingChar = 65536;
const codePointAt = uncurried(String.prototype.codePointAt);
const charCodeAt = uncurried(String.prototype.charCodeAt);
const stringIncludes = uncurried(String.prototype.includes);

function charDistance(a, b) {
  const d = abs(a - b);
  return d > 32768 ? 32768 + floor((d - 32768) / 34) : d;
}

const width = (c) => (c > 0xffff ? 2 : 1);

// characters counts those of s from i on.
function characters(s, i) {
  let n = 0;
  for (; i < s.length; i += width(codePointAt(s, i))) n++;
  return n;
}

let restA = 0; // where align stopped
let restB = 0;

// align sums the distances of the characters of a, from i on, and of b, until one of them
// ends or the sum is limit or more.
function align(a, i, b, limit) {
  let sum = 0;
  let k = 0;
  while (i < a.length && k < b.length && sum < limit) {
    const x = codePointAt(a, i);
    const y = codePointAt(b, k);
    if (x !== y) sum += charDistance(x, y);
    i += width(x);
    k += width(y);
  }
  restA = i;
  restB = k;
  return sum;
}

function stringDistance(a, b) {
  if (a === b) return 0;
  const sum = align(a, 0, b, Infinity);
  return sum + MissingChar * (characters(a, restA) + characters(b, restB));
}

function prefixDistance(s, prefix) {
  const sum = align(s, 0, prefix, Infinity);
  return sum + MissingChar * characters(prefix, restB);
}

// lastBefore is the character that ends before i.
function lastBefore(s, i) {
  const pair = i > 1 ? codePointAt(s, i - 2) : 0;
  return pair > 0xffff ? pair : charCodeAt(s, i - 1);
}

function suffixDistance(s, suffix) {
  let d = 0;
  let i = s.length;
  let k = suffix.length;
  while (i > 0 && k > 0) {
    const x = lastBefore(s, i);
    const y = lastBefore(suffix, k);
    d += charDistance(x, y);
    i -= width(x);
    k -= width(y);
  }
  for (; k > 0; k -= width(lastBefore(suffix, k))) d += MissingChar;
  return d;
}

// containsDistance looks at windows until it has compared 65,536 units.
function containsDistance(s, part) {
  if (stringIncludes(s, part)) return 0;
  let best = MissingChar * characters(part, 0);
  let work = 0;
  for (let i = 0; i < s.length && work < 65536; i += width(codePointAt(s, i))) {
    const d = align(s, i, part, best);
    work += restB;
    best = min(best, d + MissingChar * characters(part, restB));
  }
  return best;
}

const leadingEnd = 257 ** 7;

// ordered are the first seven bytes of s from position i of its order on, as digits. The
// order of texts is that of UTF-16 units, which is that of these bytes.
function ordered(s) {
  const bytes = [];
  for (let i = 0; i < s.length; i++) {
    const c = charCodeAt(s, i);
    if (c < 0x80) bytes[bytes.length] = c;
    else if (c < 0x800) {
      bytes[bytes.length] = 0xc0 | (c >> 6);
      bytes[bytes.length] = 0x80 | (c & 63);
    } else {
      bytes[bytes.length] = 0xe0 | (c >> 12);
      bytes[bytes.length] = 0x80 | ((c >> 6) & 63);
      bytes[bytes.length] = 0x80 | (c & 63);
    }
  }
  return bytes;
}

// leading reads seven bytes from i on as a number that orders as they do.
function leading(bytes, i) {
  let v = 0n;
  for (let k = i; k < i + 7; k++) v = v * 257n + (k < bytes.length ? BigIntOf(bytes[k] + 1) : 0n);
  return v;
}

const BigIntOf = BigInt;
const NumberOf = Number;

function orderDistance(a, b) {
  if (a === b) return 0;
  const x = ordered(a);
  const y = ordered(b);
  let i = 0;
  while (i < x.length && i < y.length && x[i] === y[i]) i++;
  const low = 256 / (i + 2);
  const high = 256 / (i + 1);
  const p = leading(x, i);
  const q = leading(y, i);
  const apart = NumberOf(p < q ? q - p : p - q);
  return min(low + (high - low) * (apart / leadingEnd), high);
}
