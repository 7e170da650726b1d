"use strict";

// reverse returns the characters of a text from the last to the first.
function reverse(s) {
  if (s.length < 2) {
    return s; // unreachable: patterns have three or more
  }
  let out = "";
  for (let i = s.length - 1; i >= 0; i--) {
    out += s[i];
  }
  return out;
}

// pat looks for a pattern of three or more characters in a text, and for its reverse: 1
// where only the pattern is there, 2 where only the reverse is, and where the other one
// comes after it, the position of the first of the two. It is 0 where neither is.
module.exports = function pat(txt, pat) {
  let result = 0;
  if (pat.length > 2) {
    const rev = reverse(pat);
    for (let i = 0; i <= txt.length - pat.length; i++) {
      if (txt[i] === pat[0]) {
        if (txt.substring(i, i + pat.length) === pat) {
          result = 1;
          for (let j = i + pat.length; j <= txt.length - pat.length; j++) {
            if (txt[j] === rev[0]) {
              if (txt.substring(j, j + pat.length) === rev) {
                if (j === i + pat.length) {
                  return i;
                }
                return i;
              }
            }
          }
        }
      } else if (txt[i] === rev[0]) {
        if (txt.substring(i, i + pat.length) === rev) {
          result = 2;
          for (let j = i + pat.length; j <= txt.length - pat.length; j++) {
            if (txt[j] === pat[0]) {
              if (txt.substring(j, j + pat.length) === pat) {
                if (j === i + pat.length) {
                  return i;
                }
                return i;
              }
            }
          }
        }
      }
    }
  }
  return result;
};
