"use strict";

// The three expressions are built from choices of one character or word, as the
// original's are. They match a text as a whole.
const choice = (...among) => "(" + among.join("|") + ")";
const whole = (expression) => new RegExp("^" + expression + "$");

const letter = choice(..."abcdefghijklmnopqrstuvwxyz_-");
const digit = choice(..."0123456789");
const identifier = letter + choice(letter, digit) + "*";
const urlForm = whole(choice("http", "ftp", "afs", "gopher") + "//:" + identifier + "/" + identifier);

const day = choice("mon", "tue", "wed", "thur", "fri", "sat", "sun");
const month = choice("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
const dateForm = whole(day + digit + digit + month);

const floatForm = whole(digit + "+\\." + digit + "+e" + choice("\\+", "-") + digit + digit);

// regex tells what a text is written like: a kind of URL, a date or a number.
module.exports = function regex(txt) {
  if (urlForm.test(txt)) {
    return "url";
  }
  if (dateForm.test(txt)) {
    return "date";
  }
  if (floatForm.test(txt)) {
    return "fpe";
  }
  return "none";
};
