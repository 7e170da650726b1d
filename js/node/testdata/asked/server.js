// Answers what conditions without a comparison of their own ask for.
const http = require("node:http");

const kinds = { [String.fromCharCode(108, 97, 110) + "tern"]: 1 };
const secret = [..."xobteL"].reverse().join("") + "!";

// Each question answers 200 to most inputs.
const questions = {
  "/in": (q) => (q.get("a") in kinds ? 201 : 200),
  "/own": (q) => (Object.hasOwn(kinds, q.get("a")) ? 201 : 200),
  "/ordered": (q) => (q.get("a").localeCompare(secret) === 0 ? 201 : 200),
};

http
  .createServer((request, response) => {
    const url = new URL(request.url, "http://localhost");
    const question = questions[url.pathname];
    response.statusCode = question === undefined ? 404 : question(url.searchParams);
    response.end();
  })
  .listen(3000);
