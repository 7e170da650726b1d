// A list of things to do, in memory, with nothing but Node.
const http = require("http");
const { Store, Invalid } = require("./store");

const store = new Store();

const routes = {
  "GET /todos": (req) => [200, store.list(req.query)],
  "POST /todos": (req) => [201, store.add(req.body)],
  "GET /todos/{id}": (req) => answer(store.get(req.id)),
  "PUT /todos/{id}": (req) => answer(store.change(req.id, req.body)),
  "DELETE /todos/{id}": (req) => (store.remove(req.id) ? [204] : [404, { error: "there is no such todo" }]),
};

const answer = (todo) => (todo ? [200, todo] : [404, { error: "there is no such todo" }]);

function handle(req, text) {
  const url = new URL(req.url, "http://localhost");
  const [, collection, id] = url.pathname.split("/");
  const route = routes[`${req.method} /${collection}${id === undefined ? "" : "/{id}"}`];
  if (!route) return [404, { error: "there is no such route" }];
  try {
    return route({ query: url.searchParams, id: Number(id), body: text ? JSON.parse(text) : undefined });
  } catch (error) {
    if (error instanceof Invalid || error instanceof SyntaxError) return [400, { error: error.message }];
    throw error;
  }
}

http
  .createServer((req, res) => {
    let text = "";
    req.on("data", (chunk) => (text += chunk));
    req.on("end", () => {
      const [status, body] = handle(req, text);
      res.writeHead(status, { "content-type": "application/json" });
      res.end(body === undefined ? "" : JSON.stringify(body));
    });
  })
  .listen(process.env.PORT || 3000);
