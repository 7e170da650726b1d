module.exports = (url) => url === "/";
