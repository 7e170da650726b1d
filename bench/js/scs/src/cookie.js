"use strict";

// cookie tells whether a cookie is a known one: a long user id, or the session of one site.
module.exports = function cookie(name, val, site) {
  name = name.toLowerCase();
  val = val.toLowerCase();
  site = site.toLowerCase();
  let result = 0;
  if (name === "userid") {
    if (val.length > 6) {
      if (val.substring(0, 4) === "user") {
        result = 1;
      }
    }
  } else if (name === "session") {
    if (val === "am" && site === "abc.com") {
      result = 1;
    } else {
      result = 2;
    }
  }
  return result;
};
