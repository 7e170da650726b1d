// Distances of texts from numbers, dates and JSON.
const trimmed = uncurried(String.prototype.trim);

// nearestRange is the distance of a character from the nearest of ascending ranges.
function nearestRange(c, ranges) {
  let best = Infinity;
  for (let i = 0; i < ranges.length; i += 2) {
    best = min(best, charDistance(c, min(max(c, ranges[i]), ranges[i + 1])));
  }
  return best;
}

// The places in a decimal number, and the characters that lead from one to another: '0'
// for all digits, '-' for both signs, 'e' for both cases.
const [decimalStart, decimalSign, decimalDigits, decimalDot, decimalPart, decimalE, decimalESign, decimalPower] = [0, 1, 2, 3, 4, 5, 6, 7];
const decimalSteps = [
  [decimalStart, decimalSign, "-"], [decimalStart, decimalDigits, "0"], [decimalSign, decimalDigits, "0"],
  [decimalDigits, decimalDigits, "0"], [decimalStart, decimalDot, "."], [decimalSign, decimalDot, "."],
  [decimalDot, decimalPart, "0"], [decimalDigits, decimalPart, "."], [decimalPart, decimalPart, "0"],
  [decimalDigits, decimalE, "e"], [decimalPart, decimalE, "e"], [decimalE, decimalESign, "-"],
  [decimalE, decimalPower, "0"], [decimalESign, decimalPower, "0"], [decimalPower, decimalPower, "0"],
];
const decimalEnds = [decimalDigits, decimalPart, decimalPower];
const decimalOpen = [decimalStart, decimalSign, decimalDot, decimalE, decimalESign];

// decimalDistance is the smallest sum of distances of the characters of s from those of a
// decimal number.
function decimalDistance(s) {
  let at = [0, Infinity, Infinity, Infinity, Infinity, Infinity, Infinity, Infinity];
  for (let i = 0; i < s.length; ) {
    const c = codePointAt(s, i);
    i += width(c);
    at = decimalStep(at, c);
  }
  let best = Infinity;
  for (let i = 0; i < decimalEnds.length; i++) best = min(best, at[decimalEnds[i]]);
  for (let i = 0; i < decimalOpen.length; i++) best = min(best, at[decimalOpen[i]] + MissingChar);
  return best;
}

function decimalStep(at, c) {
  const next = [Infinity, Infinity, Infinity, Infinity, Infinity, Infinity, Infinity, Infinity];
  for (let i = 0; i < decimalSteps.length; i++) {
    const step = decimalSteps[i];
    let d = 0;
    if (step[2] === "0") d = nearestRange(c, [48, 57]);
    else if (step[2] === ".") d = charDistance(c, 46);
    else if (step[2] === "-") d = min(charDistance(c, 45), charDistance(c, 43));
    else d = min(charDistance(c, 101), charDistance(c, 69));
    next[step[1]] = min(next[step[1]], at[step[0]] + d);
  }
  return next;
}

// leadingDistance is how far a text is from beginning with a digit, behind white space.
function leadingDistance(s) {
  s = trimmed(s);
  return s === "" ? MissingChar : nearestRange(codePointAt(s, 0), [43, 43, 45, 45, 48, 57]);
}

// dateDistance is how far a text is from a date such as 2006-01-02, aligned on the left.
function dateDistance(s) {
  let d = 0;
  let i = 0;
  for (let k = 0; k < 10; k++) {
    if (i >= s.length) {
      d += MissingChar;
      continue;
    }
    const c = codePointAt(s, i);
    d += k === 4 || k === 7 ? charDistance(c, 45) : nearestRange(c, [48, 57]);
    i += width(c);
  }
  return d + MissingChar * characters(s, i);
}

// jsonDistance is how far a text is from one JSON value: the steps of the first character
// that does not belong where it is, and MissingChar for each behind it, and for each that
// the value still lacks.
let text = "";
let at = 0;
let cost = 0;
function jsonDistance(s) {
  text = s;
  at = cost = 0;
  jsonValue(0);
  jsonSpace();
  jsonStop();
  text = "";
  return cost;
}

function jsonStop() {
  cost += MissingChar * characters(text, at);
  at = text.length;
}

function jsonWant(ranges) {
  if (at >= text.length) {
    cost += MissingChar;
    return;
  }
  const c = codePointAt(text, at);
  const d = nearestRange(c, ranges);
  at += width(c);
  cost += d;
  if (d > 0) jsonStop();
}

const jsonNext = (c) => text[at] === c && ++at > 0;

function jsonSpace() {
  while (jsonNext(" ") || jsonNext("\t") || jsonNext("\r") || jsonNext("\n"));
}

const word = (s) => () => {
  for (let i = 0; i < s.length; i++) jsonWant([charCodeAt(s, i), charCodeAt(s, i)]);
};
const jsonTrue = word("true");
const jsonFalse = word("false");
const jsonNull = word("null");
const jsonDepth = 1000;

function jsonValue(depth) {
  jsonSpace();
  if (at >= text.length || depth > jsonDepth) {
    jsonWant([48, 57]);
    return jsonStop();
  }
  switch (text[at]) {
    case "{":
      return jsonObject(depth + 1);
    case "[":
      return jsonArray(depth + 1);
    case '"':
      return jsonString();
    case "t":
      return jsonTrue();
    case "f":
      return jsonFalse();
    case "n":
      return jsonNull();
  }
  jsonNumber();
}

function jsonObject(depth) {
  at++;
  jsonSpace();
  if (jsonNext("}")) return;
  for (let more = at < text.length; more; more = jsonNext(",")) {
    jsonSpace();
    jsonString();
    jsonSpace();
    jsonWant([58, 58]);
    jsonValue(depth);
    jsonSpace();
  }
  jsonWant([125, 125]);
}

function jsonArray(depth) {
  at++;
  jsonSpace();
  if (jsonNext("]")) return;
  for (let more = at < text.length; more; more = jsonNext(",")) {
    jsonValue(depth);
    jsonSpace();
  }
  jsonWant([93, 93]);
}

function jsonString() {
  jsonWant([34, 34]);
  while (at < text.length && text[at] !== '"') {
    if (jsonNext("\\")) jsonEscape();
    else jsonWant([32, 0x1100ff]);
  }
  jsonWant([34, 34]);
}

function jsonEscape() {
  if (jsonNext("u")) {
    for (let i = 0; i < 4; i++) jsonWant([48, 57, 65, 70, 97, 102]);
    return;
  }
  jsonWant([34, 34, 47, 47, 92, 92, 98, 98, 102, 102, 110, 110, 114, 114, 116, 117]);
}

function jsonNumber() {
  const first = jsonNext("-") ? [48, 57] : [34, 34, 45, 45, 48, 57, 91, 91, 102, 102, 110, 110, 116, 116, 123, 123];
  if (!jsonNext("0")) jsonDigits(first);
  if (jsonNext(".")) jsonDigits([48, 57]);
  if (jsonNext("e") || jsonNext("E")) {
    if (!jsonNext("+")) jsonNext("-");
    jsonDigits([48, 57]);
  }
}

function jsonDigits(ranges) {
  jsonWant(ranges);
  while (at < text.length && text[at] >= "0" && text[at] <= "9") at++;
}
