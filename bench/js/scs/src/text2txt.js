"use strict";

// text2txt shortens words as people do in short messages.
module.exports = function text2txt(word1, word2, word3) {
  word1 = word1.toLowerCase();
  word2 = word2.toLowerCase();
  word3 = word3.toLowerCase();
  let result = "";
  if (word1 === "two") {
    result = "2";
  }
  if (word1 === "for" || word1 === "four") {
    result = "4";
  }
  if (word1 === "you") {
    result = "u";
  }
  if (word1 === "and") {
    result = "n";
  }
  if (word1 === "are") {
    result = "r";
  } else if (word1 === "see" && word2 === "you") {
    result = "cu";
  } else if (word1 === "by" && word2 === "the" && word3 === "way") {
    result = "btw";
  }
  return result;
};
