const http = require("http");
const querystring = require("querystring");

// It reads what its description does not have.
http.createServer((req, res) => {
  let text = "";
  req.on("data", (chunk) => (text += chunk));
  req.on("end", () => {
    const [path, rest] = req.url.split("?");
    res.statusCode = 200;
    if (path === "/old" && querystring.parse(rest).color === "magenta") res.statusCode = 201;
    if (path === "/new" && new URL(req.url, "http://x").searchParams.get("shape") === "hexagon") res.statusCode = 202;
    if (path === "/head" && req.headers["x-mode"] === "turbo") res.statusCode = 203;
    if (path === "/body" && kindOf(text) === "reptile") res.statusCode = 206;
    settings(new URLSearchParams("region=eu"));
    res.end();
  });
}).listen(3000);

// settings is code of others that looks for something in what is no query.
const settings = new Function("all", "return ((a) => ((b) => ((c) => c.get('hidden'))(b))(a))(all)");

function kindOf(text) {
  try {
    return JSON.parse(text).kind;
  } catch {
    return "";
  }
}
