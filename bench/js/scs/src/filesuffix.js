"use strict";

// filesuffix tells whether a file has the suffix that belongs into a directory.
module.exports = function filesuffix(directory, file) {
  let result = 0;
  const parts = file.split(".");
  if (parts.length >= 2) {
    const suffix = parts[parts.length - 1];
    if (directory === "text") {
      if (suffix === "txt") {
        result = 1;
      }
    }
    if (directory === "acrobat") {
      if (suffix === "pdf") {
        result = 2;
      }
    }
    if (directory === "word") {
      if (suffix === "doc") {
        result = 3;
      }
    }
    if (directory === "bin") {
      if (suffix === "exe") {
        result = 4;
      }
    }
    if (directory === "lib") {
      if (suffix === "dll") {
        result = 5;
      }
    }
  }
  return result;
};
