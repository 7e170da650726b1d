// isISBN tells whether a text is an ISBN of ten or thirteen digits.
function isISBN(text) {
  if (typeof text !== "string") return false;
  const digits = text.replaceAll("-", "");
  if (/^\d{9}[\dX]$/.test(digits)) {
    let sum = 0;
    for (let i = 0; i < 10; i++) sum += (10 - i) * (digits[i] === "X" ? 10 : Number(digits[i]));
    return sum % 11 === 0;
  }
  if (/^97[89]\d{10}$/.test(digits)) {
    let sum = 0;
    for (let i = 0; i < 13; i++) sum += (i % 2 === 0 ? 1 : 3) * Number(digits[i]);
    return sum % 10 === 0;
  }
  return false;
}

module.exports = { isISBN };
