"use strict";

// fitting tells which sex a title fits: 1 male, 0 female, 2 none, -1 where it does not fit
// the one that is given.
module.exports = function fitting(sex, title) {
  sex = sex.toLowerCase();
  title = title.toLowerCase();
  let result = -1;
  if (sex === "male") {
    if (
      title === "mr" ||
      title === "dr" ||
      title === "sir" ||
      title === "rev" ||
      title === "rthon" ||
      title === "prof"
    ) {
      result = 1;
    }
  } else if (sex === "female") {
    if (
      title === "mrs" ||
      title === "miss" ||
      title === "ms" ||
      title === "dr" ||
      title === "lady" ||
      title === "rev" ||
      title === "rthon" ||
      title === "prof"
    ) {
      result = 0;
    }
  } else if (sex === "none") {
    if (
      title === "dr" ||
      title === "rev" ||
      title === "rthon" ||
      title === "prof"
    ) {
      result = 2;
    }
  }
  return result;
};
