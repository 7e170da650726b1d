"use strict";

// dateparse returns the number of a month, plus one if there is a day.
module.exports = function dateparse(day, month) {
  day = day.toLowerCase();
  month = month.toLowerCase();
  let result = 0;
  if (
    day === "mon" ||
    day === "tue" ||
    day === "wed" ||
    day === "thur" ||
    day === "fri" ||
    day === "sat" ||
    day === "sun"
  ) {
    result = 1;
  }
  if (month === "jan") {
    result += 1;
  }
  if (month === "feb") {
    result += 2;
  }
  if (month === "mar") {
    result += 3;
  }
  if (month === "apr") {
    result += 4;
  }
  if (month === "may") {
    result += 5;
  }
  if (month === "jun") {
    result += 6;
  }
  if (month === "jul") {
    result += 7;
  }
  if (month === "aug") {
    result += 8;
  }
  if (month === "sep") {
    result += 9;
  }
  if (month === "oct") {
    result += 10;
  }
  if (month === "nov") {
    result += 11;
  }
  if (month === "dec") {
    result += 12;
  }
  return result;
};
