// Package world has pages draw the same random numbers in written tests as in the search that wrote them.
package world

// Script is the declaration of a function of JavaScript, called chance, that runs before the scripts of a page. It
// draws by mulberry32 of Tommy Ettinger, from the seed 1, as the pages of a search do.
const Script = `function chance() {
  let state = 1;
  const draw = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  Math.random = () => draw();
  Crypto.prototype.getRandomValues = function (array) {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < bytes.length; i++) bytes[i] = draw() * 256;
    return array;
  };
}`
